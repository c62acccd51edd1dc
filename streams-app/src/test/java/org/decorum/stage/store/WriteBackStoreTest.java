package org.decorum.stage.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.internals.CachedStateStore;
import org.junit.jupiter.api.Test;

class WriteBackStoreTest {

    private final KeyValueStore<String, String> below = Stores.keyValueStoreBuilder(
                    Stores.inMemoryKeyValueStore("words"), Serdes.String(), Serdes.String())
            .withLoggingDisabled()
            .build();
    private final StoreBuilder<KeyValueStore<String, String>> builder =
            WriteBackStore.over(of(below), String::length, value -> value.endsWith("?"), 12);
    private final KeyValueStore<String, String> store = opened(builder.build());

    @Test
    void writesBelowOnceACommitWhateverWasPut() {
        store.put("a", "one");
        store.put("a", "two");

        assertThat(store.get("a")).isEqualTo("two");
        assertThat(below.get("a")).isNull();

        commit();
        assertThat(below.get("a")).isEqualTo("two");

        below.put("a", "changed below");
        commit();
        assertThat(below.get("a")).as("written again without a change").isEqualTo("changed below");
    }

    @Test
    void whatIsToldElsewhereIsNotWrittenByItself() {
        store.put("a", "one");
        commit();
        store.put("a", "one, two?");
        commit();
        assertThat(store.get("a")).isEqualTo("one, two?");
        assertThat(below.get("a")).isEqualTo("one");

        store.put("a", "three");
        store.put("a", "three, four?");
        commit();
        assertThat(below.get("a")).as("with what had to be written").isEqualTo("three, four?");
    }

    @Test
    void whatIsToldElsewhereIsForgottenWhereThereIsNoRoom() {
        store.put("a", "one");
        commit();
        store.put("a", "two?");
        store.put("b", "longer than twelve");
        store.put("c", "1234");
        assertThat(store.get("a")).isEqualTo("one");
        commit();
        assertThat(below.get("a")).isEqualTo("one");
    }

    @Test
    void deletesAtTheCommit() {
        below.put("a", "one");

        assertThat(store.delete("a")).isEqualTo("one");
        assertThat(store.get("a")).isNull();
        assertThat(below.get("a")).isEqualTo("one");

        commit();
        assertThat(below.get("a")).isNull();
        assertThat(store.get("a")).isNull();
    }

    @Test
    void givesTheObjectThatWasPut() {
        String value = new StringBuilder("one").toString();
        store.put("a", value);
        commit();

        assertThat(store.get("a")).isSameAs(value);
    }

    @Test
    void writesAndForgetsTheOldestWhereThereIsNoRoom() {
        store.put("a", "1234");
        store.put("b", "1234");
        store.put("c", "1234");
        assertThat(below.get("a")).isNull();

        store.put("d", "1234");

        assertThat(below.get("a")).isEqualTo("1234");
        assertThat(below.get("b")).as("there is room for it").isNull();
        below.put("a", "anew");
        assertThat(store.get("a")).isEqualTo("anew");
        assertThat(store.get("d")).isEqualTo("1234");
    }

    @Test
    void keepsAValueThatIsTooLargeForAllRoomAndOthersBesideIt() {
        store.put("a", "longer than twelve");
        store.put("b", "1234");
        below.put("a", "not read");
        below.put("b", "not read");

        assertThat(store.get("a")).isEqualTo("longer than twelve");
        assertThat(store.get("b")).isEqualTo("1234");
    }

    @Test
    void sharesItsRoomWithTasksThatKeepSomething() {
        KeyValueStore<String, String> standby = opened(builder.build());
        store.put("a", "1234");
        store.put("b", "1234");
        assertThat(below.get("a")).as("all room is this one's").isNull();

        standby.put("c", "1234");
        store.put("d", "1234");

        assertThat(below.get("a")).as("half of the room is the other's").isEqualTo("1234");
    }

    @Test
    void walksOverWhatIsNotCommitted() {
        store.put("a", "one");
        store.put("b", "two");

        assertThat(walk(store.all())).containsExactly("a=one", "b=two");
        assertThat(walk(store.range("b", null))).containsExactly("b=two");
    }

    @Test
    void anotherThreadWritesNothing() {
        store.put("a", "one");

        assertThat(CompletableFuture.supplyAsync(() -> walk(store.all())).join())
                .isEmpty();
        assertThat(CompletableFuture.supplyAsync(() -> store.get("a")).join()).isEqualTo("one");
        assertThat(below.get("a")).isNull();
    }

    @Test
    void forgetsWhatATaskThatFailedLeft() {
        store.put("a", "one");

        ((CachedStateStore<?, ?>) store).clearCache();

        assertThat(store.get("a")).isNull();
        commit();
        assertThat(below.get("a")).isNull();
    }

    private void commit() {
        ((CachedStateStore<?, ?>) store).flushCache();
    }

    private static List<String> walk(KeyValueIterator<String, String> all) {
        List<String> entries = new ArrayList<>();
        try (all) {
            while (all.hasNext()) {
                KeyValue<String, String> next = all.next();
                entries.add(next.key + "=" + next.value);
            }
        }
        return entries;
    }

    private KeyValueStore<String, String> opened(KeyValueStore<String, String> closed) {
        closed.init(new MockProcessorContext<>().getStateStoreContext(), closed);
        return closed;
    }

    private static StoreBuilder<KeyValueStore<String, String>> of(KeyValueStore<String, String> store) {
        return new StoreBuilder<>() {
            @Override
            public StoreBuilder<KeyValueStore<String, String>> withCachingEnabled() {
                return this;
            }

            @Override
            public StoreBuilder<KeyValueStore<String, String>> withCachingDisabled() {
                return this;
            }

            @Override
            public StoreBuilder<KeyValueStore<String, String>> withLoggingEnabled(Map<String, String> config) {
                return this;
            }

            @Override
            public StoreBuilder<KeyValueStore<String, String>> withLoggingDisabled() {
                return this;
            }

            @Override
            public KeyValueStore<String, String> build() {
                return store;
            }

            @Override
            public Map<String, String> logConfig() {
                return Map.of();
            }

            @Override
            public boolean loggingEnabled() {
                return false;
            }

            @Override
            public String name() {
                return store.name();
            }
        };
    }
}

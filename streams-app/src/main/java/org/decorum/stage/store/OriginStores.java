package org.decorum.stage.store;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.decorum.core.machine.OriginState;
import org.decorum.schema.KeyedRequest;

/**
 * The three stores of a stream task, which hold all that it knows of its origins.
 *
 * @param origins state by origin key
 * @param backlog requests that wait or are leased, by origin and ticket; each is written once and deleted once
 * @param deferred requests that may not start yet, by origin and due time
 */
public record OriginStores(
        OriginStates origins,
        KeyValueStore<BacklogKey, KeyedRequest> backlog,
        KeyValueStore<BacklogKey, KeyedRequest> deferred) {

    public OriginStores(
            KeyValueStore<String, OriginState> origins,
            KeyValueStore<BacklogKey, KeyedRequest> backlog,
            KeyValueStore<BacklogKey, KeyedRequest> deferred) {
        this(new OriginStates(origins, backlog), backlog, deferred);
    }

    /** The state of an origin with very many sites is a large record; the producer's limit is the same. */
    private static final Map<String, String> ORIGINS_CHANGELOG =
            Map.of("min.cleanable.dirty.ratio", "0.1", "max.message.bytes", Integer.toString(2 << 20));

    /**
     * A queue's changelog is mostly tombstones: compact early. They are kept for a day, as Kafka does by default: a restore
     * that takes longer than they are kept would bring back what has ended.
     */
    private static final Map<String, String> QUEUE_CHANGELOG =
            Map.of("min.cleanable.dirty.ratio", "0.1", "segment.ms", "600000");

    /** The stores as the task finds them by name. */
    public static OriginStores of(Function<String, KeyValueStore<?, ?>> find) {
        KeyValueStore<String, OriginState> origins = cast(find.apply(StoreNames.ORIGINS));
        return new OriginStores(origins, cast(find.apply(StoreNames.BACKLOG)), cast(find.apply(StoreNames.DEFERRED)));
    }

    /**
     * What makes them.
     *
     * @param recentBytesMax what all tasks together may keep as objects of the origins that were busy of late; 0 to write
     *     each state at once
     */
    public static List<StoreBuilder<?>> builders(Serde<KeyedRequest> requests, long recentBytesMax) {
        boolean isWrittenBack = recentBytesMax > 0;
        StoreBuilder<KeyValueStore<String, OriginState>> origins = builder(
                        StoreNames.ORIGINS, Serdes.String(), isWrittenBack ? originStates() : completeStates())
                .withLoggingEnabled(ORIGINS_CHANGELOG);
        return List.of(
                isWrittenBack
                        ? WriteBackStore.over(
                                origins, OriginState::heapBytes, OriginState::isToldByBacklog, recentBytesMax)
                        : origins,
                builder(StoreNames.BACKLOG, BacklogKey.serde(), requests).withLoggingEnabled(QUEUE_CHANGELOG),
                builder(StoreNames.DEFERRED, BacklogKey.serde(), requests).withLoggingEnabled(QUEUE_CHANGELOG));
    }

    private static <K, V> StoreBuilder<KeyValueStore<K, V>> builder(String name, Serde<K> keys, Serde<V> values) {
        return Stores.keyValueStoreBuilder(RestoringRocksDb.supplier(name), keys, values);
    }

    private static Serde<OriginState> completeStates() {
        return Serdes.serdeFrom(
                (topic, state) -> state.toCompleteBytes(), (topic, bytes) -> OriginState.fromBytes(bytes));
    }

    public static Serde<OriginState> originStates() {
        return Serdes.serdeFrom((topic, state) -> state.toBytes(), (topic, bytes) -> OriginState.fromBytes(bytes));
    }

    @SuppressWarnings("unchecked")
    private static <K, V> KeyValueStore<K, V> cast(KeyValueStore<?, ?> store) {
        return (KeyValueStore<K, V>) store;
    }
}

package org.decorum.stage.table;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.decorum.schema.AcceptedRecord;
import org.decorum.schema.RejectReason;
import org.decorum.wire.AvroWriter;
import org.decorum.wire.Decoded;
import org.decorum.wire.SubjectNaming.Part;
import org.decorum.wire.registry.LocalRegistry;
import org.decorum.wire.registry.RegistryUnavailableException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Numbers are good records, words are bad ones, and {@code ?} needs a registry. */
class GuardedTableTest {

    private static final String KEY = "key";
    private static final int UNJUDGED = -1;

    private final LocalRegistry registry = LocalRegistry.inMemory();
    private final Map<String, Integer> inForce = new HashMap<>();
    private final Map<String, byte[]> topic = new HashMap<>();
    private final List<String> told = new ArrayList<>();
    private boolean away;
    private int offset;
    private GuardedTable<Integer> table = table();
    private TableKeeper keeper = new TableKeeper(table, new Shard(0, 1));

    @Test
    void theNewestGoodRecordIsInForceAndABadOneLeavesIt() {
        raw("1");
        raw("2");
        raw("bad");
        assertThat(inForce).containsExactly(Map.entry(KEY, 2));
        assertThat(table.refusals().values()).extracting(Refusal::detail).containsExactly("bad");
        raw("3");
        assertThat(inForce).containsExactly(Map.entry(KEY, 3));
        assertThat(table.refusals()).isEmpty();
        raw(null);
        assertThat(inForce).isEmpty();
    }

    @Test
    void theLastGoodOneIsInForceAfterARestartThoughCompactionRemovedIt() {
        raw("1");
        keep();
        raw("bad");
        keep();
        for (boolean rawFirst : List.of(true, false)) {
            restart();
            if (rawFirst) {
                rawAt(1, "bad");
                comeBack();
            } else {
                comeBack();
                rawAt(1, "bad");
            }
            assertThat(inForce).containsExactly(Map.entry(KEY, 1));
        }
        keep();
        assertThat(told).as("each bad record is told of once").containsExactly("key: bad at 0-1");
    }

    @Test
    void whatWasSeenWhileReadingCountsMoreThanWhatWasAcceptedBefore() {
        raw("1");
        keep();
        restart();
        rawAt(1, "2");
        rawAt(2, "bad");
        comeBack();
        assertThat(inForce).containsExactly(Map.entry(KEY, 2));
        keep();
        assertThat(accepted()).isEqualTo("2");
    }

    @Test
    void aBadRecordAfterADeletionDoesNotBringTheDeletedOneBack() {
        raw("1");
        keep();
        raw(null);
        raw("bad");
        assertThat(inForce).isEmpty();
        keep();
        restart();
        rawAt(2, "bad");
        comeBack();
        assertThat(inForce).isEmpty();
        assertThat(told).hasSize(1);
    }

    @Test
    void aFirstRecordThatIsBadPutsNothingInForceAndIsToldOfOnce() {
        raw("bad");
        keep();
        comeBack();
        keep();
        assertThat(inForce).isEmpty();
        assertThat(told).containsExactly("key: bad at 0-0");
        raw("worse");
        keep();
        assertThat(told).containsExactly("key: bad at 0-0", "key: worse at 0-1");
        raw(null);
        keep();
        assertThat(topic).isEmpty();
    }

    @Test
    void theKeeperWritesWhatItHasNotWrittenThoughItHasNotComeBack() {
        TableKeeper.Output counting = new TableKeeper.Output() {
            @Override
            public void accepted(String key, @Nullable AcceptedRecord record) {
                told.add("written");
            }

            @Override
            public void refused(String key, Refusal refusal) {
                told.add("refused");
            }
        };
        raw("1");
        keeper.keep(counting);
        raw("bad");
        keeper.keep(counting);
        raw("bad");
        keeper.keep(counting);
        assertThat(told).containsExactly("written", "refused", "written", "refused", "written");
        keeper.keep(counting);
        assertThat(told).hasSize(5);
    }

    @Test
    void eachKeyHasOneKeeper() {
        List<TableKeeper> keepers = IntStream.range(0, 5)
                .mapToObj(shard -> new TableKeeper(table, new Shard(shard, 5)))
                .toList();
        for (int i = 0; i < 100; i++) {
            table.raw("key-" + i, "1".getBytes(UTF_8), 0, i);
        }
        keepers.forEach(one -> one.keep(output()));
        assertThat(topic).hasSize(100);
        assertThat(told).hasSize(0);
    }

    @Test
    void whatCannotBeJudgedLeavesInForceWhatWasAndIsJudgedLater() {
        raw("1");
        away = true;
        raw("?2");
        assertThat(inForce).containsExactly(Map.entry(KEY, 1));
        keep();
        assertThat(topic).as("nothing is written of it").isEmpty();
        table.readAgain(0);
        away = false;
        table.readAgain(500_000);
        assertThat(inForce).as("not asked again so soon").containsExactly(Map.entry(KEY, 1));
        table.readAgain(1_000_000);
        assertThat(inForce).containsExactly(Map.entry(KEY, 2));
    }

    @Test
    void whereNothingIsKnownButWhatCannotBeJudgedAValueStandsInForIt() {
        away = true;
        raw("?2");
        assertThat(inForce).containsExactly(Map.entry(KEY, UNJUDGED));
        raw("bad");
        assertThat(inForce).isEmpty();
        raw("?3");
        away = false;
        table.readAgain(0);
        assertThat(inForce).containsExactly(Map.entry(KEY, 3));
    }

    @Test
    void anAcceptedRecordThatIsNoneIsWrittenAnew() {
        topic.put(KEY, "nonsense".getBytes(UTF_8));
        restart();
        rawAt(0, "1");
        comeBack();
        keep();
        assertThat(inForce).containsExactly(Map.entry(KEY, 1));
        assertThat(accepted()).isEqualTo("1");
    }

    @Test
    void aTableWithoutAStandInHasNothingInForceUntilItCanBeJudged() {
        table = table(null);
        away = true;
        rawAt(0, "?1");
        assertThat(inForce).isEmpty();
        away = false;
        table.readAgain(0);
        assertThat(inForce).containsExactly(Map.entry(KEY, 1));
    }

    private GuardedTable<Integer> table() {
        return table(UNJUDGED);
    }

    private GuardedTable<Integer> table(@Nullable Integer unjudged) {
        return new GuardedTable<>("numbers", this::read, registry, unjudged, (key, value) -> {
            if (value == null) {
                inForce.remove(key);
            } else {
                inForce.put(key, value);
            }
        });
    }

    private Decoded<Integer> read(String key, byte[] value) {
        String text = new String(value, UTF_8);
        if (text.startsWith("?") && away) {
            throw new RegistryUnavailableException("nobody answers", new IOException("refused"));
        }
        try {
            return Decoded.ok(Integer.parseInt(text.replace("?", "")));
        } catch (NumberFormatException bad) {
            return Decoded.failed(RejectReason.UNREADABLE, text);
        }
    }

    private void raw(@Nullable String value) {
        table.raw(KEY, value == null ? null : value.getBytes(UTF_8), 0, offset++);
    }

    private void rawAt(int place, String value) {
        table.raw(KEY, value.getBytes(UTF_8), 0, place);
    }

    /** What the keeper writes comes back at once. */
    private void keep() {
        keeper.keep(output());
        comeBack();
    }

    private TableKeeper.Output output() {
        return new TableKeeper.Output() {
            @Override
            public void accepted(String key, @Nullable AcceptedRecord record) {
                if (record == null) {
                    topic.remove(key);
                    table.accepted(key, null);
                } else {
                    topic.put(key, new AvroWriter(registry).write("accepted", Part.VALUE, record));
                }
            }

            @Override
            public void refused(String key, Refusal refusal) {
                told.add(key + ": " + refusal.detail() + " at " + refusal.partition() + "-" + refusal.offset());
            }
        };
    }

    private void comeBack() {
        topic.forEach(table::accepted);
    }

    private void restart() {
        keeper.close();
        inForce.clear();
        table = table();
        keeper = new TableKeeper(table, new Shard(0, 1));
    }

    private String accepted() {
        AcceptedRecord record = table.acceptedRecord(KEY);
        return record == null ? "none" : new String(GuardedTable.bytes(record), UTF_8);
    }
}

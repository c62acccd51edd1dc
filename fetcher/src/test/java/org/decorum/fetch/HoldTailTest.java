package org.decorum.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.decorum.fetch.Samples.ORIGIN;
import static org.decorum.fetch.Samples.hold;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.decorum.schema.OriginHold;
import org.decorum.schema.RejectReason;
import org.decorum.wire.UndecodableException;
import org.decorum.wire.registry.RegistryUnavailableException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HoldTailTest {

    private static final long T0 = 1_000_000_000_000L;
    private static final long SECOND = 1_000_000;
    private static final TopicPartition P0 = new TopicPartition("crawl.holds", 0);
    private static final TopicPartition P1 = new TopicPartition("crawl.holds", 1);

    private final VirtualClock clock = new VirtualClock(T0);
    private final HoldTable table = new HoldTable(3 * SECOND, clock);
    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
    private RuntimeException unreadable = new UndecodableException(RejectReason.UNREADABLE, "not a hold");
    private final Map<String, OriginHold> holdsByValue = new HashMap<>();
    private final HoldTail tail = new HoldTail(
            consumer,
            (topic, value) -> {
                OriginHold hold = holdsByValue.get(new String(value, StandardCharsets.UTF_8));
                if (hold == null) {
                    throw unreadable;
                }
                return hold;
            },
            "crawl.holds",
            table,
            clock);

    @Test
    void theTableIsFreshOnceEveryPartitionHasBeenReadToItsEnd() {
        topic(2, Map.of(P0, 1L, P1, 1L));
        tail.pollOnce();
        add(P0, 0, "a.example", hold("a.example", 1, T0));
        tail.pollOnce();
        assertThat(table.isFresh()).as("one partition is missing").isFalse();

        add(P1, 0, "b.example", hold("b.example", 2, T0 + SECOND));
        tail.pollOnce();
        assertThat(table.isFresh()).isTrue();
        assertThat(table.get("b.example")).isEqualTo(new HoldTable.Hold(2, T0 + SECOND));
    }

    @Test
    void freshnessCountsFromTheMomentOfAskingNotOfTheAnswer() {
        topic(1, Map.of(P0, 1L));
        tail.pollOnce();
        clock.advance(2 * SECOND);
        add(P0, 0, ORIGIN, hold(ORIGIN, 1, T0));
        tail.pollOnce();

        clock.advance(SECOND);
        assertThat(table.isFresh()).isTrue();
        clock.advance(1);
        assertThat(table.isFresh()).isFalse();
    }

    @Test
    void aWallClockThatIsSetBackDoesNotMakeTheTableYounger() {
        topic(1, Map.of(P0, 0L));
        tail.pollOnce();
        clock.setBack(3_600 * SECOND);
        clock.advance(3 * SECOND + 1);
        assertThat(table.isFresh()).isFalse();

        tail.pollOnce();
        assertThat(table.isFresh()).as("asked again at once").isTrue();
    }

    @Test
    void aKafkaThatDoesNotAnswerLetsTheTableAge() {
        topic(1, Map.of(P0, 0L));
        tail.pollOnce();
        assertThat(table.isFresh()).isTrue();
        consumer.setOffsetsException(new TimeoutException("no broker"));
        clock.advance(SECOND);

        assertThatThrownBy(tail::pollOnce).isInstanceOf(TimeoutException.class);
        clock.advance(2 * SECOND + 1);
        assertThat(table.isFresh()).isFalse();
    }

    @Test
    void theNewestHoldOfAnOriginCountsAndATombstoneEndsIt() {
        topic(1, Map.of(P0, 3L));
        tail.pollOnce();
        add(P0, 0, ORIGIN, hold(ORIGIN, 1, T0));
        add(P0, 1, ORIGIN, hold(ORIGIN, 2, T0 + SECOND));
        tail.pollOnce();
        assertThat(table.get(ORIGIN)).isEqualTo(new HoldTable.Hold(2, T0 + SECOND));

        add(P0, 2, ORIGIN, null);
        tail.pollOnce();
        assertThat(table.get(ORIGIN)).isNull();
    }

    @Test
    void anUnreadableHoldClosesItsOrigin() {
        topic(1, Map.of(P0, 1L));
        tail.pollOnce();
        consumer.addRecord(new ConsumerRecord<>(P0.topic(), 0, 0, bytes(ORIGIN), bytes("garbage")));
        tail.pollOnce();

        assertThat(table.get(ORIGIN)).isEqualTo(new HoldTable.Hold(Long.MAX_VALUE, Long.MAX_VALUE));
    }

    @Test
    void aHoldWhoseSchemaCannotBeAskedForIsReadAgainAndNothingIsFreshBefore() {
        topic(1, Map.of(P0, 1L));
        tail.pollOnce();
        unreadable = new RegistryUnavailableException("registry down", new IOException());
        consumer.addRecord(new ConsumerRecord<>(P0.topic(), 0, 0, bytes(ORIGIN), bytes("late")));
        tail.pollOnce();
        assertThat(table.isFresh()).isFalse();
        assertThat(table.get(ORIGIN)).isNull();

        add(P0, 0, ORIGIN, hold(ORIGIN, 1, T0));
        tail.pollOnce();
        assertThat(table.isFresh()).isTrue();
        assertThat(table.get(ORIGIN)).isEqualTo(new HoldTable.Hold(1, T0));
    }

    @Test
    void aPartitionThatIsAddedIsFollowedFromItsBeginning() {
        topic(1, Map.of(P0, 1L));
        tail.pollOnce();
        add(P0, 0, "a.example", hold("a.example", 1, T0));
        tail.pollOnce();
        topic(2, Map.of(P0, 1L, P1, 1L));
        clock.advance(31 * SECOND);
        tail.pollOnce();
        add(P1, 0, "b.example", hold("b.example", 1, T0));
        tail.pollOnce();

        assertThat(table.get("b.example")).isNotNull();
        assertThat(consumer.position(P0)).as("the old one is not read again").isEqualTo(1);
    }

    @Test
    void holdsThatEndedLongAgoAreForgotten() {
        table.put("old.example", hold("old.example", 1, T0));
        table.put("new.example", hold("new.example", 1, T0 + 3_600 * SECOND));
        table.forgetBefore(T0 + 3_601 * SECOND);

        assertThat(table.get("old.example")).isNull();
        assertThat(table.get("new.example")).isNotNull();
    }

    private void topic(int partitions, Map<TopicPartition, Long> ends) {
        List<PartitionInfo> infos = new ArrayList<>();
        Map<TopicPartition, Long> beginnings = new HashMap<>();
        Node[] nodes = {new Node(0, "broker", 9092)};
        for (int i = 0; i < partitions; i++) {
            infos.add(new PartitionInfo("crawl.holds", i, nodes[0], nodes, nodes));
            beginnings.put(new TopicPartition("crawl.holds", i), 0L);
        }
        consumer.updatePartitions("crawl.holds", infos);
        consumer.updateBeginningOffsets(beginnings);
        consumer.updateEndOffsets(ends);
    }

    private void add(TopicPartition partition, long offset, String originKey, @Nullable OriginHold hold) {
        String value = partition + "@" + offset;
        byte @Nullable [] bytes = null;
        if (hold != null) {
            holdsByValue.put(value, hold);
            bytes = bytes(value);
        }
        consumer.addRecord(
                new ConsumerRecord<>(partition.topic(), partition.partition(), offset, bytes(originKey), bytes));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}

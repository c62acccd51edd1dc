package org.decorum.stage.reshard;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongConsumer;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.decorum.stage.generation.Generation;

/**
 * Copies the records of one generation to the shards of the next, byte for byte and in the order of each origin: all
 * records of an origin are in one partition here and in one there. How far it is stands in the transaction of what was
 * copied, as offsets of a group; so it goes on after a crash exactly where it was.
 */
final class ShardCopy {

    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    private final Clients clients;
    private final Producer<byte[], byte[]> producer;
    private final Generation from;
    private final Generation to;
    private final Map<String, KeyedTopic> topics;

    ShardCopy(Clients clients, Producer<byte[], byte[]> producer, Generation from, Generation to) {
        this.clients = clients;
        this.producer = producer;
        this.from = from;
        this.to = to;
        this.topics = KeyedTopic.byName(from);
    }

    /** The group whose offsets say how far the copying to a generation is. */
    static String progressGroup(Generation to) {
        return to.applicationId() + "-reshard";
    }

    /** Whether anything was copied. */
    boolean hasBegun() {
        return !clients.committed(progressGroup(to)).isEmpty();
    }

    /**
     * Copies what has not been copied.
     *
     * @param starts where the generation's records begin that still count
     * @param ends where they end; nothing is written there any more
     * @param afterTransaction is told how many records were copied so far
     * @return records copied now
     */
    long run(Map<TopicPartition, Long> starts, Map<TopicPartition, Long> ends, LongConsumer afterTransaction) {
        Map<TopicPartition, Long> positions = new HashMap<>(starts);
        clients.committed(progressGroup(to)).forEach((partition, done) -> positions.put(partition, done.offset()));
        List<TopicPartition> open = ends.keySet().stream()
                .filter(partition -> at(positions, partition) < at(ends, partition))
                .toList();
        long copied = 0;
        try (KafkaConsumer<byte[], byte[]> consumer = clients.consumer()) {
            consumer.assign(open);
            open.forEach(partition -> consumer.seek(partition, at(positions, partition)));
            long movedNanos = System.nanoTime();
            while (!open.isEmpty()) {
                ConsumerRecords<byte[], byte[]> some = consumer.poll(POLL);
                Map<TopicPartition, OffsetAndMetadata> moved = moved(consumer, positions);
                if (!moved.isEmpty()) {
                    write(some, moved);
                    copied += some.count();
                    movedNanos = System.nanoTime();
                    afterTransaction.accept(copied);
                } else if (System.nanoTime() - movedNanos > PATIENCE.toNanos()) {
                    throw new TimeoutException(
                            "no broker gave records of " + from + " for " + PATIENCE.toSeconds() + " s");
                }
                open = open.stream()
                        .filter(partition -> at(positions, partition) < at(ends, partition))
                        .toList();
                if (open.size() < consumer.assignment().size()) {
                    consumer.assign(open);
                }
            }
        }
        return copied;
    }

    /** The positions that a poll has moved, be it over the marks of transactions only. */
    private static Map<TopicPartition, OffsetAndMetadata> moved(
            KafkaConsumer<byte[], byte[]> consumer, Map<TopicPartition, Long> positions) {
        Map<TopicPartition, OffsetAndMetadata> moved = new HashMap<>();
        for (TopicPartition partition : consumer.assignment()) {
            long position = consumer.position(partition);
            if (position > at(positions, partition)) {
                positions.put(partition, position);
                moved.put(partition, new OffsetAndMetadata(position));
            }
        }
        return moved;
    }

    private void write(ConsumerRecords<byte[], byte[]> records, Map<TopicPartition, OffsetAndMetadata> moved) {
        producer.beginTransaction();
        records.forEach(this::send);
        producer.sendOffsetsToTransaction(moved, new ConsumerGroupMetadata(progressGroup(to)));
        producer.commitTransaction();
    }

    /**
     * A send that fails makes the commit fail. A state has the time of now: with times of long ago, which no store keeps,
     * the broker would begin a segment for every few minutes of the past.
     */
    private void send(ConsumerRecord<byte[], byte[]> record) {
        KeyedTopic topic = Objects.requireNonNull(topics.get(record.topic()));
        int shard = topic.shardOf(Objects.requireNonNull(record.key()), to.shards());
        var unused = producer.send(new ProducerRecord<>(
                topic.of(to),
                shard,
                topic.isState() ? null : record.timestamp(),
                record.key(),
                record.value(),
                record.headers()));
    }

    private static long at(Map<TopicPartition, Long> offsets, TopicPartition partition) {
        return offsets.getOrDefault(partition, 0L);
    }
}

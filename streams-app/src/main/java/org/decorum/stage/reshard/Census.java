package org.decorum.stage.reshard;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.utils.Bytes;
import org.decorum.stage.generation.Generation;
import org.jspecify.annotations.Nullable;

/**
 * What one keyed topic of a generation says, by origin: how many records count, and a digest of them. Of a state those are
 * the last ones of their keys, in any order; of others all, in their order.
 */
final class Census {

    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    private final KeyedTopic topic;
    private final Generation generation;
    private final MessageDigest sha = sha256();
    private final Map<String, Tally> origins = new HashMap<>();
    private long records;

    private Census(KeyedTopic topic, Generation generation) {
        this.topic = topic;
        this.generation = generation;
    }

    /** Of one origin. */
    record Tally(long records, long digest) {}

    /** Reads a topic from its starts to its ends. */
    static Census of(
            KeyedTopic topic,
            Generation generation,
            Clients clients,
            Map<TopicPartition, Long> starts,
            Map<TopicPartition, Long> ends) {
        Census census = new Census(topic, generation);
        try (KafkaConsumer<byte[], byte[]> consumer = clients.consumer()) {
            for (TopicPartition partition : topic.partitions(generation)) {
                census.count(consumer, partition, at(starts, partition), at(ends, partition));
            }
        }
        return census;
    }

    /** Records that count. */
    long records() {
        return records;
    }

    long origins() {
        return origins.size();
    }

    /** An origin of which another census tells something else; empty if it tells the same. */
    Optional<String> differenceTo(Census other) {
        for (Map.Entry<String, Tally> origin : origins.entrySet()) {
            Tally theirs = other.origins.get(origin.getKey());
            if (!origin.getValue().equals(theirs)) {
                return Optional.of(origin.getKey() + ": " + origin.getValue().records() + " records there, "
                        + (theirs == null ? 0 : theirs.records()) + " here");
            }
        }
        return other.origins.keySet().stream()
                .filter(origin -> !origins.containsKey(origin))
                .findFirst()
                .map(origin -> origin + ": known here only");
    }

    /** One partition at a time, since the last records of its keys are in memory meanwhile. */
    private void count(KafkaConsumer<byte[], byte[]> consumer, TopicPartition partition, long start, long end) {
        if (start >= end) {
            return;
        }
        Map<Bytes, Long> last = new HashMap<>();
        consumer.assign(List.of(partition));
        consumer.seek(partition, start);
        long heardNanos = System.nanoTime();
        while (consumer.position(partition) < end) {
            var some = consumer.poll(POLL);
            some.forEach(record -> take(record, last));
            if (!some.isEmpty()) {
                heardNanos = System.nanoTime();
            } else if (System.nanoTime() - heardNanos > PATIENCE.toNanos()) {
                throw new TimeoutException(
                        "no broker gave records of " + partition + " for " + PATIENCE.toSeconds() + " s");
            }
        }
        last.forEach((key, digest) -> add(origin(key.get(), partition.partition()), digest));
    }

    private void take(ConsumerRecord<byte[], byte[]> record, Map<Bytes, Long> last) {
        byte[] key = Objects.requireNonNull(record.key());
        if (!topic.isState()) {
            String origin = origin(key, record.partition());
            Tally before = origins.getOrDefault(origin, new Tally(0, 0));
            long digest = digest(before.digest(), key, record.value(), record.timestamp());
            origins.put(origin, new Tally(before.records() + 1, digest));
            records++;
        } else if (record.value() == null) {
            last.remove(Bytes.wrap(key));
        } else {
            last.put(Bytes.wrap(key), digest(0, key, record.value(), 0));
        }
    }

    private void add(String origin, long digest) {
        records++;
        origins.merge(
                origin,
                new Tally(1, digest),
                (before, one) -> new Tally(before.records() + 1, before.digest() + one.digest()));
    }

    /** The origin of a key, which must be where Kafka Streams looks for it. */
    private String origin(byte[] key, int partition) {
        String origin = new String(topic.originOf(key), StandardCharsets.UTF_8);
        int shard = topic.shardOf(key, generation.shards());
        if (shard != partition) {
            throw new ReshardException("origin " + origin + " stands in partition " + partition + " of "
                    + topic.of(generation) + " (expected: " + shard
                    + "): another partitioner than Kafka's default was in use, and nothing can be copied");
        }
        return origin;
    }

    private long digest(long before, byte[] key, byte @Nullable [] value, long timestamp) {
        byte[] known = value == null ? new byte[0] : value;
        sha.update(ByteBuffer.allocate(3 * Long.BYTES)
                .putLong(before)
                .putLong(timestamp)
                .putInt(key.length)
                .putInt(value == null ? -1 : known.length)
                .array());
        sha.update(key);
        return ByteBuffer.wrap(sha.digest(known)).getLong();
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static long at(Map<TopicPartition, Long> offsets, TopicPartition partition) {
        return offsets.getOrDefault(partition, 0L);
    }
}

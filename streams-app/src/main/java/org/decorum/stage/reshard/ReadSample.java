package org.decorum.stage.reshard;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.decorum.stage.generation.Generation;

/** How fast records of the old generation are read here and now. */
public record ReadSample(long records, long bytes, long nanos) {

    private static final Duration POLL = Duration.ofMillis(100);
    private static final long NANOS_MAX = TimeUnit.SECONDS.toNanos(3);
    private static final long RECORDS_MIN = 1_000;

    /** The head of a record in a batch, about. */
    private static final int HEAD_BYTES = 12;

    /** Reads for a few seconds; empty where there are too few records to say anything. */
    static Optional<ReadSample> take(
            Clients clients, Generation from, Map<TopicPartition, Long> starts, Map<TopicPartition, Long> ends) {
        List<TopicPartition> filled = Stream.of(KeyedTopic.values())
                // Of the others, a running stage deletes what it has processed.
                .filter(KeyedTopic::isState)
                .flatMap(topic -> topic.partitions(from).stream())
                .filter(partition -> starts.getOrDefault(partition, 0L) < ends.getOrDefault(partition, 0L))
                .toList();
        long records = 0;
        long bytes = 0;
        try (KafkaConsumer<byte[], byte[]> consumer = clients.consumer()) {
            consumer.assign(filled);
            filled.forEach(partition -> consumer.seek(partition, starts.getOrDefault(partition, 0L)));
            long began = System.nanoTime();
            while (System.nanoTime() - began < NANOS_MAX
                    && filled.stream()
                            .anyMatch(partition -> consumer.position(partition) < ends.getOrDefault(partition, 0L))) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    records++;
                    bytes += HEAD_BYTES
                            + Math.max(0, record.serializedKeySize())
                            + Math.max(0, record.serializedValueSize());
                }
            }
            long nanos = Math.max(1, System.nanoTime() - began);
            return records < RECORDS_MIN ? Optional.empty() : Optional.of(new ReadSample(records, bytes, nanos));
        }
    }

    /** The time to read so much once: by bytes, since compacted topics have fewer records than offsets. */
    Duration timeFor(long allBytes, long allRecords) {
        double share = allBytes > 0 ? (double) allBytes / bytes : (double) allRecords / records;
        return Duration.ofNanos((long) (share * nanos));
    }

    String sentence() {
        double seconds = nanos / 1e9;
        return String.format(
                Locale.ROOT,
                "Read just now: %,d records, %,.1f MB in %.1f s (%,.0f records/s, %,.1f MB/s).",
                records,
                bytes / 1e6,
                seconds,
                records / seconds,
                bytes / 1e6 / seconds);
    }
}

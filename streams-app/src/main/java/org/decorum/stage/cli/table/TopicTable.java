package org.decorum.stage.cli.table;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.decorum.stage.cli.CliException;
import org.decorum.wire.AvroSerializer;
import org.jspecify.annotations.Nullable;

/** A compacted topic as a table: read from its beginning to its committed end; a change is there as a whole or not at all. */
public final class TopicTable<T extends SpecificRecord> {
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final String topic;
    private final Map<String, Object> settings;

    public TopicTable(String topic, Map<String, Object> clientSettings) {
        this.topic = topic;
        this.settings = clientSettings;
    }

    /** All records that are there, those of each key in their order; the last one of a key is the one that counts. */
    public void read(Consumer<ConsumerRecord<String, byte[]>> action) {
        Map<String, Object> consuming = new HashMap<>(settings);
        consuming.put("isolation.level", "read_committed");
        consuming.put("enable.auto.commit", "false");
        try (KafkaConsumer<String, byte[]> consumer =
                new KafkaConsumer<>(consuming, new StringDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (partitions.stream().anyMatch(partition -> consumer.position(partition) < end(ends, partition))) {
                if (System.nanoTime() - deadline > 0) {
                    throw new CliException(
                            topic + " could not be read to its end in " + PATIENCE.toSeconds() + " s: try again");
                }
                consumer.poll(POLL).forEach(action);
            }
        }
    }

    /** Returns when all replicas have it; null deletes. */
    public void write(String key, @Nullable T value) throws ExecutionException, InterruptedException {
        try (Producer<String, T> producer = producer(Map.of())) {
            producer.send(new ProducerRecord<>(topic, key, value)).get();
        }
    }

    /**
     * Writes all of it in one transaction, and returns when it is committed.
     *
     * @param changes by key; an empty one deletes
     * @throws CliException if it failed, which says whether anything was written
     */
    public void write(SortedMap<String, Optional<T>> changes) {
        boolean committing = false;
        try (Producer<String, T> producer = producer(Map.of("transactional.id", topic + "-" + UUID.randomUUID()))) {
            producer.initTransactions();
            producer.beginTransaction();
            for (Map.Entry<String, Optional<T>> change : changes.entrySet()) {
                @Nullable T value = change.getValue().orElse(null);
                var unused = producer.send(new ProducerRecord<>(topic, change.getKey(), value));
            }
            producer.flush();
            committing = true;
            producer.commitTransaction();
        } catch (KafkaException failed) {
            String whether = committing ? "it is not known whether all was written, or nothing" : "nothing was written";
            throw new CliException(whether + ": " + failed.getMessage(), failed);
        }
    }

    private Producer<String, T> producer(Map<String, String> more) {
        Map<String, Object> producing = new HashMap<>(settings);
        producing.put("acks", "all");
        producing.put("enable.idempotence", "true");
        producing.putAll(more);
        AvroSerializer<T> values = new AvroSerializer<>();
        values.configure(producing, false);
        return new KafkaProducer<>(producing, new StringSerializer(), values);
    }

    private static long end(Map<TopicPartition, Long> ends, TopicPartition partition) {
        return ends.getOrDefault(partition, 0L);
    }
}

package org.decorum.stage.runtime;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.decorum.stage.generation.GenerationRecord;
import org.decorum.stage.topology.TopicNames;

/**
 * The control topic. A reading tells all that was written before it began: it waits for the end that the partitions'
 * leaders name, through transactions that are still being committed.
 */
public final class GenerationLog implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(50);
    /** Longer than a transaction of a reshard that died may stay open. */
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final Admin admin;
    private final KafkaConsumer<String, byte[]> consumer;
    private final Set<TopicPartition> known = new HashSet<>();
    private final Map<String, GenerationRecord> newest = new HashMap<>();

    /** Reads with clients of its own. */
    public GenerationLog(Map<String, Object> adminSettings, Map<String, Object> consumerSettings) {
        Map<String, Object> consuming = new HashMap<>(consumerSettings);
        consuming.keySet().removeAll(Set.of(ConsumerConfig.CLIENT_ID_CONFIG, ConsumerConfig.GROUP_ID_CONFIG));
        consuming.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        consuming.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
        consuming.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        consuming.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 50);
        Map<String, Object> asking = new HashMap<>(adminSettings);
        asking.remove(ConsumerConfig.CLIENT_ID_CONFIG);
        this.admin = Admin.create(asking);
        this.consumer = new KafkaConsumer<>(consuming, new StringDeserializer(), new ByteArrayDeserializer());
    }

    /** What is said of an application id; empty before its first reshard. */
    public synchronized Optional<GenerationRecord> read(String baseId) {
        Map<TopicPartition, Long> ends = ends();
        List<TopicPartition> fresh = ends.keySet().stream().filter(known::add).toList();
        if (!fresh.isEmpty()) {
            Map<TopicPartition, Long> positions = new HashMap<>();
            consumer.assignment().forEach(partition -> positions.put(partition, consumer.position(partition)));
            consumer.assign(known);
            positions.forEach(consumer::seek);
            consumer.seekToBeginning(fresh);
        }
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            if (System.nanoTime() - deadline > 0) {
                throw new TimeoutException(TopicNames.GENERATIONS + " could not be read to its end in "
                        + PATIENCE.toSeconds() + " s: a transaction may be open there");
            }
            consumer.poll(POLL).forEach(this::take);
        }
        return Optional.ofNullable(newest.get(baseId));
    }

    /** High watermarks: those of committed records may be behind a commit that was answered. */
    private Map<TopicPartition, Long> ends() {
        int partitions = Answers.await(
                        admin.describeTopics(List.of(TopicNames.GENERATIONS)).allTopicNames())
                .values()
                .iterator()
                .next()
                .partitions()
                .size();
        List<TopicPartition> all = new ArrayList<>();
        for (int partition = 0; partition < partitions; partition++) {
            all.add(new TopicPartition(TopicNames.GENERATIONS, partition));
        }
        Map<TopicPartition, Long> ends = new HashMap<>();
        Answers.await(admin.listOffsets(
                                all.stream().collect(Collectors.toMap(Function.identity(), any -> OffsetSpec.latest())))
                        .all())
                .forEach((partition, end) -> ends.put(partition, end.offset()));
        return ends;
    }

    private void take(ConsumerRecord<String, byte[]> found) {
        if (found.key() != null && found.value() != null) {
            GenerationRecord record = GenerationRecord.fromBytes(found.key(), found.value());
            newest.merge(found.key(), record, (before, after) -> before.revision() > after.revision() ? before : after);
        }
    }

    @Override
    public synchronized void close() {
        consumer.close();
        admin.close();
    }
}

package org.decorum.stage.reshard;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.decorum.stage.runtime.Answers;

/** Kafka's clients as a reshard needs them. */
final class Clients implements AutoCloseable {

    /** A crashed reshard's transaction blocks the next one no longer than this, and no transaction takes nearly as long. */
    private static final int TRANSACTION_MS_MAX = 60_000;

    private final Map<String, Object> settings;
    private final Admin admin;

    Clients(Map<String, Object> settings) {
        this.settings = settings;
        this.admin = Admin.create(settings);
    }

    Admin admin() {
        return admin;
    }

    /** Reads committed records of partitions that it is given, and never jumps over any. */
    KafkaConsumer<byte[], byte[]> consumer() {
        Map<String, Object> consuming = new HashMap<>(settings);
        consuming.remove(ConsumerConfig.GROUP_ID_CONFIG);
        consuming.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        consuming.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
        consuming.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        // One poll is one transaction of the copy.
        consuming.putIfAbsent(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 20_000);
        consuming.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 50);
        consuming.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, 4 << 20);
        return new KafkaConsumer<>(consuming, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /** Of all producers with the same id, only the one that was initialised last can write. */
    KafkaProducer<byte[], byte[]> producer(String transactionalId) {
        Map<String, Object> producing = new HashMap<>(settings);
        producing.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, transactionalId);
        producing.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, TRANSACTION_MS_MAX);
        producing.put(ProducerConfig.ACKS_CONFIG, "all");
        producing.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, "true");
        producing.put(ProducerConfig.LINGER_MS_CONFIG, 20);
        producing.put(ProducerConfig.BATCH_SIZE_CONFIG, 256 << 10);
        // What a broker has taken once it takes again; its limit is the topic's.
        producing.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, 64 << 20);
        producing.put(ProducerConfig.BUFFER_MEMORY_CONFIG, 128L << 20);
        return new KafkaProducer<>(producing, new ByteArraySerializer(), new ByteArraySerializer());
    }

    Map<TopicPartition, Long> starts(Collection<TopicPartition> partitions) {
        return offsets(partitions, OffsetSpec.earliest(), IsolationLevel.READ_UNCOMMITTED);
    }

    /** Ends of all records, those of open transactions included. */
    Map<TopicPartition, Long> ends(Collection<TopicPartition> partitions) {
        return offsets(partitions, OffsetSpec.latest(), IsolationLevel.READ_UNCOMMITTED);
    }

    /** Ends of what is before the first open transaction. */
    Map<TopicPartition, Long> stableEnds(Collection<TopicPartition> partitions) {
        return offsets(partitions, OffsetSpec.latest(), IsolationLevel.READ_COMMITTED);
    }

    private Map<TopicPartition, Long> offsets(
            Collection<TopicPartition> partitions, OffsetSpec which, IsolationLevel isolation) {
        Map<TopicPartition, OffsetSpec> asked =
                partitions.stream().collect(Collectors.toMap(Function.identity(), any -> which));
        Map<TopicPartition, Long> offsets = new HashMap<>();
        Answers.await(admin.listOffsets(asked, new ListOffsetsOptions(isolation))
                        .all())
                .forEach((partition, found) -> offsets.put(partition, found.offset()));
        return offsets;
    }

    /** What a group has committed, transactions that commit offsets included; nothing of a group that is not known. */
    Map<TopicPartition, OffsetAndMetadata> committed(String group) {
        try {
            return Answers.await(admin.listConsumerGroupOffsets(
                            Map.of(group, new ListConsumerGroupOffsetsSpec()),
                            new ListConsumerGroupOffsetsOptions().requireStable(true))
                    .partitionsToOffsetAndMetadata(group));
        } catch (GroupIdNotFoundException unknown) {
            return Map.of();
        }
    }

    /** Deletes a group, which may be gone. */
    void forget(String group) {
        try {
            Answers.await(admin.deleteConsumerGroups(List.of(group)).all());
        } catch (GroupIdNotFoundException gone) {
            // which is all that was wanted
        }
    }

    @Override
    public void close() {
        admin.close();
    }
}

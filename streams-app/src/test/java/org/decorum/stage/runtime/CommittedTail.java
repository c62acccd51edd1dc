package org.decorum.stage.runtime;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.decorum.stage.config.StageConfig;
import org.decorum.wire.AvroDeserializer;
import org.decorum.wire.registry.SchemaRegistries;

/** All that is readable on a topic, from its beginning on, as a reader of committed records sees it. */
final class CommittedTail<T extends SpecificRecord> implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(50);

    private final KafkaConsumer<String, T> consumer;
    private final List<ConsumerRecord<String, T>> all = new ArrayList<>();

    CommittedTail(Map<String, Object> client, String topic, Class<T> type) {
        Map<String, Object> settings = new HashMap<>(client);
        Object registry = settings.remove(StageConfig.SCHEMA_REGISTRY_URL);
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        consumer = new KafkaConsumer<>(
                settings,
                new StringDeserializer(),
                new AvroDeserializer<>(type, SchemaRegistries.of(String.valueOf(registry))));
        List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                .map(partition -> new TopicPartition(topic, partition.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
    }

    /** Reads what came meanwhile; the answer is only that. */
    List<T> next() {
        List<T> fresh = new ArrayList<>();
        consumer.poll(POLL).forEach(record -> {
            all.add(record);
            fresh.add(record.value());
        });
        return fresh;
    }

    /** All records so far, as they were read: in order within a partition. */
    List<ConsumerRecord<String, T>> records() {
        return List.copyOf(all);
    }

    List<T> values() {
        return all.stream().map(ConsumerRecord::value).toList();
    }

    @Override
    public void close() {
        consumer.close();
    }
}

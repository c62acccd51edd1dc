package org.decorum.stage.cli.policy;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.decorum.core.origin.OriginKeyer;
import org.decorum.schema.OriginPolicy;
import org.decorum.stage.cli.CliException;
import org.decorum.stage.policy.PolicyReader;
import org.decorum.stage.table.GuardedTable;
import org.decorum.stage.table.Refusal;
import org.decorum.stage.topology.TopicNames;
import org.decorum.wire.AvroSerializer;
import org.decorum.wire.WireConfig;
import org.decorum.wire.registry.SchemaRegistry;
import org.jspecify.annotations.Nullable;

/** The table on {@code crawl.policies}: read to its committed end as the stage does, written one record at a time. */
final class PolicyTopic {
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Map<String, Object> settings;
    private final SortedMap<String, OriginPolicy> inForce = new TreeMap<>();
    private final GuardedTable<OriginPolicy> table;

    PolicyTopic(Map<String, Object> clientSettings, OriginKeyer keyer) {
        this.settings = new HashMap<>(clientSettings);
        SchemaRegistry registry = new WireConfig(clientSettings).registry();
        this.table = new GuardedTable<>(
                TopicNames.POLICIES, new PolicyReader(keyer, registry), registry, PolicyReader.unjudged(), this::put);
    }

    /** The policies in force, by key; where the newest record is bad, the last good one. */
    SortedMap<String, OriginPolicy> read() {
        Map<String, Object> consuming = new HashMap<>(settings);
        consuming.put("isolation.level", "read_committed");
        consuming.put("enable.auto.commit", "false");
        try (KafkaConsumer<String, byte[]> consumer =
                new KafkaConsumer<>(consuming, new StringDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = Stream.of(TopicNames.POLICIES, TopicNames.ACCEPTED_POLICIES)
                    .flatMap(topic -> consumer.partitionsFor(topic).stream())
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (partitions.stream().anyMatch(partition -> consumer.position(partition) < end(ends, partition))) {
                if (System.nanoTime() - deadline > 0) {
                    throw new CliException(TopicNames.POLICIES + " could not be read to its end in "
                            + PATIENCE.toSeconds() + " s: try again");
                }
                consumer.poll(POLL).forEach(this::take);
            }
        }
        return inForce;
    }

    /** The keys whose newest record is bad, with the reasons. */
    Map<String, Refusal> refusals() {
        return table.refusals();
    }

    /** Returns when all replicas have it; null deletes. */
    void write(String key, @Nullable OriginPolicy policy) throws ExecutionException, InterruptedException {
        Map<String, Object> producing = new HashMap<>(settings);
        producing.put("acks", "all");
        producing.put("enable.idempotence", "true");
        AvroSerializer<OriginPolicy> values = new AvroSerializer<>();
        values.configure(producing, false);
        try (Producer<String, OriginPolicy> producer = new KafkaProducer<>(producing, new StringSerializer(), values)) {
            producer.send(new ProducerRecord<>(TopicNames.POLICIES, key, policy))
                    .get();
        }
    }

    private static long end(Map<TopicPartition, Long> ends, TopicPartition partition) {
        return ends.getOrDefault(partition, 0L);
    }

    private void take(ConsumerRecord<String, byte[]> found) {
        if (found.key() == null) {
            return;
        }
        if (found.topic().equals(TopicNames.POLICIES)) {
            table.raw(found.key(), found.value(), found.partition(), found.offset());
        } else {
            table.accepted(found.key(), found.value());
        }
    }

    private void put(String key, @Nullable OriginPolicy policy) {
        if (policy == null) {
            inForce.remove(key);
        } else {
            inForce.put(key, policy);
        }
    }
}

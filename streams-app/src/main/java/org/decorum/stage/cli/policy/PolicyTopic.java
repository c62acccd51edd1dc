package org.decorum.stage.cli.policy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.decorum.schema.OriginPolicy;
import org.decorum.stage.cli.CliException;
import org.decorum.stage.topology.TopicNames;
import org.decorum.wire.AvroSerializer;
import org.decorum.wire.Decoded;
import org.decorum.wire.RecordJson;
import org.decorum.wire.WireConfig;
import org.decorum.wire.input.PolicyDecoder;
import org.jspecify.annotations.Nullable;

/** The table on {@code crawl.policies}: read from its beginning to its committed end, written one record at a time. */
final class PolicyTopic {
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Map<String, Object> settings;
    private final PolicyDecoder decoder;

    PolicyTopic(Map<String, Object> clientSettings) {
        this.settings = new HashMap<>(clientSettings);
        this.decoder = new PolicyDecoder(new WireConfig(clientSettings).registry());
    }

    /**
     * The last usable record of each key, as the stage sees it: one that cannot be used leaves the earlier one in force.
     *
     * @param complaints is told of each record that cannot be used
     */
    SortedMap<String, OriginPolicy> read(Consumer<String> complaints) {
        Map<String, Object> consuming = new HashMap<>(settings);
        consuming.put("isolation.level", "read_committed");
        consuming.put("enable.auto.commit", "false");
        SortedMap<String, OriginPolicy> policies = new TreeMap<>();
        try (KafkaConsumer<String, byte[]> consumer =
                new KafkaConsumer<>(consuming, new StringDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(TopicNames.POLICIES).stream()
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
                consumer.poll(POLL).forEach(found -> take(found, policies, complaints));
            }
        }
        return policies;
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

    /** The policy, or why the stage would not take it. */
    Decoded<OriginPolicy> check(OriginPolicy policy) {
        return decoder.decode(RecordJson.toJson(policy).getBytes(StandardCharsets.UTF_8));
    }

    private static long end(Map<TopicPartition, Long> ends, TopicPartition partition) {
        return ends.getOrDefault(partition, 0L);
    }

    private void take(
            ConsumerRecord<String, byte[]> found,
            SortedMap<String, OriginPolicy> policies,
            Consumer<String> complaints) {
        String where = found.topic() + "-" + found.partition() + " offset " + found.offset();
        @Nullable String key = found.key();
        byte @Nullable [] value = found.value();
        if (key == null) {
            complaints.accept(where + ": no key, ignored");
        } else if (value == null) {
            policies.remove(key);
        } else if (decoder.decode(value) instanceof Decoded.Ok<OriginPolicy> ok) {
            policies.put(key, ok.value());
        } else {
            complaints.accept(where + ": the policy of " + key + " cannot be used, the one before stays in force");
        }
    }
}

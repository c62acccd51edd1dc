package org.decorum.stage.runtime;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Utils;
import org.decorum.schema.CrawlRelease;
import org.decorum.schema.FetchFeedback;
import org.decorum.schema.FetchOutcome;
import org.decorum.stage.config.StageConfig;
import org.decorum.stage.metrics.MicrometerStageMeters;
import org.decorum.stage.metrics.StageMeters;
import org.decorum.stage.topology.TopicNames;
import org.decorum.wire.AvroSerializer;
import org.decorum.wire.registry.SchemaRegistries;
import org.decorum.wire.registry.SchemaRegistry;
import org.jspecify.annotations.Nullable;

/** A real broker and registry on a directory, with the topics, and with stages and clients on request. */
final class LiveKafka implements AutoCloseable {

    static final int PARTITIONS = 4;

    private final DataDirectory data;
    private final EmbeddedRegistry registry;
    private final Brokers brokers;
    private final Producer<byte[], byte[]> producer;

    LiveKafka(Path directory) {
        this(directory, new OneBroker(new DataDirectory(directory).broker()));
    }

    /** Closes the brokers, too. */
    LiveKafka(Path directory, Brokers brokers) {
        this.data = new DataDirectory(directory);
        this.brokers = brokers;
        registry = new EmbeddedRegistry(data.registry(), 0);
        try (Admin admin = admin()) {
            new Topics(admin, PARTITIONS, Optional.empty()).ensure();
        }
        producer = new KafkaProducer<>(client(), new ByteArraySerializer(), new ByteArraySerializer());
    }

    Map<String, Object> client() {
        Map<String, Object> client = new HashMap<>();
        client.put("bootstrap.servers", brokers.bootstrapServers());
        client.put(StageConfig.SCHEMA_REGISTRY_URL, registry.url());
        return client;
    }

    /** A stage with two threads; it works once {@link StageRuntime#ready}. */
    StageRuntime stage(String stateDirectory, Map<String, Object> settings) {
        return stage(stateDirectory, settings, new MicrometerStageMeters(new SimpleMeterRegistry()));
    }

    StageRuntime stage(String stateDirectory, Map<String, Object> settings, StageMeters meters) {
        StageRuntime stage = start(stateDirectory, settings, meters);
        Poll.until(Duration.ofSeconds(60), stage::ready, () -> String.join("; ", stage.complaints()));
        return stage;
    }

    /** A stage that is not waited for: it may have a reason not to work. */
    StageRuntime start(String stateDirectory, Map<String, Object> settings) {
        return start(stateDirectory, settings, new MicrometerStageMeters(new SimpleMeterRegistry()));
    }

    private StageRuntime start(String stateDirectory, Map<String, Object> settings, StageMeters meters) {
        StageRuntime stage = unstarted(stateDirectory, settings, meters);
        stage.start();
        return stage;
    }

    /** One that has looked what is in force, and does nothing yet. */
    StageRuntime unstarted(String stateDirectory, Map<String, Object> settings) {
        return unstarted(stateDirectory, settings, new MicrometerStageMeters(new SimpleMeterRegistry()));
    }

    private StageRuntime unstarted(String stateDirectory, Map<String, Object> settings, StageMeters meters) {
        Map<String, Object> all = client();
        all.put("state.dir", data.state().resolve(stateDirectory).toString());
        all.put("num.stream.threads", 2);
        all.put(StageConfig.SHARDS, PARTITIONS);
        all.putAll(settings);
        return new StageRuntime(new StageConfig(all), meters);
    }

    void publish(byte @Nullable [] value) {
        send(new ProducerRecord<>(TopicNames.REQUESTS, value));
    }

    void publish(String text) {
        publish(text.getBytes(StandardCharsets.UTF_8));
    }

    void publishTo(int partition, String text) {
        send(new ProducerRecord<>(TopicNames.REQUESTS, partition, null, text.getBytes(StandardCharsets.UTF_8)));
    }

    void publish(SpecificRecord request) {
        publish(bytes(TopicNames.REQUESTS, request));
    }

    void policy(String key, @Nullable String json) {
        table(TopicNames.POLICIES, key, json);
    }

    void alias(String key, @Nullable String originKey) {
        table(
                TopicNames.ALIASES,
                key,
                originKey == null
                        ? null
                        : "{\"origin_key\": \"" + originKey
                                + "\", \"said_by\": \"ops\", \"updated_at\": \"2026-01-01T00:00:00Z\"}");
    }

    private void table(String topic, String key, @Nullable String json) {
        send(new ProducerRecord<>(
                topic,
                key.getBytes(StandardCharsets.UTF_8),
                json == null ? null : json.getBytes(StandardCharsets.UTF_8)));
    }

    /** Waits until the broker has everything that was sent. */
    void flush() {
        producer.flush();
    }

    void fetched(CrawlRelease release) {
        answered(release, 200, null);
    }

    void refused(CrawlRelease release, String retryAfter) {
        answered(release, 503, retryAfter);
    }

    private void answered(CrawlRelease release, int status, @Nullable String retryAfter) {
        FetchFeedback feedback = FetchFeedback.newBuilder()
                .setOutcome(FetchOutcome.FETCHED)
                .setOriginKey(release.getOriginKey())
                .setSiteKey(release.getSiteKey())
                .setBookingId(release.getBookingId())
                .setStatus(status)
                .setRetryAfter(retryAfter)
                .build();
        send(new ProducerRecord<>(TopicNames.FEEDBACK, bytes(TopicNames.FEEDBACK, feedback)));
    }

    <T extends SpecificRecord> CommittedTail<T> tail(String topic, Class<T> type) {
        return new CommittedTail<>(client(), topic, type);
    }

    /** Removes all but the newest record of the partition of a key, which compaction would do in its own time. */
    void forget(String topic, String key) throws Exception {
        int partition = Utils.toPositive(Utils.murmur2(key.getBytes(StandardCharsets.UTF_8))) % PARTITIONS;
        TopicPartition place = new TopicPartition(topic, partition);
        try (Admin admin = admin()) {
            long end = admin.listOffsets(Map.of(place, OffsetSpec.latest()))
                    .partitionResult(place)
                    .get()
                    .offset();
            cleanup(admin, topic, "delete");
            admin.deleteRecords(Map.of(place, RecordsToDelete.beforeOffset(end - 1)))
                    .all()
                    .get();
            cleanup(admin, topic, "compact");
        }
    }

    private static void cleanup(Admin admin, String topic, String policy) throws Exception {
        admin.incrementalAlterConfigs(Map.of(
                        new ConfigResource(ConfigResource.Type.TOPIC, topic),
                        List.of(new AlterConfigOp(
                                new ConfigEntry("cleanup.policy", policy), AlterConfigOp.OpType.SET))))
                .all()
                .get();
    }

    void growTo(String topic, int partitions) throws Exception {
        try (Admin admin = admin()) {
            admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(partitions)))
                    .all()
                    .get();
        }
    }

    void createCompacted(String topic) {
        try (Admin admin = admin()) {
            admin.createTopics(List.of(new NewTopic(topic, Optional.of(PARTITIONS), Optional.empty())
                            .configs(Map.of("cleanup.policy", "compact"))))
                    .all()
                    .get();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(topic, e);
        }
    }

    SchemaRegistry registry() {
        return SchemaRegistries.of(registry.url());
    }

    Admin admin() {
        return Admin.create(client());
    }

    private byte @Nullable [] bytes(String topic, SpecificRecord value) {
        return new AvroSerializer<SpecificRecord>(SchemaRegistries.of(registry.url())).serialize(topic, value);
    }

    void send(ProducerRecord<byte[], byte[]> record) {
        var unused = producer.send(record);
    }

    @Override
    public void close() {
        producer.close();
        registry.close();
        brokers.close();
    }

    /** What a test needs of brokers to begin with. */
    interface Brokers extends AutoCloseable {
        String bootstrapServers();

        @Override
        void close();
    }

    /** The embedded broker, which can go away and come back. */
    static final class OneBroker implements Brokers {

        private final Path directory;
        private final int port = Ports.anyFree();
        private EmbeddedBroker broker;

        OneBroker(Path directory) {
            this.directory = directory;
            this.broker = EmbeddedBroker.start(directory, port);
        }

        void stop() {
            broker.close();
        }

        /** Where it was, with all that it had. */
        void start() {
            broker = EmbeddedBroker.start(directory, port);
        }

        @Override
        public String bootstrapServers() {
            return broker.bootstrapServers();
        }

        @Override
        public void close() {
            broker.close();
        }
    }
}

package org.decorum.stage.topology;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.record.internal.DefaultRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.test.TestRecord;
import org.decorum.core.backlog.Lane;
import org.decorum.core.machine.OriginState;
import org.decorum.schema.AcceptedRecord;
import org.decorum.schema.CrawlAlert;
import org.decorum.schema.CrawlDecision;
import org.decorum.schema.CrawlRejected;
import org.decorum.schema.CrawlRelease;
import org.decorum.schema.CrawlRequest;
import org.decorum.schema.FetchFeedback;
import org.decorum.schema.FetchOutcome;
import org.decorum.schema.OriginHold;
import org.decorum.stage.config.KafkaDefaults;
import org.decorum.stage.config.StageConfig;
import org.decorum.stage.metrics.MicrometerStageMeters;
import org.decorum.stage.store.StoreNames;
import org.decorum.wire.AvroDeserializer;
import org.decorum.wire.AvroSerializer;
import org.decorum.wire.registry.SchemaRegistries;
import org.decorum.wire.registry.SchemaRegistry;
import org.jspecify.annotations.Nullable;

/** The whole topology on real stores, with a clock that the test moves. */
final class StageHarness implements AutoCloseable {

    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private static final Duration TICK = Duration.ofMillis(10);

    private final SchemaRegistry registry = SchemaRegistries.of("mock://" + UUID.randomUUID());
    private final MeterRegistry meters = new SimpleMeterRegistry();
    private final TopologyTestDriver driver;
    private final TestInputTopic<byte[], byte[]> requests;
    private final TestInputTopic<byte[], byte[]> feedback;
    private Instant now = START;

    StageHarness(Path stateDirectory, Map<String, Object> settings) {
        Map<String, Object> all = new HashMap<>(settings);
        // The driver runs one task, which is then the keeper of all policies and aliases.
        all.putIfAbsent(StageConfig.SHARDS, 1);
        all.put(StageConfig.SCHEMA_REGISTRY_URL, "mock://unused");
        all.put(StreamsConfig.STATE_DIR_CONFIG, stateDirectory.toString());
        all.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "unused:9092");
        StageConfig config = new StageConfig(all);
        Properties properties = KafkaDefaults.under(config.kafkaSettings());
        this.driver = new TopologyTestDriver(
                new StageTopology(config, registry, new MicrometerStageMeters(meters)).build(), properties, START);
        this.requests =
                driver.createInputTopic(TopicNames.REQUESTS, new ByteArraySerializer(), new ByteArraySerializer());
        this.feedback =
                driver.createInputTopic(TopicNames.FEEDBACK, new ByteArraySerializer(), new ByteArraySerializer());
    }

    void publish(String text) {
        publish(text.getBytes(StandardCharsets.UTF_8));
    }

    void publish(byte @Nullable [] value) {
        requests.pipeInput(new TestRecord<>(null, value, now));
    }

    void publishRecord(SpecificRecord request) {
        publish(new AvroSerializer<SpecificRecord>(registry).serialize(TopicNames.REQUESTS, request));
    }

    void policy(String key, @Nullable String json) {
        TestInputTopic<String, byte[]> policies =
                driver.createInputTopic(TopicNames.POLICIES, new StringSerializer(), new ByteArraySerializer());
        policies.pipeInput(key, json == null ? null : json.getBytes(StandardCharsets.UTF_8));
    }

    void alias(String key, @Nullable String json) {
        TestInputTopic<String, byte[]> aliases =
                driver.createInputTopic(TopicNames.ALIASES, new StringSerializer(), new ByteArraySerializer());
        byte[] value = json == null ? null : json.getBytes(StandardCharsets.UTF_8);
        aliases.pipeInput(new TestRecord<>(key, value, now));
    }

    void feedback(byte @Nullable [] value) {
        feedback.pipeInput(new TestRecord<>(null, value, now));
    }

    void feedbackRecord(FetchFeedback report) {
        feedback(new AvroSerializer<FetchFeedback>(registry).serialize(TopicNames.FEEDBACK, report));
    }

    /** The origin answered with this Content-Type. */
    void answered(CrawlRelease release, String contentType) {
        FetchFeedback feedback = FetchFeedback.newBuilder()
                .setOutcome(FetchOutcome.FETCHED)
                .setOriginKey(release.getOriginKey())
                .setBookingId(release.getBookingId())
                .setStatus(200)
                .setContentType(contentType)
                .build();
        feedback(new AvroSerializer<FetchFeedback>(registry).serialize(TopicNames.FEEDBACK, feedback));
    }

    void report(CrawlRelease release, FetchOutcome outcome) {
        FetchFeedback feedback = FetchFeedback.newBuilder()
                .setOutcome(outcome)
                .setOriginKey(release.getOriginKey())
                .setSiteKey(release.getSiteKey())
                .setBookingId(release.getBookingId())
                .setStatus(outcome == FetchOutcome.FETCHED ? 200 : null)
                .build();
        feedback(new AvroSerializer<FetchFeedback>(registry).serialize(TopicNames.FEEDBACK, feedback));
    }

    /** Lets time pass, tick by tick. */
    void advance(Duration time) {
        Instant end = now.plus(time);
        while (now.isBefore(end)) {
            now = now.plus(TICK);
            driver.advanceWallClockTime(TICK);
        }
    }

    /** Lets time pass in one tick. */
    void pause(Duration time) {
        now = now.plus(time);
        driver.advanceWallClockTime(time);
    }

    List<CrawlRelease> releases() {
        return read(TopicNames.RELEASE, CrawlRelease.class);
    }

    List<CrawlRejected> rejected() {
        return read(TopicNames.REJECTED, CrawlRejected.class);
    }

    List<CrawlRequest> parked() {
        return read(TopicNames.PARKED, CrawlRequest.class);
    }

    List<OriginHold> holds() {
        return read(TopicNames.HOLDS, OriginHold.class);
    }

    List<CrawlDecision> decisions() {
        return read(TopicNames.DECISIONS, CrawlDecision.class);
    }

    List<CrawlAlert> alerts() {
        return read(TopicNames.ALERTS, CrawlAlert.class);
    }

    /** What was written since the last look; null for a deletion. */
    Map<String, @Nullable AcceptedRecord> acceptedPolicies() {
        return accepted(TopicNames.ACCEPTED_POLICIES);
    }

    /** What was written since the last look; null for a deletion. */
    Map<String, @Nullable AcceptedRecord> acceptedAliases() {
        return accepted(TopicNames.ACCEPTED_ALIASES);
    }

    /** What a stage before this one has written. */
    void acceptedAlias(String key, AcceptedRecord record) {
        driver.createInputTopic(TopicNames.ACCEPTED_ALIASES, new StringSerializer(), new ByteArraySerializer())
                .pipeInput(
                        key,
                        new AvroSerializer<SpecificRecord>(registry).serialize(TopicNames.ACCEPTED_ALIASES, record));
    }

    private Map<String, @Nullable AcceptedRecord> accepted(String topic) {
        return driver.createOutputTopic(
                        topic, new StringDeserializer(), new AvroDeserializer<>(AcceptedRecord.class, registry))
                .readKeyValuesToMap();
    }

    /** The sites that an origin knows. */
    List<String> lanes(String originKey) {
        KeyValueStore<String, OriginState> origins = driver.getKeyValueStore(StoreNames.ORIGINS);
        return origins.get(originKey).lanes().stream().map(Lane::siteKey).toList();
    }

    /** How many entries each store has. */
    Map<String, Integer> stored() {
        Map<String, Integer> stored = new HashMap<>();
        for (String name : List.of(StoreNames.ORIGINS, StoreNames.BACKLOG, StoreNames.DEFERRED)) {
            KeyValueStore<Object, Object> store = driver.getKeyValueStore(name);
            try (KeyValueIterator<Object, Object> all = store.all()) {
                int entries = 0;
                for (; all.hasNext(); all.next()) {
                    entries++;
                }
                stored.put(name, entries);
            }
        }
        return stored;
    }

    /** Of the records on a topic since the last look. */
    List<Long> timestamps(String topic) {
        return driver
                .createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
                .readRecordsToList()
                .stream()
                .map(TestRecord::timestamp)
                .toList();
    }

    /** How many records came out on each topic of the stage since the last look, where there were any. */
    Map<String, Integer> readAllOutput() {
        Map<String, Integer> records = new HashMap<>();
        for (String topic : driver.producedTopicNames()) {
            int some = topic.startsWith("crawl.")
                    ? driver.createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
                            .readRecordsToList()
                            .size()
                    : 0;
            if (some > 0) {
                records.put(topic, some);
            }
        }
        return records;
    }

    /** How many puts and deletes of all stores went to their changelogs since the last look. */
    int writes() {
        return driver.producedTopicNames().stream()
                .filter(topic -> topic.endsWith("-changelog"))
                .mapToInt(topic -> driver.createOutputTopic(
                                topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
                        .readRecordsToList()
                        .size())
                .sum();
    }

    /** Bytes of each record on any topic since the last look, as they are in a batch on a broker. */
    Map<String, List<Integer>> recordBytes() {
        Map<String, List<Integer>> bytes = new HashMap<>();
        for (String topic : driver.producedTopicNames()) {
            bytes.put(
                    topic,
                    driver
                            .createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
                            .readRecordsToList()
                            .stream()
                            .map(record -> recordBytes(record.key(), record.value()))
                            .toList());
        }
        return bytes;
    }

    /** In a batch whose first record is some records and milliseconds away. */
    static int recordBytes(byte @Nullable [] key, byte @Nullable [] value) {
        int near = 100;
        return DefaultRecord.sizeInBytes(
                near, near, key == null ? -1 : key.length, value == null ? -1 : value.length, new Header[0]);
    }

    /** Values on the changelog of a store since the last look. */
    List<byte[]> logged(String store) {
        return driver.producedTopicNames().stream()
                .filter(topic -> topic.endsWith("-" + store + "-changelog"))
                .flatMap(topic -> driver
                        .createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
                        .readValuesToList()
                        .stream())
                .toList();
    }

    double counted(String meter, String... tags) {
        return meters.get(meter).tags(tags).counter().count();
    }

    Duration longest(String meter) {
        return Duration.ofNanos((long) meters.get(meter).timer().max(TimeUnit.NANOSECONDS));
    }

    double gauged(String meter) {
        return meters.get(meter).gauge().value();
    }

    @Override
    public void close() {
        driver.close();
    }

    private <T extends SpecificRecord> List<T> read(String topic, Class<T> type) {
        TestOutputTopic<String, T> output =
                driver.createOutputTopic(topic, new StringDeserializer(), new AvroDeserializer<>(type, registry));
        return output.readValuesToList();
    }
}

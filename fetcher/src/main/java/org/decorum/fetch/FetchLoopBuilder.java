package org.decorum.fetch;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.decorum.schema.CrawlRelease;
import org.decorum.schema.OriginHold;
import org.decorum.wire.AvroDeserializer;
import org.decorum.wire.AvroSerializer;
import org.decorum.wire.WireConfig;
import org.jspecify.annotations.Nullable;

/** Describes a fetch loop: where Kafka is, who fetches, and the limits. */
public final class FetchLoopBuilder {

    private final Map<String, Object> kafka = new HashMap<>();
    private String group = "decorum-fetchers";
    private String fetcherId = host() + "-" + UUID.randomUUID().toString().substring(0, 8);
    private FetchTopics topics = FetchTopics.DEFAULT;
    private int inFlightMax = 1_024;
    private int openMax = 20_000;
    private int redirectsMax = 10;
    private Duration holdAgeMax = Duration.ofSeconds(3);
    private Duration closeWait = Duration.ofSeconds(10);
    private @Nullable Fetcher fetcher;

    FetchLoopBuilder() {}

    public FetchLoopBuilder bootstrapServers(String servers) {
        return kafka(Map.of(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, servers));
    }

    /** Where the schemas of the records are: an http or https URL, or mock://scope within one process. */
    public FetchLoopBuilder schemaRegistry(String url) {
        return kafka(Map.of(WireConfig.URL, url));
    }

    /** Settings of the Kafka clients and of the serializers; those that the loop depends on cannot be changed. */
    public FetchLoopBuilder kafka(Map<String, ?> settings) {
        kafka.putAll(settings);
        return this;
    }

    /** The fetchers of one group share the releases. */
    public FetchLoopBuilder group(String name) {
        group = name;
        return this;
    }

    /** Names this fetcher in its feedback. */
    public FetchLoopBuilder fetcherId(String id) {
        fetcherId = id;
        return this;
    }

    public FetchLoopBuilder fetcher(Fetcher who) {
        fetcher = who;
        return this;
    }

    public FetchLoopBuilder topics(FetchTopics names) {
        topics = names;
        return this;
    }

    /** Requests on their way at once; what is due beyond them waits within its slot. */
    public FetchLoopBuilder inFlightMax(int requests) {
        inFlightMax = requests;
        return this;
    }

    /** Releases read and not yet reported; beyond them, reading pauses. */
    public FetchLoopBuilder openMax(int count) {
        openMax = count;
        return this;
    }

    /**
     * Redirects in a row, 10 by default, after which the next one is reported and not published; 0 publishes none. A
     * redirect is never followed: its target becomes a request of its own on crawl.requests.
     */
    public FetchLoopBuilder redirectsMax(int hops) {
        redirectsMax = hops;
        return this;
    }

    /** Nothing starts once Kafka has not confirmed the holds for this long. */
    public FetchLoopBuilder holdAgeMax(Duration age) {
        holdAgeMax = age;
        return this;
    }

    /** How long {@link FetchLoop#close} waits for requests on their way. */
    public FetchLoopBuilder closeWait(Duration atMost) {
        closeWait = atMost;
        return this;
    }

    /** Connects and starts. */
    public FetchLoop start() {
        FetchSettings settings =
                new FetchSettings(topics, fetcherId, inFlightMax, openMax, redirectsMax, holdAgeMax, closeWait);
        Fetcher who = Objects.requireNonNull(fetcher, "fetcher: not set");
        AvroDeserializer<CrawlRelease> releases = new AvroDeserializer<>(CrawlRelease.class);
        releases.configure(kafka, false);
        AvroDeserializer<OriginHold> holds = new AvroDeserializer<>(OriginHold.class);
        holds.configure(kafka, false);
        AvroSerializer<SpecificRecord> reports = new AvroSerializer<>();
        reports.configure(kafka, false);
        FetchChannels channels = new FetchChannels(
                consumer(releaseSettings()),
                releases,
                consumer(holdSettings()),
                holds,
                new KafkaProducer<>(reportSettings(), new StringSerializer(), reports));
        FetchLoop loop = new FetchLoop(settings, who, channels, MicroClock.SYSTEM);
        loop.start();
        return loop;
    }

    private static Consumer<byte[], byte[]> consumer(Map<String, Object> settings) {
        return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    private Map<String, Object> releaseSettings() {
        Map<String, Object> settings = new HashMap<>(kafka);
        settings.put(ConsumerConfig.GROUP_ID_CONFIG, group);
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        if (!"consumer".equals(settings.get(ConsumerConfig.GROUP_PROTOCOL_CONFIG))) {
            settings.putIfAbsent(
                    ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, CooperativeStickyAssignor.class.getName());
            // Until its partitions have moved, the releases of a fetcher that joined, left or died miss their slots.
            settings.putIfAbsent(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, 1_000);
            settings.putIfAbsent(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, 10_000);
        }
        return settings;
    }

    private Map<String, Object> holdSettings() {
        Map<String, Object> settings = new HashMap<>(kafka);
        settings.remove(ConsumerConfig.GROUP_PROTOCOL_CONFIG);
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        return settings;
    }

    private Map<String, Object> reportSettings() {
        Map<String, Object> settings = new HashMap<>(kafka);
        settings.remove(ConsumerConfig.GROUP_PROTOCOL_CONFIG);
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.putIfAbsent(ProducerConfig.LINGER_MS_CONFIG, 2);
        // Feedback waits for Kafka as long as it takes; the limit on open releases bounds the memory.
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Integer.MAX_VALUE);
        return settings;
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "fetcher";
        }
    }
}

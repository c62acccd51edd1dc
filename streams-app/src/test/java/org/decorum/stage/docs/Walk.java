package org.decorum.stage.docs;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.test.TestRecord;
import org.decorum.core.machine.OriginState;
import org.decorum.schema.KeyedRequest;
import org.decorum.stage.config.KafkaDefaults;
import org.decorum.stage.config.StageConfig;
import org.decorum.stage.metrics.MicrometerStageMeters;
import org.decorum.stage.store.BacklogKey;
import org.decorum.stage.store.StoreNames;
import org.decorum.stage.topology.StageTopology;
import org.decorum.wire.AvroDeserializer;
import org.decorum.wire.RecordJson;
import org.decorum.wire.registry.SchemaRegistries;
import org.decorum.wire.registry.SchemaRegistry;

/** A stage on a clock that stands still until it is moved, whose records and stores can be shown. */
final class Walk implements AutoCloseable {

    private static final Duration TICK = Duration.ofMillis(10);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final SchemaRegistry registry = SchemaRegistries.of("mock://walk");
    private final TopologyTestDriver driver;
    private Instant now;

    Walk(Path stateDirectory, Instant start) {
        this.now = start;
        StageConfig config = new StageConfig(Map.of(
                StageConfig.SCHEMA_REGISTRY_URL, "mock://walk",
                StreamsConfig.STATE_DIR_CONFIG, stateDirectory.toString(),
                StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1"));
        Properties settings = KafkaDefaults.under(config.kafkaSettings());
        MicrometerStageMeters meters = new MicrometerStageMeters(new SimpleMeterRegistry());
        this.driver = new TopologyTestDriver(new StageTopology(config, registry, meters).build(), settings, start);
    }

    void write(String topic, String text) {
        driver.createInputTopic(topic, new ByteArraySerializer(), new ByteArraySerializer())
                .pipeInput(new TestRecord<>(null, text.getBytes(StandardCharsets.UTF_8), now));
    }

    /** Lets time pass, tick by tick. */
    void advance(Duration time) {
        for (Instant end = now.plus(time); now.isBefore(end); now = now.plus(TICK)) {
            driver.advanceWallClockTime(TICK);
        }
    }

    /** What is new on a topic. */
    <T extends SpecificRecord> List<T> read(String topic, Class<T> type) {
        return driver.createOutputTopic(topic, new StringDeserializer(), new AvroDeserializer<>(type, registry))
                .readValuesToList();
    }

    /** The state of an origin, in the words of a table. */
    List<List<String>> state(String originKey) {
        KeyValueStore<String, OriginState> origins = driver.getKeyValueStore(StoreNames.ORIGINS);
        OriginState state = origins.get(originKey);
        return List.of(
                List.of(
                        "TAT",
                        Instant.EPOCH.plusNanos(state.tatMicros() * 1_000).toString()),
                List.of("waiting", Long.toString(state.waiting())),
                List.of("under way", Integer.toString(state.inFlight())),
                List.of("epoch", Long.toString(state.epoch())));
    }

    /** What the backlog holds, by key. */
    List<List<String>> backlog() {
        List<List<String>> rows = new ArrayList<>();
        KeyValueStore<BacklogKey, KeyedRequest> backlog = driver.getKeyValueStore(StoreNames.BACKLOG);
        try (KeyValueIterator<BacklogKey, KeyedRequest> all = backlog.all()) {
            while (all.hasNext()) {
                KeyValue<BacklogKey, KeyedRequest> next = all.next();
                rows.add(List.of(
                        Markdown.code(next.key.originKey()), Long.toString(next.key.major()), next.value.getUrl()));
            }
        }
        return rows;
    }

    static String json(SpecificRecord datum) {
        return pretty(RecordJson.toJson(datum));
    }

    static String pretty(String json) {
        try {
            return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(JSON.readTree(json));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(json, e);
        }
    }

    @Override
    public void close() {
        driver.close();
    }
}

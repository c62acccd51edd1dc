package org.decorum.stage.cli.bench;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.streams.StreamsConfig;
import org.decorum.schema.OriginPolicy;
import org.decorum.stage.cli.CliException;
import org.decorum.stage.cli.StageProcess;
import org.decorum.stage.cli.table.TopicTable;
import org.decorum.stage.config.StageConfig;
import org.decorum.stage.metrics.MeterNames;
import org.decorum.stage.runtime.DataDirectory;
import org.decorum.stage.topology.TopicNames;

/** A stage over a Kafka of its own, in this process, with the policies of a benchmark in force from the beginning. */
final class BenchWorld implements AutoCloseable {

    /** Of the stage and of each topic, where the user has not set another number. */
    static final int SHARDS = 4;

    static final int THREADS = 2;
    private static final Duration READY_MAX = Duration.ofSeconds(120);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

    private final Map<String, Object> client;
    private final StageProcess stage;

    private BenchWorld(Map<String, Object> client, StageProcess stage) {
        this.client = client;
        this.stage = stage;
    }

    /** Returns when the stage works. */
    static BenchWorld open(
            Map<String, String> userSettings,
            KafkaAddress kafka,
            DataDirectory data,
            SortedMap<String, OriginPolicy> policies) {
        Map<String, Object> client = new HashMap<>(userSettings);
        client.putAll(kafka.client());
        prepare(client, policies);
        BenchWorld world = new BenchWorld(client, StageProcess.start(settings(client, data.state())));
        world.awaitReady();
        return world;
    }

    /** Creates the topics, and writes the policies before there is a stage, which reads them before it does anything else. */
    static void prepare(Map<String, Object> client, SortedMap<String, OriginPolicy> policies) {
        StageProcess.prepareTopics(new HashMap<>(client), true, shards(client));
        SortedMap<String, Optional<OriginPolicy>> changes = new TreeMap<>();
        policies.forEach((key, policy) -> changes.put(key, Optional.of(policy)));
        new TopicTable<OriginPolicy>(TopicNames.POLICIES, new HashMap<>(client)).write(changes);
    }

    /** Of a stage in this process: ours under the client's, and where its state is. */
    static Map<String, Object> settings(Map<String, Object> client, Path state) {
        Map<String, Object> settings = new HashMap<>();
        settings.put(StageConfig.SHARDS, SHARDS);
        settings.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, THREADS);
        settings.putAll(client);
        settings.put(StageConfig.HTTP_PORT, 0);
        settings.put(StreamsConfig.STATE_DIR_CONFIG, state.toString());
        return settings;
    }

    static int shards(Map<String, ?> settings) {
        Object set = settings.get(StageConfig.SHARDS);
        return set == null ? SHARDS : Integer.parseInt(set.toString());
    }

    Map<String, Object> client() {
        return new HashMap<>(client);
    }

    /** Requests that wait in the stage. */
    long backlog() {
        return (long) stage.registry().get(MeterNames.BACKLOG).gauge().value();
    }

    /** Origins that the stage has met. */
    long origins() {
        return (long) stage.registry().get(MeterNames.ORIGINS).gauge().value();
    }

    /** What the stage has counted. */
    double counted(String meter) {
        return stage.registry().get(meter).counter().count();
    }

    double counted(String meter, String tag, Enum<?> value) {
        return stage.registry()
                .get(meter)
                .tag(tag, value.name().toLowerCase(Locale.ROOT))
                .counter()
                .count();
    }

    /** Gives up all that waits for an origin, and whatever comes for it. */
    void block(String originKey) {
        SortedMap<String, Optional<OriginPolicy>> change = new TreeMap<>();
        change.put(
                originKey,
                Optional.of(OriginPolicy.newBuilder().setBlocked(true).build()));
        new TopicTable<OriginPolicy>(TopicNames.POLICIES, client()).write(change);
    }

    /** Throws if the stage has stopped by itself. */
    void check() {
        if (!stage.live()) {
            throw new CliException("the stage stopped by itself: " + String.join("; ", stage.complaints()));
        }
    }

    private void awaitReady() {
        long deadline = System.nanoTime() + READY_MAX.toNanos();
        while (!stage.ready()) {
            if (!stage.live() || System.nanoTime() - deadline > 0) {
                String why = String.join("; ", stage.complaints());
                close();
                throw new CliException("the stage did not get ready: " + why);
            }
            LockSupport.parkNanos(LOOK_AGAIN.toNanos());
        }
    }

    @Override
    public void close() {
        stage.close();
    }
}

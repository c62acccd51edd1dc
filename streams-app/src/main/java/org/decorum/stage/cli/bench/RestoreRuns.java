package org.decorum.stage.cli.bench;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.streams.KafkaStreams;
import org.decorum.stage.bench.bare.BareApp;
import org.decorum.stage.bench.bare.BareTopology;
import org.decorum.stage.bench.bare.RestoreClock;
import org.decorum.stage.cli.CliException;
import org.decorum.stage.cli.LocalFiles;
import org.decorum.stage.config.StageConfig;
import org.decorum.stage.metrics.MeterNames;
import org.decorum.stage.metrics.MicrometerStageMeters;
import org.decorum.stage.runtime.DataDirectory;
import org.decorum.stage.runtime.StageRuntime;
import org.decorum.stage.runtime.Topics;
import org.decorum.stage.store.StoreNames;

/** Restores of a stage that has lost its local files, and of a bare application that reads the same changelogs. */
final class RestoreRuns {

    private static final List<String> STORES = List.of(StoreNames.ORIGINS, StoreNames.BACKLOG, StoreNames.DEFERRED);

    /** With something in them: an empty one need not be restored, and nothing is deferred here. */
    private static final int CHANGELOGS_PER_SHARD = 2;

    private static final Duration LOOK_AGAIN = Duration.ofMillis(5);
    private static final Duration RESTORED_MAX = Duration.ofSeconds(300);

    private final long origins;
    private final Map<String, String> settings;
    private final BenchKafka kafka;
    private final Measurement run;

    /** @param settings of the stage, which the bare application has as well where they are Kafka's */
    RestoreRuns(long origins, Map<String, String> settings, BenchKafka kafka, Measurement run) {
        this.origins = origins;
        this.settings = settings;
        this.kafka = kafka;
        this.run = run;
    }

    /**
     * One restore.
     *
     * @param storesSeconds from its first record until all tasks run
     * @param seconds from its first record until it works: a stage knows when each of its origins is due
     * @param records that were read
     */
    record Restored(double storesSeconds, double seconds, long records) {}

    /** The stage meets all origins, and gets a URL for each that waits. */
    void fill() throws InterruptedException {
        try (StageLoad load =
                StageLoad.open(settings, kafka, run, HeldOrigins.policies(), (release, nowMicros) -> {})) {
            LoadRun runs = new LoadRun(run, kafka);
            HeldOrigins.meet(runs, origins, load.publisher(), load.requests(HeldOrigins::url), load);
            HeldOrigins.hold(
                    runs,
                    origins,
                    load.publisher(),
                    load.requests(HeldOrigins::url),
                    new Waiting(load, load.world()::backlog));
        }
        try (Admin admin = Admin.create(kafka.address().client())) {
            new Topics(admin, BenchWorld.shards(settings), Optional.empty()).create(BareTopology.SOURCE);
        }
    }

    /** Until each origin has been met, and is due when it should be. */
    Restored stage() throws IOException, InterruptedException {
        DataDirectory own = emptied("stage");
        StageConfig config = new StageConfig(BenchWorld.settings(client(), own.state()));
        MeterRegistry meters = new SimpleMeterRegistry();
        try (StageRuntime stage = new StageRuntime(config, new MicrometerStageMeters(meters))) {
            RestoreClock clock = RestoreClock.on(stage.streams());
            stage.start();
            await(
                    "the stage",
                    stage::live,
                    () -> isRestored(clock, stage.streams().state()),
                    () -> stage.streams().state() + ", " + words(clock));
            double stores = secondsSince(clock);
            await(
                    "the stage's origins",
                    stage::live,
                    () -> gauge(meters, MeterNames.ORIGINS) >= origins && gauge(meters, MeterNames.BACKLOG) >= origins,
                    () -> gauge(meters, MeterNames.ORIGINS) + " of " + origins + " met, of which "
                            + gauge(meters, MeterNames.BACKLOG) + " wait");
            return new Restored(stores, secondsSince(clock), clock.records());
        }
    }

    /** Until all tasks run. */
    Restored bare() throws IOException, InterruptedException {
        DataDirectory own = emptied("bare");
        StageConfig config = new StageConfig(BenchWorld.settings(client(), own.state()));
        Map<String, Object> bare = new HashMap<>(config.kafkaSettings());
        bare.put(StageConfig.ROCKSDB_MEMORY_BYTES, config.getLong(StageConfig.ROCKSDB_MEMORY_BYTES));
        try (BareApp app = BareApp.restoring(bare, BenchKafka.APPLICATION, STORES)) {
            await(
                    "the bare application",
                    () -> !app.hasFailed(),
                    () -> app.isRunning() && app.restore().restored() >= changelogs(),
                    () -> words(app.restore()));
            double seconds = secondsSince(app.restore());
            return new Restored(seconds, seconds, app.restore().records());
        }
    }

    private int changelogs() {
        return CHANGELOGS_PER_SHARD * BenchWorld.shards(settings);
    }

    private boolean isRestored(RestoreClock clock, KafkaStreams.State state) {
        return state == KafkaStreams.State.RUNNING && clock.restored() >= changelogs();
    }

    private String words(RestoreClock clock) {
        return clock.restored() + " of at least " + changelogs() + " changelogs, " + clock.records() + " records";
    }

    private static double gauge(MeterRegistry meters, String name) {
        return meters.get(name).gauge().value();
    }

    private static double secondsSince(RestoreClock clock) {
        return (System.nanoTime() - clock.beganNanos()) / 1e9;
    }

    private void await(String what, BooleanSupplier lives, BooleanSupplier condition, Supplier<String> state)
            throws InterruptedException {
        long deadlineNanos = System.nanoTime() + RESTORED_MAX.toNanos();
        while (!condition.getAsBoolean()) {
            kafka.check();
            if (!lives.getAsBoolean()) {
                throw new CliException(what + " stopped by itself: -v shows why");
            }
            if (System.nanoTime() - deadlineNanos > 0) {
                throw new CliException(
                        what + ": not restored within " + RESTORED_MAX.toSeconds() + " s: " + state.get());
            }
            run.progress(() -> "restoring " + what + ": " + state.get());
            run.rest(LOOK_AGAIN);
        }
    }

    private DataDirectory emptied(String name) throws IOException {
        Path path = run.data().state().resolve(name);
        DataDirectory directory = new DataDirectory(path);
        LocalFiles.clear(directory);
        return directory;
    }

    private Map<String, Object> client() {
        Map<String, Object> client = new HashMap<>(settings);
        client.putAll(kafka.address().client());
        return client;
    }
}

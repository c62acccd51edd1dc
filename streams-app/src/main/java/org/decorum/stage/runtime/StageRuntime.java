package org.decorum.stage.runtime;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KafkaStreams.State;
import org.apache.kafka.streams.StreamsConfig;
import org.decorum.core.rate.Micros;
import org.decorum.stage.config.KafkaDefaults;
import org.decorum.stage.config.StageConfig;
import org.decorum.stage.error.Stop;
import org.decorum.stage.error.ThreadRestarts;
import org.decorum.stage.generation.Generation;
import org.decorum.stage.metrics.HealthGauges;
import org.decorum.stage.metrics.StageMeters;
import org.decorum.stage.query.OriginQueries;
import org.decorum.stage.store.BoundedRocksDb;
import org.decorum.stage.store.RestoreWatch;
import org.decorum.stage.topology.FencedClients;
import org.decorum.stage.topology.StageTopology;
import org.decorum.wire.WireConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The stage as a running Kafka Streams application. */
public final class StageRuntime implements Service {

    private static final Logger LOG = LoggerFactory.getLogger(StageRuntime.class);

    /** Less than a supervisor waits before it kills. */
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(20);

    /** Far more than between two commits, and a second more than a transaction may take. */
    private static final Duration SILENCE_MIN = Duration.ofSeconds(5);

    /** A commit that is due may wait for a long tick, or for a broker that is busy. */
    private static final int COMMITS_MISSED_MAX = 10;

    private static final Duration HEARTBEAT_AGE_MAX = Duration.ofSeconds(10);
    private static final long LOOK_MILLIS = 1_000;

    private final Generations generations;
    private final KafkaStreams streams;
    private final OriginQueries origins;
    private final ThreadRestarts restarts;
    private final StreamThreads threads;
    private final RestoreWatch restores = new RestoreWatch(System::nanoTime);
    private final CommitPulse pulse;
    private final ScheduledExecutorService looks;

    public StageRuntime(StageConfig config, StageMeters meters) {
        Properties settings = KafkaDefaults.under(config.kafkaSettings());
        this.generations = new Generations(settings);
        Generation generation = generationInForce(config.getInt(StageConfig.SHARDS));
        StageTopology topology = new StageTopology(
                config,
                new WireConfig(config.originals()).registry(),
                meters,
                generation,
                () -> generations.confirm(generation));
        settings.put(StreamsConfig.APPLICATION_ID_CONFIG, generation.applicationId());
        settings.putIfAbsent(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, BoundedRocksDb.class);
        settings.put(StageConfig.ROCKSDB_MEMORY_BYTES, config.getLong(StageConfig.ROCKSDB_MEMORY_BYTES));
        this.streams = new KafkaStreams(topology.build(), settings, new FencedClients());
        this.origins = new OriginQueries(
                streams,
                config.keyer(),
                topology.aliases(),
                topology.policies(),
                () -> Micros.ofMillis(System.currentTimeMillis() + config.clockOffsetMillis()));
        this.restarts = new ThreadRestarts(meters::threadRestarted, System::currentTimeMillis);
        streams.setUncaughtExceptionHandler(restarts);
        streams.setGlobalStateRestoreListener(restores);
        this.threads = new StreamThreads(streams);
        this.pulse = new CommitPulse(silenceMax(settings), HEARTBEAT_AGE_MAX);
        this.looks = Executors.newSingleThreadScheduledExecutor(work -> {
            Thread thread = new Thread(work, "decorum-pulse");
            thread.setDaemon(true);
            return thread;
        });
        meters.watch(new HealthGauges() {
            @Override
            public boolean ready() {
                return StageRuntime.this.ready();
            }

            @Override
            public double commitAgeSeconds() {
                return pulse.ageSeconds();
            }
        });
    }

    private static Duration silenceMax(Properties settings) {
        long commitMillis = new StreamsConfig(settings).getLong(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG);
        Duration missed = Duration.ofMillis(COMMITS_MISSED_MAX * commitMillis);
        return missed.compareTo(SILENCE_MIN) > 0 ? missed : SILENCE_MIN;
    }

    private Generation generationInForce(int configuredShards) {
        Generation generation;
        try {
            generation = generations.inForce(configuredShards);
        } catch (RuntimeException refused) {
            generations.close();
            throw refused;
        }
        LOG.info("{} is in force", generation);
        if (generation.shards() != configuredShards) {
            LOG.info(
                    "{}={} counts for the first start only, and is not in force: decorum reshard changes the shards",
                    StageConfig.SHARDS,
                    configuredShards);
        }
        return generation;
    }

    /** What this instance knows of its origins. */
    public OriginQueries origins() {
        return origins;
    }

    /** For metrics of the client itself. */
    public KafkaStreams streams() {
        return streams;
    }

    @Override
    public void start() {
        streams.start();
        var unused = looks.scheduleWithFixedDelay(this::look, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void look() {
        try {
            pulse.look(threads.beats(), System.nanoTime());
        } catch (RuntimeException stopping) {
            // The threads went while they were looked at; the next look sees what became of them.
            LOG.debug("The stream threads cannot be looked at", stopping);
        }
    }

    @Override
    public boolean live() {
        return streams.state() != State.ERROR && streams.state() != State.NOT_RUNNING;
    }

    @Override
    public boolean ready() {
        return complaints().isEmpty();
    }

    @Override
    public List<String> complaints() {
        if (restarts.stop().isPresent()) {
            return List.of(restarts.stop().get().sentence());
        }
        State state = streams.state();
        List<String> complaints = new ArrayList<>();
        if (state != State.RUNNING) {
            complaints.add("Kafka Streams is " + state + " (expected: " + State.RUNNING + ")");
        }
        complaints.addAll(threads.complaints());
        complaints.addAll(restores.complaints());
        complaints.addAll(pulse.complaints());
        return complaints;
    }

    @Override
    public Optional<Stop> stopped() {
        return restarts.stop();
    }

    /** Leaves the group, so that others take over at once instead of after the session timeout. */
    @Override
    public void close() {
        looks.shutdownNow();
        streams.close(CloseOptions.timeout(CLOSE_TIMEOUT)
                .withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP));
        generations.close();
    }
}

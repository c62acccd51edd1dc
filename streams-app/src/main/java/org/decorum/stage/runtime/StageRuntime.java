package org.decorum.stage.runtime;

import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KafkaStreams.State;
import org.apache.kafka.streams.StreamsConfig;
import org.decorum.core.rate.Micros;
import org.decorum.stage.config.KafkaDefaults;
import org.decorum.stage.config.StageConfig;
import org.decorum.stage.error.ThreadRestarts;
import org.decorum.stage.generation.Generation;
import org.decorum.stage.metrics.StageMeters;
import org.decorum.stage.query.OriginQueries;
import org.decorum.stage.store.BoundedRocksDb;
import org.decorum.stage.topology.StageTopology;
import org.decorum.wire.WireConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The stage as a running Kafka Streams application. */
public final class StageRuntime implements Service {

    /** Less than a supervisor waits before it kills. */
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(20);

    private static final Logger LOG = LoggerFactory.getLogger(StageRuntime.class);

    private final Generations generations;
    private final KafkaStreams streams;
    private final OriginQueries origins;

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
        this.streams = new KafkaStreams(topology.build(), settings);
        this.origins = new OriginQueries(
                streams,
                config.keyer(),
                topology.aliases(),
                topology.policies(),
                () -> Micros.ofMillis(System.currentTimeMillis() + config.clockOffsetMillis()));
        streams.setUncaughtExceptionHandler(new ThreadRestarts(System::currentTimeMillis));
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
    }

    @Override
    public boolean live() {
        return streams.state() != State.ERROR && streams.state() != State.NOT_RUNNING;
    }

    @Override
    public boolean ready() {
        return streams.state() == State.RUNNING;
    }

    @Override
    public List<String> complaints() {
        return ready() ? List.of() : List.of("Kafka Streams is " + streams.state() + " (expected: RUNNING)");
    }

    /** Leaves the group, so that others take over at once instead of after the session timeout. */
    @Override
    public void close() {
        streams.close(CloseOptions.timeout(CLOSE_TIMEOUT)
                .withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP));
        generations.close();
    }
}

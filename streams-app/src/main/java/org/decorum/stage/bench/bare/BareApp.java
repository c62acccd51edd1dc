package org.decorum.stage.bench.bare;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.decorum.stage.config.KafkaDefaults;
import org.decorum.stage.store.BoundedRocksDb;

/** {@link BareTopology} or {@link BareStores}, running with what the stage would run with. */
public final class BareApp implements AutoCloseable {

    private static final Duration CLOSE_MAX = Duration.ofSeconds(20);

    private final KafkaStreams streams;
    private final RestoreClock restore;

    private BareApp(KafkaStreams streams) {
        this.streams = streams;
        this.restore = RestoreClock.on(streams);
    }

    /**
     * Starts it; it works once it {@link #isRunning}.
     *
     * @param settings of Kafka, as a stage has them
     */
    public static BareApp start(Map<String, Object> settings, int partitions) {
        return start(settings, BareTopology.APPLICATION_ID, BareTopology.of(partitions));
    }

    /**
     * Starts one that reads the stores of another application, which must not run.
     *
     * @param settings of Kafka, as a stage has them
     */
    public static BareApp restoring(Map<String, Object> settings, String applicationId, List<String> stores) {
        return start(settings, applicationId, BareStores.of(stores));
    }

    private static BareApp start(Map<String, Object> settings, String applicationId, Topology topology) {
        Map<String, Object> own = new HashMap<>(settings);
        own.put(StreamsConfig.APPLICATION_ID_CONFIG, applicationId);
        Properties properties = KafkaDefaults.under(own);
        properties.putIfAbsent(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, BoundedRocksDb.class);
        BareApp app = new BareApp(new KafkaStreams(topology, properties));
        app.streams.start();
        return app;
    }

    public boolean isRunning() {
        return streams.state() == KafkaStreams.State.RUNNING;
    }

    /** How it reads what its stores held before. */
    public RestoreClock restore() {
        return restore;
    }

    /** Whether it has stopped by itself. */
    public boolean hasFailed() {
        return streams.state() == KafkaStreams.State.ERROR || streams.state() == KafkaStreams.State.NOT_RUNNING;
    }

    @Override
    public void close() {
        streams.close(CloseOptions.timeout(CLOSE_MAX)
                .withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP));
    }
}

package org.decorum.stage.bench.bare;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.decorum.stage.config.KafkaDefaults;
import org.decorum.stage.store.BoundedRocksDb;

/** {@link BareTopology}, running with what the stage would run with. */
public final class BareApp implements AutoCloseable {

    private static final Duration CLOSE_MAX = Duration.ofSeconds(20);

    private final KafkaStreams streams;

    private BareApp(KafkaStreams streams) {
        this.streams = streams;
    }

    /**
     * Starts it; it works once it {@link #isRunning}.
     *
     * @param settings of Kafka, as a stage has them
     */
    public static BareApp start(Map<String, Object> settings, int partitions) {
        Map<String, Object> own = new HashMap<>(settings);
        own.put(StreamsConfig.APPLICATION_ID_CONFIG, BareTopology.APPLICATION_ID);
        Properties properties = KafkaDefaults.under(own);
        properties.putIfAbsent(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, BoundedRocksDb.class);
        KafkaStreams streams = new KafkaStreams(BareTopology.of(partitions), properties);
        streams.start();
        return new BareApp(streams);
    }

    public boolean isRunning() {
        return streams.state() == KafkaStreams.State.RUNNING;
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

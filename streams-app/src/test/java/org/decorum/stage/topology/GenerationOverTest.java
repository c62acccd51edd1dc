package org.decorum.stage.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TopologyTestDriver;
import org.decorum.stage.config.KafkaDefaults;
import org.decorum.stage.config.StageConfig;
import org.decorum.stage.error.GenerationOverException;
import org.decorum.stage.generation.Generation;
import org.decorum.stage.metrics.MicrometerStageMeters;
import org.decorum.wire.registry.SchemaRegistries;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No task of a generation that is over works. */
class GenerationOverTest {

    /** Those that read requests and feedback, and those that own origins. */
    private static final int WORKERS = 3;

    @TempDir
    Path directory;

    @Test
    void everyTaskAsksBeforeItWorks() {
        AtomicInteger asked = new AtomicInteger();
        driver(asked::incrementAndGet).close();
        assertThat(asked).hasValue(WORKERS);

        for (int refused = 1; refused <= WORKERS; refused++) {
            int last = refused;
            asked.set(0);
            assertThatThrownBy(() -> driver(() -> {
                        if (asked.incrementAndGet() == last) {
                            throw new GenerationOverException("over");
                        }
                    }))
                    .hasRootCauseInstanceOf(GenerationOverException.class);
        }
    }

    private TopologyTestDriver driver(Runnable confirmation) {
        Map<String, Object> settings = Map.of(
                StageConfig.SCHEMA_REGISTRY_URL,
                "mock://unused",
                StreamsConfig.STATE_DIR_CONFIG,
                directory.resolve(UUID.randomUUID().toString()).toString(),
                StreamsConfig.BOOTSTRAP_SERVERS_CONFIG,
                "unused:9092");
        StageConfig config = new StageConfig(settings);
        StageTopology topology = new StageTopology(
                config,
                SchemaRegistries.of("mock://" + UUID.randomUUID()),
                new MicrometerStageMeters(new SimpleMeterRegistry()),
                Generation.first("decorum", 1),
                confirmation);
        return new TopologyTestDriver(topology.build(), KafkaDefaults.under(config.kafkaSettings()));
    }
}

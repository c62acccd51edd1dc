package org.decorum.stage.cli.demo;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.decorum.core.origin.KeyResult;
import org.decorum.core.origin.OriginKeyer;
import org.decorum.core.policy.Policy;
import org.decorum.core.rate.Micros;
import org.decorum.schema.OriginPolicy;
import org.decorum.stage.cli.StageProcess;
import org.decorum.stage.config.StageConfig;
import org.decorum.stage.policy.PolicyBook;
import org.decorum.stage.runtime.DataDirectory;
import org.decorum.stage.runtime.LocalKafka;
import org.decorum.stage.sim.farm.Budget;
import org.decorum.stage.sim.farm.FarmReport;
import org.decorum.stage.sim.farm.FarmSettings;
import org.decorum.stage.sim.farm.OriginFarm;
import org.decorum.stage.topology.TopicNames;
import org.decorum.wire.AvroSerializer;

/** Everything a demo needs, in one process: Kafka, the farm, the stage and the fetchers. Closed in reverse order. */
final class DemoWorld implements AutoCloseable {

    /** Of the stage and of each topic. */
    private static final int SHARDS = 8;

    private static final int THREADS = 2;

    private final DemoSettings settings;
    private final Map<String, OriginPolicy> policies;
    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final Map<String, Object> client;
    private final Optional<OriginFarm> farm;
    private final StageProcess stage;
    private final OriginKeyer keyer;
    private final PolicyBook inForce;

    DemoWorld(
            DemoSettings settings,
            Map<String, OriginPolicy> policies,
            Map<String, String> userSettings,
            LocalKafka kafka,
            DataDirectory data) {
        this.settings = settings;
        this.policies = policies;
        this.client = clientSettings(userSettings, kafka);
        Map<String, Object> stageSettings = stageSettings(data);
        StageConfig config = new StageConfig(stageSettings);
        this.keyer = config.keyer();
        this.inForce = new PolicyBook(config.defaultPolicy(), keyer);
        policies.forEach(inForce::set);
        StageProcess.prepareTopics(new HashMap<>(client), true, SHARDS);
        // Before the stage, which reads all policies before it does anything else.
        publishPolicies();
        this.farm = settings.live()
                ? Optional.empty()
                : Optional.of(OriginFarm.start(
                        FarmSettings.friendly(settings.seed())
                                .withMedianMicros(Micros.ofMillis(settings.latencyMillis())),
                        this::originOf));
        farm.ifPresent(open::push);
        this.stage = StageProcess.start(stageSettings);
        open.push(stage);
    }

    StageProcess stage() {
        return stage;
    }

    Map<String, Object> clientSettings() {
        return new HashMap<>(client);
    }

    DemoFleet startFleet() {
        DemoFleet fleet = DemoFleet.start(
                settings.fetchers(), settings.inFlightMax(), SHARDS, client, farm.map(OriginFarm::address));
        open.push(fleet);
        return fleet;
    }

    /** The origins' own logs against their budgets; empty for a live crawl. */
    Optional<FarmReport> report() {
        return farm.map(running -> FarmReport.of(running.logs(), Function.identity(), this::budgetOf));
    }

    @Override
    public void close() {
        while (!open.isEmpty()) {
            try {
                open.pop().close();
            } catch (Exception failure) {
                throw new IllegalStateException("the demo could not be closed", failure);
            }
        }
    }

    private static Map<String, Object> clientSettings(Map<String, String> userSettings, LocalKafka kafka) {
        Map<String, Object> client = new HashMap<>(userSettings);
        client.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers());
        client.put(StageConfig.SCHEMA_REGISTRY_URL, kafka.registryUrl());
        return client;
    }

    private Map<String, Object> stageSettings(DataDirectory data) {
        Map<String, Object> stageSettings = new HashMap<>();
        stageSettings.put(StageConfig.SHARDS, SHARDS);
        stageSettings.put(StageConfig.HTTP_PORT, 0);
        stageSettings.put(StageConfig.DEFAULT_INTERVAL_MS, settings.intervalMillis());
        stageSettings.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, THREADS);
        if (!settings.live()) {
            stageSettings.put(StageConfig.SSRF_ALLOW_CIDRS, DemoFleet.LOOPBACK);
        }
        stageSettings.putAll(client);
        stageSettings.put(StreamsConfig.STATE_DIR_CONFIG, data.state().toString());
        return stageSettings;
    }

    private void publishPolicies() {
        AvroSerializer<OriginPolicy> values = new AvroSerializer<>();
        values.configure(client, false);
        try (Producer<String, OriginPolicy> producer =
                new KafkaProducer<>(new HashMap<>(client), new StringSerializer(), values)) {
            policies.forEach((origin, policy) -> {
                var unused = producer.send(new ProducerRecord<>(TopicNames.POLICIES, origin, policy));
            });
            producer.flush();
        }
    }

    private String originOf(String host, String path) {
        return keyer.key("http://" + host + path) instanceof KeyResult.Keyed keyed ? keyed.originKey() : host;
    }

    private Budget budgetOf(String originKey) {
        Policy policy = inForce.of(originKey);
        long interval = policy.origin().intervalMicros();
        int burst = Math.toIntExact(1 + policy.origin().toleranceMicros() / interval);
        return new Budget(interval, burst, policy.slotMicrosFor(interval));
    }
}

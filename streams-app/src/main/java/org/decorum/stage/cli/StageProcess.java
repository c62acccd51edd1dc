package org.decorum.stage.cli;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.decorum.stage.config.StageConfig;
import org.decorum.stage.error.Stop;
import org.decorum.stage.http.StageServer;
import org.decorum.stage.metrics.MicrometerStageMeters;
import org.decorum.stage.metrics.RuntimeMeters;
import org.decorum.stage.runtime.FailoverTimeouts;
import org.decorum.stage.runtime.StageRuntime;
import org.decorum.stage.runtime.TopicCheck;
import org.decorum.stage.runtime.Topics;

/** One stage with its meters and its HTTP side, in this process. */
public final class StageProcess implements AutoCloseable {
    private final PrometheusMeterRegistry registry;
    private final RuntimeMeters runtimeMeters;
    private final StageRuntime stage;
    private final StageServer server;

    private StageProcess(
            PrometheusMeterRegistry registry, RuntimeMeters runtimeMeters, StageRuntime stage, StageServer server) {
        this.registry = registry;
        this.runtimeMeters = runtimeMeters;
        this.stage = stage;
        this.server = server;
    }

    /** Starts a stage; it works once it is {@link #ready()}. */
    public static StageProcess start(Map<String, ?> settings) {
        StageConfig config = new StageConfig(settings);
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        StageRuntime stage = new StageRuntime(config, new MicrometerStageMeters(registry));
        StageServer server = StageServer.start(
                config.getString(StageConfig.HTTP_HOST),
                config.getInt(StageConfig.HTTP_PORT),
                stage,
                stage.origins(),
                registry);
        RuntimeMeters runtimeMeters = new RuntimeMeters(registry);
        runtimeMeters.bind(stage.streams());
        stage.start();
        return new StageProcess(registry, runtimeMeters, stage, server);
    }

    /** Creates or only checks the topics that the stage needs; fails with advice when one is not usable. */
    public static void prepareTopics(Map<String, Object> clientSettings, boolean create, int partitions) {
        try (Admin admin = Admin.create(clientSettings)) {
            Topics topics = new Topics(admin, partitions, Optional.empty());
            List<TopicCheck> checks = create ? topics.ensure() : topics.check();
            checks.stream().filter(check -> !check.usable()).findFirst().ifPresent(check -> {
                throw new CliException("topic " + check.topic().name() + ": "
                        + check.state().name().toLowerCase(Locale.ROOT) + ": " + check.detail());
            });
        }
    }

    /** What lets another instance take over sooner, as far as the brokers allow. */
    static Map<String, String> failoverTimeouts(Map<String, Object> clientSettings, Map<String, String> settings) {
        try (Admin admin = Admin.create(clientSettings)) {
            return FailoverTimeouts.allowedBy(admin, settings);
        }
    }

    public boolean live() {
        return stage.live();
    }

    public boolean ready() {
        return stage.ready();
    }

    public List<String> complaints() {
        return stage.complaints();
    }

    /** Why it stopped, when nobody asked it to. */
    public Optional<Stop> stopped() {
        return stage.stopped();
    }

    /** Where metrics, health and the page for people are served. */
    public String url() {
        return server.url();
    }

    public PrometheusMeterRegistry registry() {
        return registry;
    }

    /** The HTTP side goes last: while the stage stops, it says so. */
    @Override
    public void close() {
        stage.close();
        server.close();
        runtimeMeters.close();
        registry.close();
    }
}

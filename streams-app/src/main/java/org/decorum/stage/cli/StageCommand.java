package org.decorum.stage.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.streams.StreamsConfig;
import org.decorum.stage.config.StageConfig;
import org.decorum.stage.runtime.DataDirectory;
import org.decorum.stage.runtime.DirectoryLock;
import org.decorum.stage.runtime.LocalKafka;
import org.decorum.stage.runtime.ShutdownRequest;
import org.decorum.stage.runtime.Topics;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs one stage until it is asked to stop. */
@Command(
        name = "stage",
        header = "Run the stage: the part that decides when each URL may be fetched.",
        description = {
            "",
            "Any number of stages with the same application.id share the work; each needs a data directory of its own. "
                    + "Runs until SIGTERM or Ctrl-C, then hands its origins over and leaves.",
            ""
        },
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:it was asked to stop, and did",
            "1:it could not start: Kafka, a topic or a port",
            "2:the command line or a setting was wrong",
            "3:out of memory (the JVM's code)",
            "10:Kafka refuses what the stage needs to do: no authorization",
            "11:what is stored of an origin cannot be read",
            "12:its threads failed more than ten times in a minute",
            "13:the process itself is broken, as by a missing class",
            "14:policies and aliases cannot be followed any more",
            "15:a reshard is under way, or has put another generation in force",
            "143, 137:killed from outside before it had closed"
        },
        footer = {
            "",
            "While Kafka or the registry is away, a stage waits, and says so at /health/ready; it does not exit.",
            "",
            "Examples:",
            "  decorum stage --embedded                        with its own Kafka, on this machine",
            "  decorum stage -b kafka-1:9092 -r http://registry:8081",
            "  decorum stage --config stage.properties -D num.stream.threads=4",
            "  decorum stage --embedded -D decorum.default.interval.ms=1000"
        })
final class StageCommand extends KafkaCommand {
    private static final Duration LOOK_AGAIN = Duration.ofMillis(200);

    @Option(
            names = "--embedded",
            description = "Run a Kafka broker and a schema registry in this process, and create the topics.")
    private boolean embedded;

    @Mixin
    private EmbeddedOptions embeddedOptions = new EmbeddedOptions();

    @Option(names = "--create-topics", description = "Create the topics that are missing.")
    private boolean createTopics;

    @Option(
            names = "--partitions",
            paramLabel = "N",
            defaultValue = "" + Topics.PARTITIONS,
            description = "Partitions of each topic that is created. Default: ${DEFAULT-VALUE}.")
    private int partitions;

    @Option(
            names = "--http-port",
            paramLabel = "PORT",
            description = "Port of metrics and health; 0 takes a free one. Sets " + StageConfig.HTTP_PORT + ".")
    private @Nullable Integer httpPort;

    @Option(
            names = "--http-host",
            paramLabel = "ADDRESS",
            description = "Address of metrics and health; 0.0.0.0 for all. Sets " + StageConfig.HTTP_HOST + ".")
    private @Nullable String httpHost;

    private final long startedNanos = System.nanoTime();

    @Override
    public Integer call() throws IOException, InterruptedException {
        check();
        ShutdownRequest shutdown = ShutdownRequest.listen();
        return shutdown.during(
                ExitCode.FAILED,
                () -> embedded ? runEmbedded(shutdown) : run(connection.settings(), createTopics, shutdown));
    }

    private void check() {
        requirePorts(embeddedOptions);
        requireAtLeast("--partitions", partitions, 1);
        if (httpPort != null) {
            requirePort("--http-port", httpPort);
        }
        Map<String, Object> settings = new HashMap<>(connection.settings());
        var unused = new StageConfig(settings);
    }

    private int runEmbedded(ShutdownRequest shutdown) throws InterruptedException {
        try (LocalKafka kafka = embeddedOptions.start(embeddedOptions.data())) {
            Map<String, String> settings = connection.settings();
            settings.put(ConnectionOptions.BOOTSTRAP_SERVERS, kafka.bootstrapServers());
            settings.put(ConnectionOptions.SCHEMA_REGISTRY_URL, kafka.registryUrl());
            return run(settings, true, shutdown);
        }
    }

    private int run(Map<String, String> settings, boolean create, ShutdownRequest shutdown)
            throws InterruptedException {
        DataDirectory data = embeddedOptions.data();
        settings.putIfAbsent(StreamsConfig.STATE_DIR_CONFIG, data.state().toString());
        if (httpPort != null) {
            settings.put(StageConfig.HTTP_PORT, httpPort.toString());
        }
        if (httpHost != null) {
            settings.put(StageConfig.HTTP_HOST, httpHost);
        }
        Map<String, Object> client = connection.clientSettings();
        client.putAll(settings);
        StageProcess.prepareTopics(new HashMap<>(client), create, partitions);
        settings.putAll(StageProcess.failoverTimeouts(client, settings));
        try (DirectoryLock lock = DirectoryLock.acquire(data.state());
                StageProcess stage = StageProcess.start(new HashMap<>(settings))) {
            say("Kafka " + settings.get(ConnectionOptions.BOOTSTRAP_SERVERS) + ", schema registry "
                    + settings.get(ConnectionOptions.SCHEMA_REGISTRY_URL) + ", files in " + data.root());
            say("health and metrics: " + stage.url());
            return watch(stage, shutdown);
        }
    }

    private int watch(StageProcess stage, ShutdownRequest shutdown) throws InterruptedException {
        boolean announced = false;
        while (!shutdown.await(LOOK_AGAIN)) {
            if (!stage.live()) {
                throw new CliException(
                        stage.stopped().map(stop -> ExitCode.of(stop.cause())).orElse(ExitCode.FAILED),
                        "the stage stopped by itself: " + String.join("; ", stage.complaints())
                                + ". Its log says where; -v shows more.");
            }
            if (!announced && stage.ready()) {
                announced = true;
                say(String.format(Locale.ROOT, "ready after %.1f s. Publish with: decorum publish FILE", seconds()));
            }
        }
        say("stopping …");
        return ExitCode.OK;
    }

    private void say(String text) {
        out().println(text);
        out().flush();
    }

    private double seconds() {
        return (System.nanoTime() - startedNanos) / (double) TimeUnit.SECONDS.toNanos(1);
    }
}

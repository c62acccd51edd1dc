package org.decorum.stage.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.decorum.stage.runtime.BrokerNode;
import org.decorum.stage.runtime.EmbeddedBroker;
import org.decorum.stage.runtime.ShutdownRequest;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs one node of a cluster on loopback; for the chaos harness, so nobody is told of it. */
@Command(
        name = "broker",
        hidden = true,
        header = "Run one node of a Kafka cluster on loopback, broker and controller in one.",
        description = {"", "For tests of a fleet on one machine. Runs until SIGTERM or Ctrl-C.", ""},
        mixinStandardHelpOptions = true)
final class BrokerCommand implements Callable<Integer> {

    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

    @Option(names = "--id", required = true, paramLabel = "N", description = "Node id.")
    private int id;

    @Option(names = "--cluster", required = true, paramLabel = "ID", description = "Cluster id, 22 characters base64.")
    private String cluster = "";

    @Option(names = "--port", required = true, paramLabel = "PORT", description = "Port for clients.")
    private int port;

    @Option(
            names = "--controller",
            required = true,
            paramLabel = "ID=PORT",
            description = "Port of a node's controller; once for each node of the cluster.")
    private Map<Integer, Integer> controllers = new LinkedHashMap<>();

    @Option(names = "--data-dir", required = true, paramLabel = "DIR", description = "Where the node keeps its data.")
    private Path directory = Path.of("");

    @Option(names = "-D", paramLabel = "KEY=VALUE", description = "One setting of the broker. May be repeated.")
    private Map<String, String> overrides = new LinkedHashMap<>();

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        BrokerNode node = node();
        ShutdownRequest shutdown = ShutdownRequest.listenUntilStarted();
        int exitCode = ExitCode.FAILED;
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory, node)) {
            shutdown.closeInOrder();
            CommandLine commandLine = commandLine();
            commandLine.getOut().println("serving " + broker.bootstrapServers());
            commandLine.getOut().flush();
            while (!shutdown.await(LOOK_AGAIN)) {
                // Nothing to look after: the broker works on threads of its own.
            }
            exitCode = ExitCode.OK;
        } finally {
            shutdown.done(exitCode);
        }
        return exitCode;
    }

    private BrokerNode node() {
        try {
            return new BrokerNode(cluster, id, port, controllers, overrides);
        } catch (IllegalArgumentException invalid) {
            throw new ParameterException(commandLine(), String.valueOf(invalid.getMessage()));
        }
    }

    private CommandLine commandLine() {
        if (spec == null) {
            throw new IllegalStateException("a command runs only below the command line that parsed it");
        }
        return spec.commandLine();
    }
}

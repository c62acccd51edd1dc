package org.decorum.stage.cli;

import java.io.PrintWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.config.ConfigException;
import org.decorum.stage.config.StageConfig;
import org.decorum.stage.runtime.Topics;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi.Style;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What the commands that talk to Kafka share. */
public abstract class KafkaCommand implements Callable<Integer> {
    private static final int PORT_MAX = 65_535;

    @Mixin
    protected final ConnectionOptions connection = new ConnectionOptions();

    @Spec
    private @Nullable CommandSpec spec;

    protected final PrintWriter out() {
        return commandSpec().commandLine().getOut();
    }

    protected final PrintWriter err() {
        return commandSpec().commandLine().getErr();
    }

    protected final ParameterException usage(String message) {
        return new ParameterException(commandSpec().commandLine(), message);
    }

    /** The settings as the stage would read them. */
    protected final StageConfig stageConfig() {
        try {
            return new StageConfig(connection.settings());
        } catch (ConfigException invalid) {
            throw usage(String.valueOf(invalid.getMessage()));
        }
    }

    /** As exact as records are. */
    protected static Instant now() {
        return Instant.now().truncatedTo(ChronoUnit.MICROS);
    }

    /** The text, in colour where a person looks at it who wants that. */
    protected final String coloured(Style colour, String text) {
        return commandSpec().commandLine().getColorScheme().ansi().enabled()
                ? colour.on() + text + Style.reset.on()
                : text;
    }

    /** Whether nobody reads the output any more, as after {@code | head}. */
    protected final boolean isClosed(PrintWriter output) {
        return output.checkError() || System.out.checkError();
    }

    /** Refuses input files that cannot be read. */
    protected final void requireReadable(Stream<String> names) {
        names.flatMap(name -> InputFile.problem(name).stream()).findFirst().ifPresent(problem -> {
            throw usage(problem);
        });
    }

    protected final void requireAtLeast(String option, long value, long least) {
        if (value < least) {
            throw usage(option + ": " + value + " (expected: " + least + " or more)");
        }
    }

    /** Refuses a port that there is not; 0 stands for any. */
    protected final void requirePort(String option, int port) {
        if (port < 0 || port > PORT_MAX) {
            throw usage(option + ": " + port + " (expected: 0 to " + PORT_MAX + ")");
        }
    }

    protected final void requirePorts(EmbeddedOptions options) {
        requirePort("--broker-port", options.brokerPort());
        requirePort("--registry-port", options.registryPort());
    }

    /** Fails soon, and with advice, when a topic is missing or nobody answers; clients themselves would wait and retry. */
    protected final void requireTopic(String name) {
        try (Admin admin = Admin.create(connection.clientSettings())) {
            new Topics(admin, Topics.PARTITIONS, Optional.empty()).require(name);
        }
    }

    final CommandLine commandLine() {
        return commandSpec().commandLine();
    }

    private CommandSpec commandSpec() {
        if (spec == null) {
            throw new IllegalStateException("a command runs only below the command line that parsed it");
        }
        return spec;
    }
}

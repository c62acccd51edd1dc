package org.decorum.stage.cli;

import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.admin.Admin;
import org.decorum.stage.runtime.Topics;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What the commands that talk to Kafka share. */
public abstract class KafkaCommand implements Callable<Integer> {
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

    /** Fails soon, and with advice, when a topic is missing or nobody answers; clients themselves would wait and retry. */
    protected final void requireTopic(String name) {
        try (Admin admin = Admin.create(connection.clientSettings())) {
            new Topics(admin, Topics.PARTITIONS, Optional.empty()).require(name);
        }
    }

    private CommandSpec commandSpec() {
        if (spec == null) {
            throw new IllegalStateException("a command runs only below the command line that parsed it");
        }
        return spec;
    }
}

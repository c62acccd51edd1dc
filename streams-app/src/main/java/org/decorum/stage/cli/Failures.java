package org.decorum.stage.cli;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.decorum.stage.runtime.StartupException;
import org.decorum.wire.registry.RegistryException;
import org.decorum.wire.registry.RegistryUnavailableException;
import org.jspecify.annotations.Nullable;

/** Turns a failure into one line that says what happened and what to do. */
final class Failures {
    private Failures() {}

    /** @param brokers where the command looked for Kafka; empty when it did not */
    static String describe(Throwable failure, String brokers) {
        Throwable cause = root(failure);
        if (cause instanceof CliException || cause instanceof StartupException) {
            return cause.getMessage() + "";
        }
        if (cause instanceof TimeoutException) {
            return "Kafka at " + brokers + " does not answer: is it running there? Choose another with"
                    + " --bootstrap-servers, or start one with: decorum stage --embedded";
        }
        if (cause instanceof UnknownTopicOrPartitionException) {
            return "a topic is missing at Kafka " + brokers + ": create it with: decorum topics --create";
        }
        if (cause instanceof AuthenticationException || cause instanceof AuthorizationException) {
            return "Kafka at " + brokers + " refuses: " + cause.getMessage()
                    + " Settings such as sasl.jaas.config go into the file of --config.";
        }
        if (cause instanceof ConfigException) {
            return cause.getMessage() + ": check --config, -D and --bootstrap-servers";
        }
        if (cause instanceof NoSuchFileException || cause instanceof FileNotFoundException) {
            return cause.getMessage() + ": no such file";
        }
        if (cause instanceof AccessDeniedException) {
            return cause.getMessage() + ": permission denied";
        }
        if (cause instanceof RegistryUnavailableException || cause instanceof RegistryException) {
            return "the schema registry: " + cause.getMessage() + ": check --schema-registry";
        }
        if (cause instanceof IllegalArgumentException || cause instanceof IOException) {
            return cause.getMessage() == null ? "the command failed (-v shows where)" : cause.getMessage();
        }
        @Nullable String message = cause.getMessage();
        return cause.getClass().getSimpleName() + (message == null ? "" : ": " + message)
                + " (-v shows where it happened)";
    }

    /** A setting that cannot be is of the command line, or of a file that it names: no job can be done with it. */
    static int exitCode(Throwable failure) {
        Throwable cause = root(failure);
        if (cause instanceof CliException known) {
            return known.exitCode();
        }
        return cause instanceof ConfigException ? ExitCode.USAGE : ExitCode.FAILED;
    }

    private static Throwable root(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null && isWrapper(cause)) {
            cause = cause.getCause();
        }
        return cause;
    }

    private static boolean isWrapper(Throwable failure) {
        return failure instanceof ExecutionException
                || failure instanceof CompletionException
                || failure instanceof UncheckedIOException
                || failure.getClass() == KafkaException.class;
    }
}

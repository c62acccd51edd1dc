package org.decorum.stage.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.decorum.stage.cli.Decorum;
import org.decorum.stage.cli.Terminal;

/** A command of ours that runs until it is interrupted, in this process. */
final class Background implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final Thread thread;

    Background(List<String> arguments) {
        this.thread = new Thread(() -> run(arguments, out, err), String.join(" ", arguments));
        thread.start();
    }

    /** Runs a command that ends by itself. */
    static int run(List<String> arguments, StringWriter out, StringWriter err) {
        return Decorum.commandLine(new Terminal(false, false, false))
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments.toArray(String[]::new));
    }

    /** Waits until the command has said so. */
    void awaitWords(String words) {
        await(thread.getName() + " says: " + words, () -> out.toString().contains(words) || !thread.isAlive());
        assertThat(out + "" + err).contains(words);
    }

    static void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - deadline)
                    .as("time left to wait until %s", what)
                    .isNegative();
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        }
    }

    @Override
    public void close() throws InterruptedException {
        thread.interrupt();
        thread.join(PATIENCE.toMillis());
        assertThat(thread.isAlive()).as("%s still runs", thread.getName()).isFalse();
    }
}

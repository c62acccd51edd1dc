package org.decorum.stage.chaos.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Every process that this one has started. None outlives it: they are killed when it closes or shuts down, and watch for
 * its end themselves where it is killed.
 */
public final class Children implements AutoCloseable {

    private static final long GONE_SECONDS_MAX = 10;
    private static final Path DEV_NULL = Path.of("/dev/null");

    private final Path logs;
    private final Set<Process> running = ConcurrentHashMap.newKeySet();
    private boolean ending;
    private final Thread hook = new Thread(this::killAll, "children-end");

    /** @param logs where the processes' logs go; created if need be */
    public Children(Path logs) {
        this.logs = logs;
        try {
            Files.createDirectories(logs);
        } catch (IOException failure) {
            throw new UncheckedIOException(logs + ": cannot be created", failure);
        }
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Where logs go. */
    public Path logs() {
        return logs;
    }

    /** Starts a program of any kind; what it writes goes to {@code log}. */
    public synchronized Process start(List<String> command, Path log) {
        if (ending) {
            throw new IllegalStateException("the harness ends (expected: nobody is started any more)");
        }
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .redirectInput(ProcessBuilder.Redirect.from(DEV_NULL.toFile()))
                    .start();
            running.add(process);
            var unused = process.onExit().thenAccept(running::remove);
            return process;
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot start " + command.get(0), failure);
        }
    }

    private synchronized void killAll() {
        ending = true;
        running.forEach(Process::destroyForcibly);
    }

    /** Kills whatever still runs, and waits until it is gone. */
    @Override
    public void close() {
        List<Process> killed = List.copyOf(running);
        killAll();
        CompletableFuture.allOf(killed.stream().map(Process::onExit).toArray(CompletableFuture[]::new))
                .orTimeout(GONE_SECONDS_MAX, TimeUnit.SECONDS)
                .join();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException isShuttingDown) {
            // The hook does it once more, which does no harm.
        }
    }
}

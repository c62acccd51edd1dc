package org.decorum.stage.bench.peers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.decorum.stage.chaos.process.Children;

/** A server's process, with those that it starts itself. */
final class PeerProcess {

    private static final Duration LOOK_AGAIN = Duration.ofMillis(50);
    private static final long READY_NANOS_MAX = TimeUnit.SECONDS.toNanos(60);
    private static final long END_SECONDS_MAX = 20;
    private static final int LAST_LINES = 5;

    private final String name;
    private final Process process;
    private final Path log;

    private PeerProcess(String name, Process process, Path log) {
        this.name = name;
        this.process = process;
        this.log = log;
    }

    static PeerProcess start(String name, Children children, List<String> command) {
        Path log = children.logs().resolve(name + ".log");
        return new PeerProcess(name, children.start(command, log), log);
    }

    /** Runs a program to its end; throws where it fails. */
    static void run(String name, Children children, List<String> command) {
        PeerProcess program = start(name, children, command);
        if (program.exitCode() != 0) {
            throw new PeerAbsent(name + " failed: " + program.lastWords());
        }
    }

    private int exitCode() {
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PeerAbsent(name + ": interrupted");
        }
    }

    /** An attempt to reach the server, which throws while it is not there. */
    interface Attempt {
        void run() throws Exception;
    }

    /** Tries until it works. */
    void awaitReady(Attempt attempt) {
        long deadlineNanos = System.nanoTime() + READY_NANOS_MAX;
        while (!works(attempt)) {
            if (!process.isAlive() || System.nanoTime() - deadlineNanos > 0) {
                stop();
                throw new PeerAbsent(name + " did not start: " + lastWords());
            }
            LockSupport.parkNanos(LOOK_AGAIN.toNanos());
        }
    }

    @SuppressWarnings("CatchingUnchecked") // clients tell a server that is not there yet in their own ways
    private static boolean works(Attempt attempt) {
        try {
            attempt.run();
            return true;
        } catch (Exception notYet) {
            return false;
        }
    }

    /** Of this process and its descendants that live; nothing of one that the system does not tell of. */
    Duration cpuTime() {
        return Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .map(one -> one.info().totalCpuDuration().orElse(Duration.ZERO))
                .reduce(Duration.ZERO, Duration::plus);
    }

    /** Asks it to end, and kills it where it does not. */
    void stop() {
        process.destroy();
        try {
            if (!process.waitFor(END_SECONDS_MAX, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private String lastWords() {
        try {
            List<String> lines = Files.readAllLines(log);
            return String.join("; ", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}

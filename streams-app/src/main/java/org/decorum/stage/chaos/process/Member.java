package org.decorum.stage.chaos.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One broker, stage or fetcher over all its lives: a process that can be killed, stopped, woken and started again on the
 * same directory, with the same command line. Each life has a log file of its own.
 */
public final class Member {

    /** Whether there is a process, and whether it runs. */
    public enum State {
        DOWN,
        RUNNING,
        /** Stopped by a signal; it knows nothing of that when it is woken. */
        FROZEN
    }

    private static final Duration LOOK_AGAIN = Duration.ofMillis(50);
    private static final Duration KILLED_WITHIN = Duration.ofSeconds(10);

    private final String name;
    private final Path directory;
    private final Children children;
    private final Launch launch;
    private final Predicate<Member> readiness;

    private @Nullable Process process;
    private boolean frozen;
    private boolean wanted;
    private int lives;

    Member(String name, Path directory, Children children, Launch launch, Predicate<Member> readiness) {
        this.name = name;
        this.directory = directory;
        this.children = children;
        this.launch = launch;
        this.readiness = readiness;
    }

    public String name() {
        return name;
    }

    /** Where it keeps its data. */
    public Path directory() {
        return directory;
    }

    /** How it is started; what is changed there counts from its next life on. */
    public Launch launch() {
        return launch;
    }

    /** How often it was started. */
    public synchronized int lives() {
        return lives;
    }

    public synchronized State state() {
        if (process == null || !process.isAlive()) {
            return State.DOWN;
        }
        return frozen ? State.FROZEN : State.RUNNING;
    }

    /** Whether it has ended though nobody ended it. */
    public synchronized boolean hasEndedByItself() {
        return wanted && state() == State.DOWN;
    }

    /** The id of the process of its present life; nothing where there is none. */
    public synchronized OptionalLong pid() {
        return process == null || !process.isAlive() ? OptionalLong.empty() : OptionalLong.of(process.pid());
    }

    /** CPU time of its present life; nothing where there is none, or the system does not tell. */
    public synchronized Optional<Duration> cpuTime() {
        return process == null ? Optional.empty() : process.info().totalCpuDuration();
    }

    /** Starts its next life if it has ended by itself, as a supervisor would; true when it had. */
    public synchronized boolean restartIfEnded() {
        boolean ended = hasEndedByItself();
        if (ended) {
            start();
        }
        return ended;
    }

    /** Starts its next life, unless it lives. */
    public synchronized Member start() {
        if (state() == State.DOWN) {
            lives++;
            process = children.start(launch.command(), log());
            frozen = false;
            wanted = true;
        }
        return this;
    }

    /** What its present or last life wrote. */
    public synchronized Path log() {
        return children.logs().resolve(name + "." + lives + ".log");
    }

    /** The end of what its present or last life wrote, for a message. */
    public String lastWords() {
        try {
            List<String> lines = Files.readAllLines(log());
            return String.join("\n", lines.subList(Math.max(0, lines.size() - 5), lines.size()));
        } catch (IOException unreadable) {
            return "no log: " + unreadable.getMessage();
        }
    }

    /** SIGKILL: it ends at once, whatever it was doing, frozen or not. */
    public synchronized void kill() {
        wanted = false;
        if (process != null) {
            process.destroyForcibly();
            awaitEnd(process, KILLED_WITHIN);
        }
    }

    /** SIGTERM: it may close in order for so long; then it is killed. */
    public void stop(Duration patience) {
        Process ending;
        synchronized (this) {
            wanted = false;
            ending = process;
            if (ending == null || !ending.isAlive()) {
                return;
            }
            thaw();
            ending.destroy();
        }
        if (!awaitEnd(ending, patience)) {
            kill();
        }
    }

    /** SIGSTOP: it stands still, and keeps its connections, locks and memory. */
    public synchronized void freeze() {
        if (state() == State.RUNNING) {
            signal("STOP");
            frozen = true;
        }
    }

    /** SIGCONT: it goes on as if no time had passed. */
    public synchronized void thaw() {
        if (state() == State.FROZEN) {
            signal("CONT");
            frozen = false;
        }
    }

    /** Whether it does its work now. */
    public boolean isReady() {
        return state() == State.RUNNING && readiness.test(this);
    }

    /** Whether it does its work by then; it ends the wait when it ends. */
    public boolean awaitReady(Duration patience) {
        long deadlineNanos = System.nanoTime() + patience.toNanos();
        while (!isReady()) {
            if (state() == State.DOWN || System.nanoTime() - deadlineNanos > 0) {
                return false;
            }
            LockSupport.parkNanos(LOOK_AGAIN.toNanos());
        }
        return true;
    }

    private void signal(String signal) {
        if (process == null) {
            return;
        }
        try {
            Process kill = new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            awaitEnd(kill, KILLED_WITHIN);
        } catch (IOException noCommand) {
            throw new UncheckedIOException("kill -" + signal + " cannot be run (expected: a POSIX system)", noCommand);
        }
    }

    private static boolean awaitEnd(Process process, Duration patience) {
        try {
            return process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}

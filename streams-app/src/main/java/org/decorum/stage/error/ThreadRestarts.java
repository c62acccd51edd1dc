package org.decorum.stage.error;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler;
import org.decorum.stage.metrics.RestartCause;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What follows when a stream thread fails: a new thread takes over. While Kafka or the schema registry is away it does so
 * after a pause, for as long as that lasts: the next instance would fare no better. Other failures that come too often,
 * or that no restart can help, stop this instance, so that a supervisor sees it; {@link #stop} then says why.
 *
 * <p>Failures within a second count as one, since what fails one thread often fails all of them.
 */
public final class ThreadRestarts implements StreamsUncaughtExceptionHandler {

    private static final Logger LOG = LoggerFactory.getLogger(ThreadRestarts.class);
    private static final int RESTARTS_MAX = 10;
    private static final long WINDOW_MILLIS = 60_000;
    private static final String GLOBAL_THREAD = "GlobalStreamThread";

    private final Consumer<RestartCause> restarted;
    private final LongSupplier clockMillis;
    private final LongConsumer sleepMillis;
    private final Backoff kafkaAway = new Backoff();
    private final Backoff registryAway = new Backoff();
    private final ArrayDeque<Long> recentMillis = new ArrayDeque<>();

    private volatile @Nullable Stop stop;

    /** @param restarted is told why a thread is replaced */
    public ThreadRestarts(Consumer<RestartCause> restarted, LongSupplier clockMillis) {
        this(restarted, clockMillis, millis -> LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis)));
    }

    ThreadRestarts(Consumer<RestartCause> restarted, LongSupplier clockMillis, LongConsumer sleepMillis) {
        this.restarted = restarted;
        this.clockMillis = clockMillis;
        this.sleepMillis = sleepMillis;
    }

    /** Why this instance stopped by itself; empty while it has not. */
    public Optional<Stop> stop() {
        return Optional.ofNullable(stop);
    }

    @Override
    public StreamThreadExceptionResponse handle(Throwable failure) {
        return switch (FailureKind.of(failure)) {
            case UNAUTHORIZED -> stop(StopCause.UNAUTHORIZED, failure);
            case UNREADABLE_STATE -> stop(StopCause.UNREADABLE_STATE, failure);
            case GENERATION_OVER -> stop(StopCause.GENERATION_OVER, failure);
            case BROKEN_PROCESS -> stop(StopCause.BROKEN_PROCESS, failure);
            case KAFKA_AWAY ->
                isGlobalThread()
                        ? stop(StopCause.WITHOUT_TABLES, failure)
                        : waitFor("Kafka", kafkaAway, RestartCause.KAFKA, failure);
            case REGISTRY_AWAY ->
                isGlobalThread()
                        ? stop(StopCause.WITHOUT_TABLES, failure)
                        : waitFor("the schema registry", registryAway, RestartCause.REGISTRY, failure);
            case OTHER -> isGlobalThread() ? stop(StopCause.WITHOUT_TABLES, failure) : replaceOrStop(failure);
        };
    }

    /** The thread that failed waits here, without a lock: others must not wait with it. */
    private StreamThreadExceptionResponse waitFor(String whom, Backoff backoff, RestartCause cause, Throwable failure) {
        long pauseMillis = backoff.nextMillis(clockMillis.getAsLong());
        LOG.warn("A stream thread is replaced in {} ms: {} is away: {}", pauseMillis, whom, describe(failure));
        restarted.accept(cause);
        sleepMillis.accept(pauseMillis);
        return StreamThreadExceptionResponse.REPLACE_THREAD;
    }

    private synchronized StreamThreadExceptionResponse replaceOrStop(Throwable failure) {
        long now = clockMillis.getAsLong();
        while (!recentMillis.isEmpty() && recentMillis.peekFirst() <= now - WINDOW_MILLIS) {
            recentMillis.removeFirst();
        }
        boolean isAnother = recentMillis.isEmpty() || now - recentMillis.peekLast() >= Backoff.TOGETHER_MILLIS;
        if (isAnother && recentMillis.size() >= RESTARTS_MAX) {
            LOG.error("Failures of stream threads in a minute: [{}/{}]", recentMillis.size() + 1, RESTARTS_MAX);
            return stop(StopCause.FAILING, failure);
        }
        if (isAnother) {
            recentMillis.addLast(now);
        }
        LOG.warn("A stream thread failed and is replaced", failure);
        restarted.accept(RestartCause.FAILURE);
        return StreamThreadExceptionResponse.REPLACE_THREAD;
    }

    private synchronized StreamThreadExceptionResponse stop(StopCause cause, Throwable failure) {
        if (stop == null) {
            stop = new Stop(cause, describe(failure));
        }
        LOG.error("The stage stops: {}", cause.sentence(), failure);
        return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
    }

    /** Kafka Streams cannot replace the thread that reads policies and aliases. */
    private static boolean isGlobalThread() {
        return Thread.currentThread().getName().endsWith(GLOBAL_THREAD);
    }

    /** The innermost cause says what happened; those around it only where. */
    private static String describe(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        String message = cause.getMessage();
        return cause.getClass().getSimpleName() + (message == null ? "" : ": " + message);
    }
}

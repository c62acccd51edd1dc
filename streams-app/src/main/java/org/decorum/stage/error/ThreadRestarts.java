package org.decorum.stage.error;

import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler;
import org.decorum.core.codec.NewerStateException;
import org.decorum.wire.registry.RegistryUnavailableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What follows when a stream thread fails: a new thread takes over, since a fenced producer or a broker that was away
 * is no reason to stop. Failures that come too often, or that no restart can help, stop this instance, so that a
 * supervisor sees it.
 */
public final class ThreadRestarts implements StreamsUncaughtExceptionHandler {

    private static final Logger LOG = LoggerFactory.getLogger(ThreadRestarts.class);
    private static final int RESTARTS_MAX = 10;
    private static final long WINDOW_MILLIS = 60_000;

    private static final long REGISTRY_PAUSE_MILLIS_MIN = 1_000;

    /** Less than a supervisor waits before it kills, since a stage that is asked to stop waits for its threads. */
    private static final long REGISTRY_PAUSE_MILLIS_MAX = 8_000;

    private final LongSupplier clockMillis;
    private final LongConsumer sleepMillis;
    private final ArrayDeque<Long> recentMillis = new ArrayDeque<>();

    private long registryPauseMillis;
    private long registryAwayMillis;

    public ThreadRestarts(LongSupplier clockMillis) {
        this(clockMillis, millis -> LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis)));
    }

    ThreadRestarts(LongSupplier clockMillis, LongConsumer sleepMillis) {
        this.clockMillis = clockMillis;
        this.sleepMillis = sleepMillis;
    }

    @Override
    public StreamThreadExceptionResponse handle(Throwable failure) {
        if (!isHopeless(failure) && isRegistryAway(failure)) {
            // It says nothing about the record, and stopping would only hand the record to the next instance.
            long pauseMillis = nextRegistryPauseMillis();
            LOG.warn(
                    "A stream thread is replaced in {} ms: the schema registry cannot be reached: {}",
                    pauseMillis,
                    failure.toString());
            // The thread that failed waits here, without the lock: others must not wait with it.
            sleepMillis.accept(pauseMillis);
            return StreamThreadExceptionResponse.REPLACE_THREAD;
        }
        return decide(failure);
    }

    /** Doubles from one second while the registry stays away; all threads count together. */
    private synchronized long nextRegistryPauseMillis() {
        long now = clockMillis.getAsLong();
        boolean isAwayStill = now - registryAwayMillis <= 2 * REGISTRY_PAUSE_MILLIS_MAX;
        registryAwayMillis = now;
        registryPauseMillis =
                isAwayStill ? Math.min(2 * registryPauseMillis, REGISTRY_PAUSE_MILLIS_MAX) : REGISTRY_PAUSE_MILLIS_MIN;
        return registryPauseMillis;
    }

    private synchronized StreamThreadExceptionResponse decide(Throwable failure) {
        if (isHopeless(failure)) {
            LOG.error("A stream thread failed for good; the stage stops", failure);
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        }
        long now = clockMillis.getAsLong();
        while (!recentMillis.isEmpty() && recentMillis.peekFirst() <= now - WINDOW_MILLIS) {
            recentMillis.removeFirst();
        }
        if (recentMillis.size() >= RESTARTS_MAX) {
            LOG.error(
                    "A stream thread failed; restarts in a minute: [{}/{}]; the stage stops",
                    recentMillis.size(),
                    RESTARTS_MAX,
                    failure);
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        }
        recentMillis.addLast(now);
        LOG.warn("A stream thread failed and is replaced", failure);
        return StreamThreadExceptionResponse.REPLACE_THREAD;
    }

    private static boolean isRegistryAway(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof RegistryUnavailableException) {
                return true;
            }
        }
        return false;
    }

    private static boolean isHopeless(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof AuthorizationException
                    || cause instanceof GenerationOverException
                    || cause instanceof NewerStateException
                    || cause instanceof Error) {
                return true;
            }
        }
        return false;
    }
}

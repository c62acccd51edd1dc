package org.decorum.stage.cli;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/** Spaces calls evenly at a rate; time lost is not made up for, so a stall is not followed by a burst. */
public final class Pacer {
    private final long intervalNanos;
    private final LongSupplier clockNanos;
    private final LongConsumer sleepNanos;
    private long nextNanos;

    /** @param perSecond calls a second; 0 does not limit them */
    public Pacer(double perSecond) {
        this(perSecond, System::nanoTime, LockSupport::parkNanos);
    }

    Pacer(double perSecond, LongSupplier clockNanos, LongConsumer sleepNanos) {
        this.intervalNanos = perSecond == 0 ? 0 : (long) Math.ceil(TimeUnit.SECONDS.toNanos(1) / perSecond);
        this.clockNanos = clockNanos;
        this.sleepNanos = sleepNanos;
        this.nextNanos = clockNanos.getAsLong();
    }

    /** Waits for the next turn. */
    public void await() {
        if (intervalNanos == 0) {
            return;
        }
        long now = clockNanos.getAsLong();
        // A sleep may end early.
        while (now - nextNanos < 0) {
            sleepNanos.accept(nextNanos - now);
            now = clockNanos.getAsLong();
        }
        nextNanos = now + intervalNanos;
    }
}

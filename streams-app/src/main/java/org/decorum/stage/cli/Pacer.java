package org.decorum.stage.cli;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Spaces calls evenly at a rate; time lost is not made up for, so a stall is not followed by a burst. */
final class Pacer {
    private final long intervalNanos;
    private long nextNanos;

    /** @param perSecond calls a second; 0 does not limit them */
    Pacer(double perSecond) {
        this.intervalNanos = perSecond == 0 ? 0 : (long) Math.ceil(TimeUnit.SECONDS.toNanos(1) / perSecond);
        this.nextNanos = System.nanoTime();
    }

    void await() {
        if (intervalNanos == 0) {
            return;
        }
        long now = System.nanoTime();
        while (now - nextNanos < 0) {
            LockSupport.parkNanos(nextNanos - now);
            now = System.nanoTime();
        }
        nextNanos = now + intervalNanos;
    }
}

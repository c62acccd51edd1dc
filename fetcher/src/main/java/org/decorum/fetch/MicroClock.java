package org.decorum.fetch;

import java.time.Instant;
import java.util.concurrent.locks.LockSupport;
import org.decorum.core.rate.Micros;

/**
 * Time in microseconds since 1970 UTC, and waiting for it. Slots are absolute times set by another machine, so the
 * system clock is the wall clock: fetchers and the stage need NTP.
 */
public interface MicroClock {

    /** The wall clock. A wait in the kernel ends late by the timer slack of a Linux thread, about 50 µs. */
    MicroClock SYSTEM = new MicroClock() {
        @Override
        public long nowMicros() {
            return Micros.of(Instant.now());
        }

        @Override
        public long elapsedMicros() {
            return System.nanoTime() / 1_000;
        }

        @Override
        public void parkUntil(long micros) {
            long leftMicros = micros - nowMicros();
            if (leftMicros > 0) {
                LockSupport.parkNanos(this, 1_000 * Math.min(leftMicros, PARK_MICROS_MAX));
            }
        }
    };

    /** Longest single wait, so that a step of the wall clock is noticed. */
    long PARK_MICROS_MAX = 100_000;

    long nowMicros();

    /** Microseconds since some moment, for ages: a wall clock that is set back does not turn it back. */
    default long elapsedMicros() {
        return nowMicros();
    }

    /** Waits for a time. May return early (unpark, interrupt, long waits), so callers loop. */
    void parkUntil(long micros);
}

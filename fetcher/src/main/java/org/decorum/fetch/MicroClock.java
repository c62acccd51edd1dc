package org.decorum.fetch;

import java.time.Instant;
import java.util.concurrent.locks.LockSupport;

/**
 * Time in microseconds since 1970 UTC, and waiting for it. Slots are absolute times set by another machine, so the
 * system clock is the wall clock: fetchers and the stage need NTP.
 */
public interface MicroClock {

    /** The wall clock. Waits in the kernel until {@value #SPIN_MICROS} µs before the time, then spins. */
    MicroClock SYSTEM = new MicroClock() {
        @Override
        public long nowMicros() {
            return Micros.of(Instant.now());
        }

        @Override
        public void parkUntil(long micros) {
            long leftMicros = micros - nowMicros();
            if (leftMicros > SPIN_MICROS) {
                LockSupport.parkNanos(this, 1_000 * Math.min(leftMicros - SPIN_MICROS, PARK_MICROS_MAX));
                return;
            }
            while (nowMicros() < micros) {
                Thread.onSpinWait();
            }
        }
    };

    /** The default timer slack of a Linux thread: a kernel wait may end this much late. */
    long SPIN_MICROS = 50;

    /** Longest single wait, so that a step of the wall clock is noticed. */
    long PARK_MICROS_MAX = 100_000;

    long nowMicros();

    /** Waits for a time. May return early (unpark, interrupt, long waits), so callers loop. */
    void parkUntil(long micros);
}

package org.decorum.stage.sim.farm;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Microseconds since 1970 UTC, read off the wall once and then counted by the monotonic clock: it never steps. */
final class FarmClock {

    private final long anchorMicros = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    private final long anchorNanos = System.nanoTime();

    long nowMicros() {
        return anchorMicros + (System.nanoTime() - anchorNanos) / 1_000;
    }
}

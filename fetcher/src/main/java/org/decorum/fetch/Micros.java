package org.decorum.fetch;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Microseconds since 1970 UTC, the unit of all arithmetic on time here. */
final class Micros {

    private Micros() {}

    static long of(Instant instant) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
    }

    static Instant toInstant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    /** Sum that stays at the end of the range instead of passing it. */
    static long plus(long micros, long addedMicros) {
        long sum = micros + addedMicros;
        boolean overflowed = ((micros ^ sum) & (addedMicros ^ sum)) < 0;
        return overflowed ? (addedMicros < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
    }
}

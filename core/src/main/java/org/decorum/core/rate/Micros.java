package org.decorum.core.rate;

import java.time.Instant;

/**
 * Microseconds since the epoch and saturating arithmetic on them: what would overflow stays at the end of the range.
 */
public final class Micros {

    public static final long PER_MILLI = 1_000;
    public static final long PER_SECOND = 1_000_000;

    private Micros() {}

    public static long add(long a, long b) {
        long sum = a + b;
        boolean overflow = ((a ^ sum) & (b ^ sum)) < 0;
        return overflow ? (a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
    }

    public static long subtract(long a, long b) {
        long difference = a - b;
        boolean overflow = ((a ^ b) & (a ^ difference)) < 0;
        return overflow ? (a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : difference;
    }

    /** Product of two values that are not negative. */
    public static long multiply(long a, long b) {
        long high = Math.multiplyHigh(a, b);
        long low = a * b;
        return high != 0 || low < 0 ? Long.MAX_VALUE : low;
    }

    /** Microseconds of an instant, rounded down. */
    public static long of(Instant instant) {
        long seconds = instant.getEpochSecond();
        long whole = seconds < 0 ? -multiply(-Math.max(seconds, -Long.MAX_VALUE), PER_SECOND) : ofSeconds(seconds);
        return add(whole, instant.getNano() / 1_000);
    }

    public static Instant toInstant(long micros) {
        return Instant.ofEpochSecond(Math.floorDiv(micros, PER_SECOND), Math.floorMod(micros, PER_SECOND) * 1_000);
    }

    public static long ofMillis(long millis) {
        return multiply(millis, PER_MILLI);
    }

    public static long ofSeconds(long seconds) {
        return multiply(seconds, PER_SECOND);
    }
}

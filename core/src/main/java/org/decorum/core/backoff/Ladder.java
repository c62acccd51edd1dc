package org.decorum.core.backoff;

import org.decorum.core.rate.Micros;

/**
 * Pauses for complaints that name no delay. Rung n, from 0, is
 *
 * <pre>{@code
 * pause = d + jitter,   d = min(initial * 2^n, cap),   0 <= jitter <= d / 10
 * }</pre>
 *
 * <p>so that a pause is never shorter than its rung, and origins that complained at the same time, or reached the cap,
 * are not asked again at the same time.
 */
public final class Ladder {

    /** Beyond it every rung is at the cap. */
    static final int RUNG_MAX = 62;

    private static final int JITTER_DIVISOR = 10;

    private Ladder() {}

    /** The pause of a rung, microseconds; equal seeds draw equal jitter. */
    public static long pauseMicros(BackoffPolicy policy, int rung, long seed) {
        long doubled = Micros.multiply(policy.initialMicros(), 1L << Math.min(rung, RUNG_MAX));
        long pause = Math.min(doubled, policy.capMicros());
        return pause + Math.floorMod(mix(seed), pause / JITTER_DIVISOR + 1);
    }

    /** SplitMix64's finalizer (Steele, Lea, Flood 2014): neighbouring seeds give unrelated values. */
    private static long mix(long seed) {
        long z = seed + 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}

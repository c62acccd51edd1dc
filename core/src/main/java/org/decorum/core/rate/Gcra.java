package org.decorum.core.rate;

/**
 * The generic cell rate algorithm as virtual scheduling (ITU-T I.371, annex A), where cost is paid after: a request of
 * any cost may go at {@code TAT - tau}, then the limiter rests for {@code cost * T}. All its memory is the theoretical
 * arrival time, TAT, in microseconds.
 */
public final class Gcra {

    private Gcra() {}

    /** Earliest instant that conforms: {@code TAT - tau}. */
    public static long earliest(long tatMicros, Limit limit) {
        return Micros.subtract(tatMicros, limit.toleranceMicros());
    }

    /**
     * Earliest instant that conforms to a limit that may have become slower since the last request: without bursts also
     * {@code last + cost * T}, by the T of now.
     */
    public static long earliest(long tatMicros, Limit limit, long lastAtMicros, int lastCost) {
        long conforming = earliest(tatMicros, limit);
        return limit.allowsBursts() || lastAtMicros == Long.MIN_VALUE
                ? conforming
                : Math.max(conforming, charge(lastAtMicros, limit, lastAtMicros, lastCost));
    }

    public static boolean conforms(long tatMicros, Limit limit, long atMicros) {
        return atMicros >= earliest(tatMicros, limit);
    }

    /** TAT after a request of {@code cost} units at {@code atMicros}: {@code max(TAT, at) + cost * T}. */
    public static long charge(long tatMicros, Limit limit, long atMicros, int cost) {
        if (cost < 0) {
            throw new IllegalArgumentException("cost: " + cost + " (expected: >= 0)");
        }
        return Micros.add(Math.max(tatMicros, atMicros), Micros.multiply(limit.intervalMicros(), cost));
    }
}

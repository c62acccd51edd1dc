package org.decorum.core.policy;

import org.decorum.core.rate.Micros;

/** The widest values that any policy may hold, in the one place where they are said. */
public final class PolicyLimits {

    /** A year: the longest interval, tolerance, delay or pause. */
    public static final long TIME_MAX_MICROS = Micros.ofSeconds(365L * 24 * 3600);

    /** Ten years. */
    public static final long RETENTION_MAX_MICROS = 10 * TIME_MAX_MICROS;

    public static final int BURST_MAX = 100_000;

    /** Each lease is a part of the origin's state, which is one record. */
    public static final int IN_FLIGHT_MAX = 10_000;

    public static final int ATTEMPTS_MAX = 1_000;
    public static final int BACKLOG_MAX = 100_000_000;
    public static final int WEIGHT_MAX = 1_000;

    /** The priority that goes first; 0 goes last. */
    public static final int PRIORITY_MAX = 9;

    private PolicyLimits() {}

    static void between(String name, long value, long min, long max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: " + min + " to " + max + ")");
        }
    }
}

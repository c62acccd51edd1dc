package org.decorum.core.policy;

import java.util.OptionalLong;
import org.decorum.core.backoff.BackoffPolicy;
import org.decorum.core.rate.Limit;
import org.decorum.core.rate.Micros;
import org.decorum.core.rate.Slot;

/**
 * What one origin allows.
 *
 * @param origin limiter of the whole origin
 * @param site limiter of each lane
 * @param slotMicros width of a slot; empty means {@link Slot#widthFor} of the interval in force
 * @param maxInFlight most leases at once
 * @param maxAttempts attempts before a request is given up
 * @param leaseTimeoutMicros how long after its slot a lease may stay without feedback
 * @param backlogMax most requests waiting
 * @param retentionMicros how long the state of an idle origin is kept
 * @param weight share of a lane among the lanes of its origin
 * @param backoff how long to leave it alone when it complains
 * @param access whether it is asked at all
 */
public record Policy(
        Limit origin,
        Limit site,
        OptionalLong slotMicros,
        int maxInFlight,
        int maxAttempts,
        long leaseTimeoutMicros,
        int backlogMax,
        long retentionMicros,
        int weight,
        BackoffPolicy backoff,
        Access access) {

    public static final long INTERVAL_MAX_MICROS = Micros.ofSeconds(365L * 24 * 3600);
    public static final int WEIGHT_MAX = 1_000;

    /** An origin that nobody described: one request each five seconds, no burst. */
    public static final Policy POLITE = new Policy(
            Limit.every(Micros.ofSeconds(5)),
            Limit.every(Micros.ofSeconds(5)),
            OptionalLong.empty(),
            256,
            3,
            Micros.ofSeconds(120),
            1_000_000,
            Micros.ofSeconds(24 * 3600),
            1,
            BackoffPolicy.DEFAULT,
            Access.OPEN);

    public Policy {
        atMost("origin.intervalMicros", origin.intervalMicros(), INTERVAL_MAX_MICROS);
        atMost("origin.toleranceMicros", origin.toleranceMicros(), INTERVAL_MAX_MICROS);
        atMost("site.intervalMicros", site.intervalMicros(), INTERVAL_MAX_MICROS);
        atMost("site.toleranceMicros", site.toleranceMicros(), INTERVAL_MAX_MICROS);
        slotMicros.ifPresent(width -> between("slotMicros", width, 1, INTERVAL_MAX_MICROS));
        between("maxInFlight", maxInFlight, 1, 100_000);
        between("maxAttempts", maxAttempts, 1, 1_000);
        between("leaseTimeoutMicros", leaseTimeoutMicros, 1, INTERVAL_MAX_MICROS);
        between("backlogMax", backlogMax, 1, Integer.MAX_VALUE);
        between("retentionMicros", retentionMicros, 0, 10 * INTERVAL_MAX_MICROS);
        between("weight", weight, 1, WEIGHT_MAX);
    }

    /** The same policy with one limit for the origin and each of its sites. */
    public Policy withLimit(Limit limit) {
        return new Policy(
                limit,
                limit,
                slotMicros,
                maxInFlight,
                maxAttempts,
                leaseTimeoutMicros,
                backlogMax,
                retentionMicros,
                weight,
                backoff,
                access);
    }

    /** The same policy with another access. */
    public Policy withAccess(Access other) {
        return new Policy(
                origin,
                site,
                slotMicros,
                maxInFlight,
                maxAttempts,
                leaseTimeoutMicros,
                backlogMax,
                retentionMicros,
                weight,
                backoff,
                other);
    }

    /** Width of a slot: never wider than T, or starts of two slots could fall together; but always {@link Slot#WIDTH_MIN_MICROS}. */
    public long slotMicrosFor(long intervalMicros) {
        long widest = Math.max(intervalMicros, Slot.WIDTH_MIN_MICROS);
        return slotMicros.isPresent() ? Math.min(slotMicros.getAsLong(), widest) : Slot.widthFor(intervalMicros);
    }

    private static void atMost(String name, long value, long max) {
        between(name, value, 0, max);
    }

    private static void between(String name, long value, long min, long max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: " + min + " to " + max + ")");
        }
    }
}

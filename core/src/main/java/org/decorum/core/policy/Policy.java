package org.decorum.core.policy;

import static org.decorum.core.policy.PolicyLimits.TIME_MAX_MICROS;
import static org.decorum.core.policy.PolicyLimits.between;

import java.util.OptionalLong;
import org.decorum.core.backoff.BackoffPolicy;
import org.decorum.core.rate.Limit;
import org.decorum.core.rate.Micros;
import org.decorum.core.rate.Slot;

/**
 * What one origin allows. {@link PolicyDraft} makes one.
 *
 * @param origin limiter of the whole origin
 * @param site limiter of each lane
 * @param intervalMaxMicros slowest interval after complaints; T where that is slower
 * @param intervalStartMicros interval of an origin or lane that nothing was booked in yet; empty means T
 * @param isAdaptive whether what answers take moves the interval and the cap on requests in flight, inside these bounds
 * @param slotMicros width of a slot; empty means {@link Slot#widthFor} of the interval in force
 * @param maxInFlight most leases at once
 * @param maxAttempts attempts before a request is given up
 * @param leaseTimeoutMicros how long after its slot a lease may stay without feedback
 * @param backlogMax most requests waiting
 * @param backlogFull what gives way when one more comes
 * @param retentionMicros how long the state of an idle origin is kept
 * @param priority of requests that name none
 * @param weight share of a lane among the lanes of its origin
 * @param missesOnly whether a site of this name is a cache, of whose requests the origin pays only what is not in it
 * @param crawlDelay how the Crawl-delay of a lane's robots.txt is obeyed
 * @param costs what a request weighs
 * @param backoff how long to leave it alone when it complains
 * @param access whether it is asked at all
 */
public record Policy(
        Limit origin,
        Limit site,
        long intervalMaxMicros,
        OptionalLong intervalStartMicros,
        boolean isAdaptive,
        OptionalLong slotMicros,
        int maxInFlight,
        int maxAttempts,
        long leaseTimeoutMicros,
        int backlogMax,
        BacklogFull backlogFull,
        long retentionMicros,
        int priority,
        int weight,
        boolean missesOnly,
        CrawlDelay crawlDelay,
        CostRules costs,
        BackoffPolicy backoff,
        Access access) {

    /** An origin that nobody described: one request each five seconds, no burst. */
    public static final Policy POLITE = new Policy(
            Limit.every(Micros.ofSeconds(5)),
            Limit.every(Micros.ofSeconds(5)),
            Micros.ofSeconds(60),
            OptionalLong.empty(),
            false,
            OptionalLong.empty(),
            256,
            3,
            Micros.ofSeconds(120),
            1_000_000,
            BacklogFull.REJECT_NEW,
            Micros.ofSeconds(24 * 3600),
            5,
            1,
            false,
            CrawlDelay.DEFAULT,
            CostRules.BY_KIND,
            BackoffPolicy.DEFAULT,
            Access.OPEN);

    public Policy {
        between("origin.intervalMicros", origin.intervalMicros(), 1, TIME_MAX_MICROS);
        between("origin.toleranceMicros", origin.toleranceMicros(), 0, TIME_MAX_MICROS);
        between("site.intervalMicros", site.intervalMicros(), 1, TIME_MAX_MICROS);
        between("site.toleranceMicros", site.toleranceMicros(), 0, TIME_MAX_MICROS);
        between("intervalMaxMicros", intervalMaxMicros, 1, TIME_MAX_MICROS);
        intervalStartMicros.ifPresent(micros -> between("intervalStartMicros", micros, 1, TIME_MAX_MICROS));
        slotMicros.ifPresent(width -> between("slotMicros", width, 1, TIME_MAX_MICROS));
        between("maxInFlight", maxInFlight, 1, PolicyLimits.IN_FLIGHT_MAX);
        between("maxAttempts", maxAttempts, 1, PolicyLimits.ATTEMPTS_MAX);
        between("leaseTimeoutMicros", leaseTimeoutMicros, 1, TIME_MAX_MICROS);
        between("backlogMax", backlogMax, 1, PolicyLimits.BACKLOG_MAX);
        between("retentionMicros", retentionMicros, 0, PolicyLimits.RETENTION_MAX_MICROS);
        between("priority", priority, 0, PolicyLimits.PRIORITY_MAX);
        between("weight", weight, 1, PolicyLimits.WEIGHT_MAX);
    }

    /** The same policy with one limit for the origin and each of its sites. */
    public Policy withLimit(Limit limit) {
        return PolicyDraft.of(this).origin(limit).site(limit).policy();
    }

    /** The same policy with another access. */
    public Policy withAccess(Access other) {
        return PolicyDraft.of(this).access(other).policy();
    }

    /** Interval at which a new origin or lane starts whose limiter has this T, at most the slowest; 0 where T counts. */
    public long startMicros(long intervalMicros) {
        long slowest = Math.max(intervalMicros, intervalMaxMicros);
        long start = intervalStartMicros.orElse(0);
        return start > intervalMicros ? Math.min(start, slowest) : 0;
    }

    /** Width of a slot: never wider than T, or starts of two slots could fall together; but always {@link Slot#WIDTH_MIN_MICROS}. */
    public long slotMicrosFor(long intervalMicros) {
        long widest = Math.max(intervalMicros, Slot.WIDTH_MIN_MICROS);
        return slotMicros.isPresent() ? Math.min(slotMicros.getAsLong(), widest) : Slot.widthFor(intervalMicros);
    }
}

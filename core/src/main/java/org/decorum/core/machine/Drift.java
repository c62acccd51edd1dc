package org.decorum.core.machine;

import java.util.OptionalLong;
import org.decorum.core.backlog.Lane;
import org.decorum.core.policy.Policies;
import org.decorum.core.policy.Policy;
import org.decorum.core.rate.Limit;
import org.decorum.core.rate.Micros;

/**
 * What a late start means for the starts after it. A fetcher keeps the least gap from its actual start, so a start that
 * was late by some milliseconds makes the next one as late, and the one after that, until a slot is missed. So the
 * chain of bookings moves along, once the start is known:
 *
 * <pre>{@code TAT = max(TAT, started_at + units of cost booked from this one on * T)}</pre>
 *
 * <p>T is the floor, as the least gap is: where answers led to a slower pace, what waited for its place may catch up.
 *
 * <p>A start counts at most to the end of its slot, whatever a fetcher says. Where bursts are allowed there is no chain,
 * none of requests to caches, which the origin's limiter spaces by what is expected of them ({@link CacheCosts}), and none begins at a slot that a clock far ahead gave ({@link ClockJump}).
 */
final class Drift {

    private final OriginState state;
    private final Policy policy;
    private final Policies policies;

    Drift(OriginState state, Policy policy, Policies policies) {
        this.state = state;
        this.policy = policy;
        this.policies = policies;
    }

    void started(Lease lease, OptionalLong startedAtMicros) {
        if (startedAtMicros.isEmpty()
                || lease.isToCache()
                || lease.booking().releaseAtMicros() > state.lastReleaseAtMicros) {
            return;
        }
        long units = state.unitsBooked - lease.unitsBefore();
        Limit origin = state.floor(policy);
        if (!origin.allowsBursts()) {
            state.tatMicros = Math.max(state.tatMicros, chainEnd(lease, startedAtMicros.getAsLong(), units, origin));
        }
        if (state.lanes.size() == 1) {
            Lane lane = state.lanes.get(0);
            Limit site = lane.limit(policies.of(lane.siteKey()));
            if (!site.allowsBursts()) {
                lane.restUntil(chainEnd(lease, startedAtMicros.getAsLong(), units, site));
            }
        }
    }

    private long chainEnd(Lease lease, long startedAtMicros, long units, Limit limit) {
        long releaseAt = lease.booking().releaseAtMicros();
        long latest = Micros.add(releaseAt, policy.slotMicrosFor(limit.intervalMicros()));
        long started = Math.min(Math.max(startedAtMicros, releaseAt), latest);
        return Micros.add(started, Micros.multiply(limit.intervalMicros(), units));
    }
}

package org.decorum.core.machine;

import java.util.ArrayList;
import java.util.List;
import org.decorum.core.backlog.Lane;
import org.decorum.core.backlog.LaneQueue;
import org.decorum.core.backlog.Waiting;
import org.decorum.core.policy.Access;
import org.decorum.core.policy.Cost;
import org.decorum.core.policy.Policies;
import org.decorum.core.policy.Policy;
import org.decorum.core.rate.Limit;
import org.decorum.core.rate.Micros;
import org.decorum.core.rate.Slot;
import org.jspecify.annotations.Nullable;

/**
 * Gives slots to the requests of one origin, as long as they are near enough and leases are left:
 *
 * <pre>{@code
 * release_at = max(now + reach, holds, last release_at, TAT_origin - tau_origin, TAT_lane - tau_lane)
 * }</pre>
 *
 * <p>TAT of the origin is with what requests to caches in front of it are expected to cost: {@link CacheCosts}.
 *
 * <p>After a hold of the origin or of a lane one request goes there, its probe, and no other until it succeeded.
 *
 * <p>After a lease that nobody spoke of ({@link Silence}) at most one is out.
 *
 * <p>Where origin or lane are paused, nothing is given a slot; where they are blocked, what waits is given up.
 *
 * <p>Where a Crawl-delay counts from the end of a request, its lane waits while one is out.
 *
 * <p>What waits in a lane that another origin books is sent on; where nobody knows yet who books it, it waits.
 *
 * <p>A request waits only from {@code not_before - reach} on, so that {@code now + reach} covers its not_before.
 *
 * <p>The lane that can start first goes first; among lanes that could start at the same time, the one with the least
 * start tag, so that a lane that its own limiter blocks never delays another.
 */
final class Booker {

    /** Most requests looked at in one step; the rest follows in the next. */
    static final int STEPS_MAX = 128;

    private final Timing timing;
    private final OriginState state;
    private final Policy policy;
    private final Policies policies;
    private final long now;
    private final BacklogView backlog;
    private final List<OriginEffect> effects;
    private final Blocking blocking;
    private final Adapting adapting;
    private final CacheCosts cacheCosts;

    Booker(
            Timing timing,
            OriginState state,
            Policy policy,
            Policies policies,
            long now,
            BacklogView backlog,
            List<OriginEffect> effects,
            Adapting adapting) {
        this.timing = timing;
        this.state = state;
        this.policy = policy;
        this.policies = policies;
        this.now = now;
        this.backlog = backlog;
        this.effects = effects;
        this.blocking = new Blocking(policy, policies);
        this.adapting = adapting;
        this.cacheCosts = new CacheCosts(state, policy, policies);
    }

    /** Books what is due, as far as the fetchers have room for it, and says when to look again. */
    long book(Allowance allowance) {
        if (!state.hasWaiting()) {
            return state.firstLeaseDeadlineMicros();
        }
        int left = allowance.bookingsMax();
        int gone = sendOn(giveUpBlocked());
        if (gone == STEPS_MAX && mustGo()) {
            return now;
        }
        for (int steps = gone; ; steps++) {
            Candidate next = next();
            if (next == null || wakeFor(next) > now || left == 0) {
                return wakeFor(next);
            }
            if (steps == STEPS_MAX) {
                return now;
            }
            left -= take(next, allowance) ? 1 : 0;
        }
    }

    /** When there will be something to do, if nothing happens before and something waits. */
    long wakeAt() {
        return mustGo() ? now : wakeFor(next());
    }

    /** At most as many as one step may book. */
    private int giveUpBlocked() {
        int given = 0;
        for (Lane lane : state.lanes) {
            while (given < STEPS_MAX && isBlockedWaiting(lane)) {
                drop(lane, lane.peek(), RejectCause.POLICY_BLOCKED, blocking.detail(lane.siteKey()));
                given++;
            }
        }
        return given;
    }

    private int sendOn(int gone) {
        int left = gone;
        for (Lane lane : state.lanes) {
            while (left < STEPS_MAX && isWaitingForOthers(lane)) {
                effects.add(new OriginEffect.Moved(lane.peek(), lane.tenure().other()));
                lane.drop();
                left++;
            }
        }
        return left;
    }

    private boolean mustGo() {
        for (Lane lane : state.lanes) {
            if (isBlockedWaiting(lane) || isWaitingForOthers(lane)) {
                return true;
            }
        }
        return false;
    }

    private boolean isBlockedWaiting(Lane lane) {
        return lane.hasWaiting() && lane.tenure().books() && blocking.applies(lane.siteKey());
    }

    private static boolean isWaitingForOthers(Lane lane) {
        return lane.hasWaiting() && lane.tenure().isElsewhere();
    }

    private long wakeFor(@Nullable Candidate next) {
        if (next == null || state.inFlight() >= state.silence.inFlightMax(policy)) {
            return state.firstLeaseDeadlineMicros();
        }
        return Math.min(Micros.subtract(next.atMicros, timing.leadMicros()), state.firstLeaseDeadlineMicros());
    }

    private record Candidate(Lane lane, Policy lanePolicy, long atMicros) {

        static Candidate first(@Nullable Candidate best, Candidate other) {
            return best == null
                            || other.atMicros < best.atMicros
                            || (other.atMicros == best.atMicros && other.lane.startTag() < best.lane.startTag())
                    ? other
                    : best;
        }
    }

    private @Nullable Candidate next() {
        if (state.hold.awaitsProbe() || policy.access() != Access.OPEN) {
            return null;
        }
        long freeAt = freeEarliest();
        long limiterAt = cacheCosts.earliestMicros();
        long originAt = Math.max(freeAt, limiterAt);
        Candidate best = null;
        boolean isFull = adapting.isFull();
        List<Candidate> caches = List.of();
        long tagOfWhoWaitsForTheOrigin = Long.MAX_VALUE;
        for (Lane lane : state.lanes) {
            if (lane.hasWaiting() && lane.tenure().books() && !lane.hold().awaitsProbe()) {
                Policy lanePolicy = policies.of(lane.siteKey());
                boolean isShut = lanePolicy.access() != Access.OPEN || lane.awaitsFinish(lanePolicy);
                if (isShut || isFull && !lanePolicy.missesOnly()) {
                    continue;
                }
                long laneAt = lane.earliestMicros(lanePolicy);
                best = Candidate.first(best, new Candidate(lane, lanePolicy, Math.max(originAt, laneAt)));
                if (laneAt <= originAt) {
                    tagOfWhoWaitsForTheOrigin = Math.min(tagOfWhoWaitsForTheOrigin, lane.startTag());
                }
                if (lanePolicy.missesOnly()) {
                    long roomAt = Micros.subtract(limiterAt, cacheCosts.roomMicros(lane));
                    caches = caches.isEmpty() ? new ArrayList<>() : caches;
                    caches.add(new Candidate(lane, lanePolicy, Math.max(Math.max(freeAt, roomAt), laneAt)));
                }
            }
        }
        for (Candidate cache : caches) {
            if (cache.lane.startTag() <= tagOfWhoWaitsForTheOrigin) {
                best = Candidate.first(best, cache);
            }
        }
        return best;
    }

    private long freeEarliest() {
        long at = Math.max(Micros.add(now, timing.reachMicros()), state.hold.untilMicros());
        return Math.max(at, Math.max(state.lastReleaseAtMicros, adapting.notBeforeMicros()));
    }

    /** Whether it was given a slot. */
    private boolean take(Candidate next, Allowance allowance) {
        LaneQueue.Entry entry = next.lane.peek();
        Waiting request = backlog.at(entry.ticket());
        if (request == null) {
            drop(next.lane, entry, RejectCause.STATE_CORRUPT, "the backlog does not hold ticket " + entry.ticket());
        } else if (request.deadlineMicros() < next.atMicros) {
            drop(
                    next.lane,
                    entry,
                    RejectCause.DEADLINE_PASSED,
                    "earliest start is " + (next.atMicros - request.deadlineMicros()) + " us after the deadline");
        } else {
            Cost weight = next.lanePolicy.costs().of(request.clues(), state.contentTypes);
            lease(next, entry.after(request), weight, allowance);
            return true;
        }
        return false;
    }

    private void drop(Lane lane, LaneQueue.Entry entry, RejectCause cause, String detail) {
        lane.drop();
        lane.seen(now);
        effects.add(new OriginEffect.Dropped(entry.ticket(), entry.attempt(), cause, detail));
    }

    private void lease(Candidate next, LaneQueue.Entry entry, Cost weight, Allowance allowance) {
        int cost = weight.units();
        beginSlowly(next);
        Limit originLimit = state.limit(policy);
        Limit laneLimit = next.lane.limit(next.lanePolicy);
        long at = next.atMicros;
        boolean toCache = next.lanePolicy.missesOnly();
        long interval = toCache
                ? laneLimit.intervalMicros()
                : Math.max(originLimit.intervalMicros(), laneLimit.intervalMicros());
        Limit floor = toCache ? laneLimit : floor(laneLimit);
        long slotMicros = toCache
                ? next.lanePolicy.slotMicrosFor(interval)
                : adapting.slotMicros(floor.intervalMicros(), interval);
        Policy slotPolicy = toCache ? next.lanePolicy : policy;
        long payer = toCache || state.lanes.size() == 1 ? interval : originLimit.intervalMicros();
        long patience = slotPolicy.slotMicros().isPresent() ? 0 : allowance.patienceMicros(slotMicros, payer);
        Slot slot = Slot.at(at, slotMicros + patience);
        long latest = Micros.add(at, patience);

        long unitsBefore = state.unitsBooked;
        long expectedMicros = 0;
        long tatMicros = 0;
        if (toCache) {
            expectedMicros = cacheCosts.expect(next.lane, latest, cost);
            tatMicros = Math.max(state.tatMicros, latest);
        } else {
            cacheCosts.pay(at, patience, cost);
        }
        state.virtualTime = next.lane.lease(at, cost, next.lanePolicy, state.virtualTime);
        next.lane.seen(now);
        next.lane.restLonger(patience, next.lanePolicy);
        state.lastReleaseAtMicros = at;

        int inFlightMax = toCache ? OriginEffect.Released.NO_CAP : adapting.inFlightMax();
        long gap = toCache
                ? gapAtCache(floor, cost)
                : Math.max(0, minGap(floor, cost) - cacheCosts.roomMicros(floor.intervalMicros()));
        BookingId booking = new BookingId(at, ++state.bookings);
        Lease lease = new Lease(
                booking,
                entry.ticket(),
                cost,
                toCache ? Adapting.NO_EPOCH : adapting.booked(at, cost),
                unitsBefore,
                expectedMicros,
                tatMicros,
                entry.attempt(),
                entry.overloads(),
                leaseDeadline(slot));
        state.leases.add(lease);
        state.hold.booked(booking.number());
        next.lane.hold().booked(booking.number());
        effects.add(new OriginEffect.Released(lease, slot, weight.rule(), gap, inFlightMax, interval, state.epoch));
    }

    private void beginSlowly(Candidate next) {
        if (state.bookings == 0) {
            state.hold.slowDown(policy.startMicros(policy.origin().intervalMicros()));
        }
        next.lane.beginSlowly(next.lanePolicy);
    }

    /** No lease expires before an older one, whatever the policy says meanwhile. */
    private long leaseDeadline(Slot slot) {
        long deadline = Micros.add(slot.expiresAtMicros(), state.silence.leaseTimeoutMicros(policy));
        return state.leases.isEmpty()
                ? deadline
                : Math.max(deadline, state.leases.get(state.leases.size() - 1).deadlineMicros());
    }

    /** With several lanes the next start may be another lane's, which only the origin's limiter spaces. */
    private Limit floor(Limit laneLimit) {
        Limit origin = state.floor(policy);
        if (state.lanes.size() > 1 || laneLimit.allowsBursts()) {
            return origin;
        }
        return origin.allowsBursts() || laneLimit.intervalMicros() > origin.intervalMicros() ? laneLimit : origin;
    }

    /** Next may be a request to the origin or to another cache, of which this one keeps back neither. */
    private long gapAtCache(Limit laneLimit, int cost) {
        return state.lanes.size() > 1 ? 0 : minGap(laneLimit, cost);
    }

    private static long minGap(Limit floor, int cost) {
        return floor.allowsBursts() ? 0 : Micros.multiply(floor.intervalMicros(), cost);
    }
}

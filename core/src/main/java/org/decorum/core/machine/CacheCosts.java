package org.decorum.core.machine;

import org.decorum.core.backlog.Lane;
import org.decorum.core.cache.MissRatio;
import org.decorum.core.policy.Policies;
import org.decorum.core.policy.Policy;
import org.decorum.core.rate.Gcra;
import org.decorum.core.rate.Limit;
import org.decorum.core.rate.Micros;

/**
 * What requests to caches cost the origin behind them. TAT is what the origin was certainly asked; the {@link Forecast} F
 * adds what requests of which nobody knows yet are expected to cost, by the {@link MissRatio} r of their lane:
 *
 * <pre>{@code
 * booked, to the origin         TAT = max(TAT, at) + cost * T;   F = max(F, at) + cost * T
 * booked, to a cache            e = ceil(r * cost * T);          F = max(F, at) + e
 * it missed, or nobody can say  TAT = max(TAT, W + cost * T);    F = F - e + cost * T
 * it hit                        F = F - e
 * }</pre>
 *
 * <p>W is TAT as it would be if nothing had been booked after it: what the origin was asked since has waited for it by
 * F, so it is not paid on top of that. Other costs move W as they move TAT, if they began before what they are added to.
 *
 * <p>F is never before TAT, and TAT never moves back: what it promised holds. Everything waits for F. A request to a
 * cache is expected to be a part r of one to the origin, so it waits as long as one that is paid before and not after:
 * it may go {@code (1 - r) * T} earlier, unless a lane that waits for the origin's limiter has had less of it so far.
 */
final class CacheCosts {

    private final OriginState state;
    private final Policy policy;
    private final Policies policies;

    CacheCosts(OriginState state, Policy policy, Policies policies) {
        this.state = state;
        this.policy = policy;
        this.policies = policies;
    }

    /** When the origin's limiter has room for a request to the origin itself. */
    long earliestMicros() {
        return Gcra.earliest(
                state.forecastTatMicros(), state.limit(policy), state.forecast.paidAtMicros(), state.lastCost);
    }

    /** How much earlier a request of that lane may go, if it goes to a cache. */
    long roomMicros(Lane lane) {
        return lane.missRatio().spared(state.limit(policy).intervalMicros());
    }

    /**
     * The most of that of all caches, at a floor: so much sooner than it says may one start follow another.
     *
     * @param floorMicros interval of the floor
     */
    long roomMicros(long floorMicros) {
        long most = 0;
        for (Lane lane : state.lanes) {
            if (policies.of(lane.siteKey()).missesOnly()) {
                most = Math.max(most, lane.missRatio().spared(floorMicros));
            }
        }
        return most;
    }

    /**
     * A request to the origin itself is booked.
     *
     * @param patienceMicros how much later it may start than others: what follows it is that much later, at whatever pace
     */
    void pay(long atMicros, long patienceMicros, int cost) {
        Limit limit = state.limit(policy);
        long costMicros = Micros.add(fullMicros(cost), patienceMicros);
        state.forecast = new Forecast(
                Micros.add(Math.max(state.forecastTatMicros(), atMicros), costMicros),
                limit.allowsBursts() ? atMicros : Micros.add(atMicros, patienceMicros));
        state.tatMicros = Micros.add(Math.max(state.tatMicros, atMicros), costMicros);
        if (state.leases.toCaches() > 0) {
            state.leases.replaceAll(
                    lease -> lease.isToCache() ? lease.behind(Micros.add(lease.tatMicros(), costMicros)) : lease);
        }
        state.lastCost = cost;
        state.unitsBooked = Micros.add(state.unitsBooked, cost);
    }

    /**
     * A request to a cache is booked.
     *
     * @return what it is expected to cost, at least 1
     */
    long expect(Lane lane, long atMicros, int cost) {
        long expectedMicros = lane.missRatio().of(fullMicros(cost));
        state.forecast =
                state.forecast.until(Micros.add(Math.max(state.forecastTatMicros(), atMicros), expectedMicros));
        return expectedMicros;
    }

    /** What became of a lease. One that was not started gives nothing back; robots.txt says nothing of other URLs. */
    void reported(Lease lease, OriginEvent.Reported reported) {
        if (reported.outcome() == Outcome.MISSED_SLOT || reported.outcome() == Outcome.DISALLOWED) {
            return;
        }
        boolean missed = !reported.cache().sparedOrigin();
        settle(lease, missed);
        if (reported.outcome() != Outcome.ROBOTS) {
            learn(lease, missed);
        }
    }

    /** Nobody spoke of a lease: it may have been started. */
    void lapsed(Lease lease) {
        settle(lease, true);
        learn(lease, true);
    }

    private void settle(Lease lease, boolean missed) {
        if (!lease.isToCache()) {
            return;
        }
        state.forecast = state.forecast.until(Micros.subtract(state.forecastTatMicros(), lease.expectedMicros()));
        if (missed) {
            long costMicros = fullMicros(lease.cost());
            state.forecast = state.forecast.until(Micros.add(state.forecast.tatMicros(), costMicros));
            long tatMicros = Micros.add(lease.tatMicros(), costMicros);
            state.tatMicros = Math.max(state.tatMicros, tatMicros);
            long number = lease.booking().number();
            state.leases.replaceAll(
                    other -> other.isToCache() ? other.behind(moved(other, number, tatMicros, costMicros)) : other);
        }
    }

    /** All that counts for an earlier one began before what is paid now; of a later one, what began before this. */
    private static long moved(Lease other, long number, long tatMicros, long costMicros) {
        return other.booking().number() > number
                ? Math.max(other.tatMicros(), tatMicros)
                : Micros.add(other.tatMicros(), costMicros);
    }

    private void learn(Lease lease, boolean missed) {
        Lane lane = state.lane(lease.ticket());
        if (policies.of(lane.siteKey()).missesOnly()) {
            lane.missRatio(lane.missRatio().saw(missed));
        }
    }

    private long fullMicros(int cost) {
        return Micros.multiply(state.limit(policy).intervalMicros(), cost);
    }
}

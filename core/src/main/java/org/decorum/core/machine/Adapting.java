package org.decorum.core.machine;

import org.decorum.core.adaptive.Fetched;
import org.decorum.core.adaptive.Knee;
import org.decorum.core.adaptive.PaceLimits;
import org.decorum.core.policy.Policies;
import org.decorum.core.policy.Policy;
import org.decorum.core.rate.Slot;

/**
 * The adaptive law ({@link Knee}) of one origin, for as long as its policy wants it: how far apart, how many at once,
 * and how long a release may wait for its place. Where the policy does not want it, the policy's own limits.
 *
 * <p>The origin as a whole is what adapts, since its sites share the servers that become slow. The law stays inside the
 * policy: never faster than the limiters, slowed down after complaints or not, never more at once than
 * {@code maxInFlight}.
 */
final class Adapting {

    private final OriginState state;
    private final Policy policy;
    private final long now;
    private final PaceLimits limits;
    private final Knee knee;

    Adapting(String originKey, OriginState state, Policy policy, Policies policies, long now) {
        this.state = state;
        this.policy = policy;
        this.now = now;
        this.limits = OriginState.paceLimits(policy, floorMicros(state, policy, policies));
        this.knee = state.knee == null ? new Knee(originKey.hashCode()) : state.knee;
    }

    /** An origin with one site is no faster than that. */
    private static long floorMicros(OriginState state, Policy policy, Policies policies) {
        long origin = state.floor(policy).intervalMicros();
        return state.lanes.size() == 1
                ? Math.max(
                        origin,
                        state.lanes
                                .get(0)
                                .limit(policies.of(state.lanes.get(0).siteKey()))
                                .intervalMicros())
                : origin;
    }

    private boolean isOn() {
        return policy.isAdaptive();
    }

    /** No slot before this: the origin is to finish what it has. */
    long notBeforeMicros() {
        return isOn() ? knee.notBeforeMicros() : Long.MIN_VALUE;
    }

    /** How many releases may be out, booked and not yet heard of. */
    int outstandingMax() {
        int most = state.silence.inFlightMax(policy);
        return isOn() ? Math.min(most, knee.outstandingMax(now, limits)) : most;
    }

    /** How many requests of the origin the fetcher may have in flight when it starts the next release. */
    int inFlightMax() {
        return isOn() ? knee.inFlightMax(limits) : policy.maxInFlight();
    }

    /**
     * Width of the next slot. Where the law is slower than the policy's floor, a release may wait longer for its place,
     * and the next start is still no nearer than the floor less the policy's slot.
     *
     * @param floorMicros interval that the policy allows
     * @param intervalMicros interval in force
     */
    long slotMicros(long floorMicros, long intervalMicros) {
        long width = policy.slotMicrosFor(floorMicros);
        if (!isOn() || policy.slotMicros().isPresent()) {
            return width;
        }
        long patience = knee.patienceMicros();
        boolean isFloorFelt = floorMicros > Slot.WIDTH_MIN_MICROS;
        long widest = isFloorFelt ? width + Math.max(0, intervalMicros - floorMicros) : patience;
        return Math.max(width, Math.min(patience, widest));
    }

    /**
     * A request was booked.
     *
     * @return the epoch of the law that its lease carries
     */
    int booked(long slotMicros, int cost) {
        if (!isOn()) {
            return 0;
        }
        state.knee = knee;
        return knee.released(slotMicros, cost, now, limits);
    }

    /** What became of a lease of the origin itself. Only a good answer of the origin itself tells how busy it is. */
    void reported(Lease lease, OriginEvent.Reported reported) {
        if (state.knee == null || lease.isToCache()) {
            return;
        }
        boolean tells = reported.isSuccess()
                && !reported.cache().isFromCache()
                && reported.startedAtMicros().isPresent()
                && reported.finishedAtMicros().isPresent();
        if (reported.isTooMuch()) {
            knee.refused(lease.lawEpoch(), now, limits);
        } else if (tells) {
            Fetched answer = new Fetched(
                    reported.startedAtMicros().getAsLong(),
                    reported.finishedAtMicros().getAsLong(),
                    lease.cost());
            knee.answered(lease.lawEpoch(), answer, now, limits);
        } else {
            lost(lease);
        }
    }

    /** The answer to a lease completed a run of failures: it says what a refusal says. */
    void refused(Lease lease) {
        if (state.knee != null) {
            knee.refused(lease.lawEpoch(), now, limits);
        }
    }

    /** Nobody spoke of a lease. */
    void lost(Lease lease) {
        if (state.knee != null && !lease.isToCache()) {
            knee.lost(lease.lawEpoch(), now, limits);
        }
    }
}

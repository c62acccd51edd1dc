package org.decorum.core.machine;

import java.util.Optional;
import org.decorum.core.adaptive.Fetched;
import org.decorum.core.adaptive.Knee;
import org.decorum.core.adaptive.PaceLimits;
import org.decorum.core.policy.Policies;
import org.decorum.core.policy.Policy;
import org.decorum.core.rate.Micros;
import org.decorum.core.rate.Slot;
import org.jspecify.annotations.Nullable;

/**
 * The adaptive law ({@link Knee}) of one origin, for as long as its policy wants it: how far apart, how many at once,
 * and how long a release may wait for its place. Where the policy does not want it, the policy's own limits.
 *
 * <p>The origin as a whole is what adapts, since its sites share the servers that become slow. The law stays inside the
 * policy: never faster than the limiters, slowed down after complaints or not, never more at once than
 * {@code maxInFlight}.
 */
final class Adapting {

    /** Of a lease that the law did not book: it was not wanted, or the request went to a cache. */
    static final int NO_EPOCH = 0;

    private static final PaceLimits NONE = new PaceLimits(1, 1, 1, 1);

    private final OriginState state;
    private final Policy policy;
    private final long now;
    private final PaceLimits limits;

    /** Null where the policy does not want it. */
    private final @Nullable Knee knee;

    Adapting(String originKey, OriginState state, Policy policy, Policies policies, long now) {
        this.state = state;
        this.policy = policy;
        this.now = now;
        if (policy.isAdaptive()) {
            limits = OriginState.paceLimits(policy, floorMicros(state, policy, policies));
            knee = state.knee == null ? new Knee(originKey.hashCode()) : state.knee;
        } else {
            limits = NONE;
            knee = null;
        }
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

    /** No slot before this: the origin is to finish what it has. */
    long notBeforeMicros() {
        return knee == null ? Long.MIN_VALUE : knee.notBeforeMicros();
    }

    /** Whether as many releases to the origin itself are out, booked and not yet heard of, as may be. */
    boolean isFull() {
        return knee != null && state.outAtOrigin() >= knee.outstandingMax(now, limits);
    }

    /** How many requests of the origin the fetcher may have in flight when it starts the next release. */
    int inFlightMax() {
        return knee == null ? policy.maxInFlight() : knee.inFlightMax(limits);
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
        if (knee == null || policy.slotMicros().isPresent()) {
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
        if (knee == null) {
            return NO_EPOCH;
        }
        state.knee = knee;
        return knee.released(slotMicros, cost, now, limits);
    }

    /** What became of a lease of the origin itself. Only a good answer of the origin itself tells how busy it is. */
    void reported(Lease lease, OriginEvent.Reported reported) {
        if (knee == null || lease.lawEpoch() == NO_EPOCH) {
            return;
        }
        Optional<Fetched> answer = answer(lease, reported);
        if (reported.isTooMuch()) {
            knee.refused(lease.lawEpoch(), now, limits);
        } else if (answer.isPresent()) {
            knee.answered(lease.lawEpoch(), answer.get(), now, limits);
        } else {
            lost(lease);
        }
    }

    /**
     * Empty if it does not tell how busy the origin is, or took longer than there was time since its slot. A start outside
     * of that time is the fault of a clock: then the slot counts, and how long it took, which one clock says.
     */
    private Optional<Fetched> answer(Lease lease, OriginEvent.Reported reported) {
        if (!reported.isSuccess()
                || reported.cache().isFromCache()
                || reported.startedAtMicros().isEmpty()
                || reported.finishedAtMicros().isEmpty()) {
            return Optional.empty();
        }
        long started = reported.startedAtMicros().getAsLong();
        long took = Micros.subtract(reported.finishedAtMicros().getAsLong(), started);
        long slot = lease.booking().releaseAtMicros();
        if (took < 0 || took > Micros.add(Math.max(0, Micros.subtract(now, slot)), OriginMachine.SKEW_MICROS_MAX)) {
            return Optional.empty();
        }
        long inTime = started < slot || started > Math.max(slot, now) ? slot : started;
        return Optional.of(new Fetched(inTime, Micros.add(inTime, took), lease.cost()));
    }

    /** The answer to a lease completed a run of failures: it says what a refusal says. */
    void refused(Lease lease) {
        if (knee != null && lease.lawEpoch() != NO_EPOCH) {
            knee.refused(lease.lawEpoch(), now, limits);
        }
    }

    /** Nobody spoke of a lease. */
    void lost(Lease lease) {
        if (knee != null && lease.lawEpoch() != NO_EPOCH) {
            knee.lost(lease.lawEpoch(), now, limits);
        }
    }
}

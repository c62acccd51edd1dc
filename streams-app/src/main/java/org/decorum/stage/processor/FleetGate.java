package org.decorum.stage.processor;

import java.util.List;
import org.decorum.core.fleet.FleetTurns;
import org.decorum.core.machine.Allowance;
import org.decorum.core.machine.BookingId;
import org.decorum.core.machine.Lease;
import org.decorum.core.machine.OriginEffect;
import org.decorum.core.machine.OriginState;
import org.decorum.core.machine.ReturnCause;
import org.decorum.core.machine.Timing;
import org.decorum.core.policy.Policy;
import org.decorum.core.rate.Micros;
import org.decorum.schema.FetchFeedback;
import org.decorum.schema.FetchOutcome;
import org.decorum.schema.MissReason;

/**
 * Lets out as many releases of a task as the {@link Fleet} has places for. It is <em>crowded</em> from when an origin that
 * is due has to wait for a place, here or at another task, until none is due. While any task of the instance is, only
 * ticks give slots, one at a time and first due first, so that no record of an origin overtakes those that are due longer.
 */
final class FleetGate {

    private final Timing timing;
    private final TaskTally tally;
    private final Fleet fleet;
    private final FleetTurns.Task turn;
    private final ReleasesOut own = new ReleasesOut();

    /** A gate of a task whose states are not known yet. */
    FleetGate(Timing timing, TaskTally tally, Fleet fleet) {
        this.timing = timing;
        this.tally = tally;
        this.fleet = fleet;
        this.turn = fleet.join();
    }

    /** An origin is found as a former owner left it, with releases that are out. */
    void restore(OriginState state, long nowMicros) {
        ReleasesOut found = new ReleasesOut();
        for (Lease lease : state.leases()) {
            own.add(lease.booking().releaseAtMicros());
            found.add(lease.booking().releaseAtMicros());
        }
        fleet.takenOver(found, nowMicros);
    }

    /** The task has another owner from now on, or none. */
    void close(long nowMicros) {
        fleet.leave(turn, own, nowMicros);
    }

    boolean isCrowded() {
        return tally.isCrowded();
    }

    /** Nothing that is due is left. */
    void nothingIsDue() {
        if (tally.isCrowded()) {
            tally.crowded(false);
            fleet.waitsNoMore(turn);
        }
    }

    /** Whether there is no place for the origin that is due first. */
    boolean isShut(long dueMicros, long nowMicros) {
        boolean hasPlace = fleet.hasPlace(turn, dueMicros, nowMicros);
        tally.crowded(fleet.isCrowded());
        return !hasPlace;
    }

    /** What an origin may book that has its turn. */
    Allowance turn(long waitedMicros, long nowMicros) {
        if (!tally.isCrowded()) {
            return anyTime(nowMicros);
        }
        long held = waitedMicros - (timing.leadMicros() - timing.reachMicros());
        return Allowance.ofTurn(Math.max(0, held), fleet.slotMinMicros(nowMicros));
    }

    /** What an origin may book that something happens to. */
    Allowance anyTime(long nowMicros) {
        return Allowance.ofRoom(fleet.room(nowMicros), fleet.slotMinMicros(nowMicros));
    }

    /** What a decision led to. */
    void decided(List<OriginEffect> effects, long nowMicros) {
        for (OriginEffect effect : effects) {
            if (effect instanceof OriginEffect.Released released) {
                long releaseAt = released.slot().releaseAtMicros();
                own.add(releaseAt);
                fleet.booked(releaseAt, released.slot().expiresAtMicros() - releaseAt, nowMicros);
            } else if (effect instanceof OriginEffect.Returned returned
                    && returned.cause() == ReturnCause.LEASE_EXPIRED) {
                long releaseAt = returned.lease().booking().releaseAtMicros();
                own.remove(releaseAt);
                fleet.lapsed(releaseAt);
            }
        }
    }

    /**
     * A fetcher reported on a lease.
     *
     * @param before the origin as it was
     */
    void heard(BookingId booking, FetchFeedback feedback, OriginState before, Policy policy, long nowMicros) {
        long releaseAt = booking.releaseAtMicros();
        own.remove(releaseAt);
        FetchOutcome outcome = feedback.getOutcome();
        if (feedback.getStartedAt() != null) {
            long late = Micros.of(feedback.getStartedAt()) - releaseAt;
            fleet.started(releaseAt, waitedForOrigin(before, policy) ? 0 : late, nowMicros);
        } else if (outcome == FetchOutcome.MISSED_SLOT && isBehind(feedback)) {
            fleet.missed(releaseAt, feedback.getMissReason() == MissReason.BUSY, nowMicros);
        } else if (outcome == FetchOutcome.FETCHED || outcome == FetchOutcome.FAILED) {
            // A fetcher that does not say when is taken to be punctual, or its releases would stay few for ever.
            fleet.started(releaseAt, 0, nowMicros);
        } else {
            fleet.heard(releaseAt);
        }
    }

    /** Where the fetcher caps what an origin has in flight, a start may wait for that. */
    private static boolean waitedForOrigin(OriginState before, Policy policy) {
        return policy.isAdaptive() && before.inFlight() > 1;
    }

    private static boolean isBehind(FetchFeedback feedback) {
        MissReason reason = feedback.getMissReason();
        return reason == null
                || reason == MissReason.READ_LATE
                || reason == MissReason.STARTED_LATE
                || reason == MissReason.BUSY;
    }
}

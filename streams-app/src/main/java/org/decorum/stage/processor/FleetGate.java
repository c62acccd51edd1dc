package org.decorum.stage.processor;

import java.util.List;
import org.decorum.core.fleet.FleetWindow;
import org.decorum.core.machine.Allowance;
import org.decorum.core.machine.BookingId;
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
 * Lets out as many releases of a task as its {@link FleetWindow} has places for. It is <em>crowded</em> from when an
 * origin that is due has to wait for a place until none does. Then only ticks give slots, one at a time and first due
 * first, so that no record of an origin overtakes those that are due longer.
 *
 * <p>In memory only: the next owner of the task begins with as much as it finds out.
 */
final class FleetGate {

    /** By so much a slot may become wider for an origin that waited for a place. */
    private static final long PATIENCE_MAX_MICROS = 250 * Micros.PER_MILLI;

    private final Timing timing;
    private final TaskTally tally;
    private final boolean limits;
    private FleetWindow window;
    private boolean crowded;

    /**
     * A gate of a task whose states are not known yet.
     *
     * @param limits whether it ever keeps anything back
     */
    FleetGate(Timing timing, TaskTally tally, boolean limits) {
        this.limits = limits;
        this.timing = timing;
        this.tally = tally;
        this.window = new FleetWindow(timing.leadMicros(), 0);
        tell();
    }

    /** The task's states are known now, and the releases that are out with them. */
    void restored() {
        window = new FleetWindow(timing.leadMicros(), tally.inFlight());
        tell();
    }

    boolean isCrowded() {
        return crowded;
    }

    /** Nothing that is due is left. */
    void nothingIsDue() {
        if (crowded) {
            crowded = false;
            tell();
        }
    }

    /** Whether there is no place for the origin that is due first. */
    boolean isShut(long nowMicros) {
        if (!limits || window.places(tally.inFlight(), nowMicros) > 0) {
            return false;
        }
        if (!crowded) {
            crowded = true;
            tell();
        }
        return true;
    }

    /** What an origin may book that has its turn. */
    Allowance turn(long waitedMicros) {
        if (!crowded) {
            return anyTime();
        }
        long held = waitedMicros - (timing.leadMicros() - timing.reachMicros());
        return new Allowance(1, Math.min(Math.max(0, held), PATIENCE_MAX_MICROS));
    }

    /** What an origin may book that something happens to. */
    Allowance anyTime() {
        if (!limits) {
            return Allowance.UNLIMITED;
        }
        return crowded
                ? Allowance.NONE
                : new Allowance((int) Math.min(window.room(tally.inFlight()), Integer.MAX_VALUE), 0);
    }

    /** What a decision led to. */
    void decided(List<OriginEffect> effects, long nowMicros) {
        for (OriginEffect effect : effects) {
            if (effect instanceof OriginEffect.Released released) {
                long width = released.slot().expiresAtMicros() - released.slot().releaseAtMicros();
                window.booked(width, nowMicros);
            } else if (effect instanceof OriginEffect.Returned returned
                    && returned.cause() == ReturnCause.LEASE_EXPIRED) {
                window.missed(returned.lease().booking().releaseAtMicros(), nowMicros);
                tell();
            }
        }
    }

    /**
     * A fetcher reported on a lease.
     *
     * @param before the origin as it was
     */
    void heard(BookingId booking, FetchFeedback feedback, OriginState before, Policy policy, long nowMicros) {
        if (feedback.getStartedAt() != null) {
            long late = Micros.of(feedback.getStartedAt()) - booking.releaseAtMicros();
            window.started(booking.releaseAtMicros(), waitedForOrigin(before, policy) ? 0 : late, nowMicros);
        } else if (feedback.getOutcome() == FetchOutcome.MISSED_SLOT && isBehind(feedback)) {
            window.missed(booking.releaseAtMicros(), nowMicros);
        }
        tell();
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

    private void tell() {
        tally.fleet(window.size(), crowded);
    }
}

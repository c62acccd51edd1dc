package org.decorum.stage.processor;

import java.util.List;
import org.decorum.core.fleet.FleetWindow;
import org.decorum.core.machine.Allowance;
import org.decorum.core.machine.BookingId;
import org.decorum.core.machine.OriginEffect;
import org.decorum.core.machine.OriginState;
import org.decorum.core.machine.ReturnCause;
import org.decorum.core.machine.Timing;
import org.decorum.core.machine.Transition;
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

    /**
     * A slot becomes wider by a share of what its origin waited for a place, and no more than this. All that it waited
     * would free so many places, where they are only just too few, that slots are short again.
     */
    private static final long PATIENCE_MAX_MICROS = Micros.PER_SECOND;

    private static final int PATIENCE_SHARE = 4;

    private final Timing timing;
    private final TaskTally tally;
    private final boolean limits;
    private final ReleasesOut out = new ReleasesOut();
    private FleetWindow window;
    private boolean crowded;

    /** When the first release was booked since fetchers were last heard of; {@link Transition#NEVER} for none. */
    private long unheardFromMicros = Transition.NEVER;

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

    /** An origin is found as a former owner left it. */
    void restore(OriginState state) {
        state.leases().forEach(lease -> out.add(lease.booking().releaseAtMicros()));
    }

    /** All states are known now, and the releases that are out with them. */
    void restored(long nowMicros) {
        window = new FleetWindow(timing.leadMicros(), out.count(nowMicros));
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
        if (!limits || places(nowMicros) > 0) {
            return false;
        }
        if (!crowded) {
            crowded = true;
            tell();
        }
        return true;
    }

    private long places(long nowMicros) {
        if (crowded && Micros.subtract(nowMicros, unheardFromMicros) > ReleasesOut.SILENCE_MICROS) {
            window.restart(nowMicros);
            unheardFromMicros = nowMicros;
        }
        return window.places(out.count(nowMicros), nowMicros);
    }

    /** What an origin may book that has its turn. */
    Allowance turn(long waitedMicros, long nowMicros) {
        if (!crowded) {
            return anyTime(nowMicros);
        }
        long held = waitedMicros - (timing.leadMicros() - timing.reachMicros());
        return new Allowance(1, Math.min(Math.max(0, held / PATIENCE_SHARE), PATIENCE_MAX_MICROS));
    }

    /** What an origin may book that something happens to. */
    Allowance anyTime(long nowMicros) {
        if (!limits) {
            return Allowance.UNLIMITED;
        }
        return crowded
                ? Allowance.NONE
                : new Allowance((int) Math.min(window.room(out.count(nowMicros)), Integer.MAX_VALUE), 0);
    }

    /** What a decision led to. */
    void decided(List<OriginEffect> effects, long nowMicros) {
        for (OriginEffect effect : effects) {
            if (effect instanceof OriginEffect.Released released) {
                long width = released.slot().expiresAtMicros() - released.slot().releaseAtMicros();
                window.booked(width, nowMicros);
                out.add(released.slot().releaseAtMicros());
                unheardFromMicros = Math.min(unheardFromMicros, nowMicros);
            } else if (effect instanceof OriginEffect.Returned returned
                    && returned.cause() == ReturnCause.LEASE_EXPIRED) {
                out.remove(returned.lease().booking().releaseAtMicros());
            }
        }
    }

    /**
     * A fetcher reported on a lease.
     *
     * @param before the origin as it was
     */
    void heard(BookingId booking, FetchFeedback feedback, OriginState before, Policy policy, long nowMicros) {
        out.remove(booking.releaseAtMicros());
        unheardFromMicros = Transition.NEVER;
        if (feedback.getStartedAt() != null) {
            long late = Micros.of(feedback.getStartedAt()) - booking.releaseAtMicros();
            window.started(booking.releaseAtMicros(), waitedForOrigin(before, policy) ? 0 : late, nowMicros);
        } else if (feedback.getOutcome() == FetchOutcome.MISSED_SLOT && isBehind(feedback)) {
            window.missed(booking.releaseAtMicros(), nowMicros);
        } else if (feedback.getOutcome() == FetchOutcome.FETCHED || feedback.getOutcome() == FetchOutcome.FAILED) {
            // A fetcher that does not say when is taken to be punctual, or its releases would stay few for ever.
            window.started(booking.releaseAtMicros(), 0, nowMicros);
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

package org.decorum.core.machine;

import java.util.ArrayList;
import java.util.List;
import org.decorum.core.backlog.LaneMemory;
import org.decorum.core.rate.Micros;

/**
 * A clock that was far ahead has looked at an origin, and all that it noted is in the future. Now that a clock says
 * otherwise, what was noted by the wrong one moves back by as much as that was ahead:
 *
 * <pre>{@code t' = t                     if t is nearer to now than to seen: the right clock noted it
 * t' = t - (seen - now)      otherwise: as far from now as it was from seen}</pre>
 *
 * <p>Since seen, time has passed, so that nothing is allowed sooner than it would have been. A hold that is no longer
 * than the policy's longest stays as it is, whoever noted it. What answers taught is learned anew.
 *
 * @param seenMicros what the origin has seen
 * @param nowMicros what the clock says, {@link OriginState#AHEAD_MICROS_MAX} earlier or more
 * @param holdMicrosMax the longest hold that the policy allows
 */
record ClockJump(long seenMicros, long nowMicros, long holdMicrosMax) {

    /** Moves the times of a state back. What was released before must not start any more. */
    OriginEffect.ClockJumped undo(OriginState state) {
        state.tatMicros = time(state.tatMicros);
        state.forecast = state.forecast.rebased(this::time);
        state.lastReleaseAtMicros = time(state.lastReleaseAtMicros);
        state.seenMicros = nowMicros;
        state.hold.rebase(this::holdTime, this::time);
        state.lanes.forEach(lane -> lane.rebase(this::time, this::holdTime));
        if (state.knee != null) {
            state.knee.forget();
        }
        undoLeases(state.leases);
        state.epoch++;
        return new OriginEffect.ClockJumped(aheadMicros(), state.hold.untilMicros(), state.epoch);
    }

    /** The same for what another origin, which that clock had looked at, says of a site. */
    LaneMemory undo(LaneMemory memory) {
        return memory.rebased(this::time, this::holdTime, nowMicros);
    }

    private void undoLeases(List<Lease> leases) {
        List<Lease> moved = new ArrayList<>(leases.size());
        long deadline = Long.MIN_VALUE;
        for (Lease lease : leases) {
            deadline = Math.max(deadline, time(lease.deadlineMicros()));
            moved.add(lease.until(deadline).behind(time(lease.tatMicros())));
        }
        leases.clear();
        leases.addAll(moved);
    }

    private long aheadMicros() {
        return Micros.subtract(seenMicros, nowMicros);
    }

    private long time(long micros) {
        boolean isNearNow = Micros.subtract(micros, nowMicros) <= aheadMicros() / 2;
        return isNearNow ? micros : Micros.subtract(micros, aheadMicros());
    }

    private long holdTime(long micros) {
        return Micros.subtract(micros, nowMicros) <= holdMicrosMax ? micros : time(micros);
    }
}

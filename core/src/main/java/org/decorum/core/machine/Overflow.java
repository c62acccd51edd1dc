package org.decorum.core.machine;

import java.util.List;
import org.decorum.core.backlog.Lane;
import org.decorum.core.policy.Policy;

/**
 * What gives way at an origin with a full backlog, as its policy says. What came back from a fetcher keeps its place, and
 * so does what is deferred: neither stands in a queue of a priority.
 */
final class Overflow {

    private final OriginState state;
    private final Policy policy;
    private final List<OriginEffect> effects;

    Overflow(OriginState state, Policy policy, List<OriginEffect> effects) {
        this.state = state;
        this.policy = policy;
        this.effects = effects;
    }

    /** Whether one more may wait; where not, it was told where the request that comes goes instead. */
    boolean admits(int priority) {
        long waiting = state.waitingAndDeferred();
        if (waiting < policy.backlogMax()) {
            return true;
        }
        return refuse("waiting: [" + waiting + "/" + policy.backlogMax() + "]", priority);
    }

    /** No lane is free, which nothing that gives way would change. */
    void noLane() {
        turnAway("sites: [" + state.lanes.size() + "/" + OriginState.LANES_MAX + "]");
    }

    private boolean refuse(String detail, int priority) {
        return switch (policy.backlogFull()) {
            case DROP_LOWEST_PRIORITY -> dropBelow(priority, detail);
            case REJECT_NEW, PARK -> turnAway(detail);
        };
    }

    private boolean turnAway(String detail) {
        effects.add(
                switch (policy.backlogFull()) {
                    case PARK -> new OriginEffect.Parked(detail);
                    case REJECT_NEW, DROP_LOWEST_PRIORITY -> new OriginEffect.Refused(RejectCause.BACKLOG_FULL, detail);
                });
        return false;
    }

    /** Of several sites, the one with the most at that priority gives way: it is the one that floods. */
    private boolean dropBelow(int priority, String detail) {
        for (int lowest = 0; lowest < priority; lowest++) {
            Lane fullest = null;
            for (Lane lane : state.lanes) {
                if (lane.waiting(lowest) > (fullest == null ? 0 : fullest.waiting(lowest))) {
                    fullest = lane;
                }
            }
            if (fullest != null) {
                effects.add(new OriginEffect.Dropped(
                        fullest.dropNewest(lowest),
                        1,
                        RejectCause.BACKLOG_FULL,
                        detail + ", gave way to one of priority " + priority));
                return true;
            }
        }
        return turnAway(detail + ", none below priority " + priority);
    }
}

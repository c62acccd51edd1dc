package org.decorum.stage.sim;

import org.decorum.core.backlog.Lane;
import org.decorum.core.machine.OriginState;
import org.decorum.core.policy.BacklogFull;
import org.decorum.core.policy.Policies;
import org.decorum.schema.CrawlRejected;
import org.decorum.schema.RejectReason;

/** Looks at a task's origins at the moment when something gives way at a full backlog. */
final class OverflowWatch {

    private final Policies policies;
    private final ShardState state;
    private final Ledger ledger;

    /**
     * @param policies in force, whatever the task believes
     */
    OverflowWatch(Policies policies, ShardState state, Ledger ledger) {
        this.policies = policies;
        this.state = state;
        this.ledger = ledger;
    }

    void rejected(CrawlRejected rejected) {
        if (rejected.getReason() != RejectReason.BACKLOG_FULL) {
            return;
        }
        String originKey = String.valueOf(rejected.getOriginKey());
        BacklogFull rule = policies.of(originKey).backlogFull();
        require(rule != BacklogFull.PARK, rejected, "parked");
        if (rule == BacklogFull.DROP_LOWEST_PRIORITY) {
            int priority = ledger.priorityOf(String.valueOf(rejected.getRequestId()));
            require(lowestWaiting(originKey) >= priority, rejected, "one of priority " + lowestWaiting(originKey));
        }
    }

    void parked(String originKey, String requestId) {
        require(policies.of(originKey).backlogFull() == BacklogFull.PARK, requestId, "rejected");
    }

    private int lowestWaiting(String originKey) {
        OriginState origin = state.stores().origins().get(originKey);
        for (int priority = 0; origin != null && priority < 10; priority++) {
            for (Lane lane : origin.lanes()) {
                if (lane.waiting(priority) > 0) {
                    return priority;
                }
            }
        }
        return Integer.MAX_VALUE;
    }

    private static void require(boolean holds, Object given, String expected) {
        if (!holds) {
            throw new InvariantBrokenException(
                    Invariant.GIVES_WAY, "gave way: " + given + " (expected: " + expected + ")");
        }
    }
}

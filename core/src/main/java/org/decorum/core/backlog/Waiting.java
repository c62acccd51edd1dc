package org.decorum.core.backlog;

import java.util.OptionalInt;
import org.decorum.core.policy.CostClues;
import org.decorum.core.policy.PolicyLimits;

/**
 * What the rules need to know of a request; its metadata stays in the backlog.
 *
 * @param siteKey lane
 * @param priority 0 (last) to 9 (first); empty leaves it to the policy
 * @param clues what its cost depends on
 * @param notBeforeMicros earliest start; {@link Long#MIN_VALUE} for any
 * @param deadlineMicros latest useful start; {@link Long#MAX_VALUE} for any
 * @param attempt which attempt is next, as far as the origin knew that it came from; 1 for the first
 * @param overloads how many times it was answered there that it is too much
 */
public record Waiting(
        String siteKey,
        OptionalInt priority,
        CostClues clues,
        long notBeforeMicros,
        long deadlineMicros,
        int attempt,
        int overloads) {

    public static final int PRIORITIES = PolicyLimits.PRIORITY_MAX + 1;

    public Waiting {
        if (priority.isPresent() && (priority.getAsInt() < 0 || priority.getAsInt() >= PRIORITIES)) {
            throw new IllegalArgumentException(
                    "priority: " + priority.getAsInt() + " (expected: 0 to " + (PRIORITIES - 1) + ")");
        }
        if (clues.units().isPresent() && clues.units().getAsInt() < 1) {
            throw new IllegalArgumentException("cost: " + clues.units().getAsInt() + " (expected: >= 1)");
        }
    }

    /** A request whose publisher names priority and cost. */
    public Waiting(String siteKey, int priority, int cost, long notBeforeMicros, long deadlineMicros) {
        this(
                siteKey,
                OptionalInt.of(priority),
                CostClues.of(cost, null, "http://" + siteKey + "/"),
                notBeforeMicros,
                deadlineMicros,
                1,
                0);
    }
}

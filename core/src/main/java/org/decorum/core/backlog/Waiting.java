package org.decorum.core.backlog;

/**
 * What the rules need to know of a request; its URL and metadata stay in the backlog.
 *
 * @param siteKey lane
 * @param priority 0 (last) to 9 (first)
 * @param cost units of cost, at least 1
 * @param notBeforeMicros earliest start; {@link Long#MIN_VALUE} for any
 * @param deadlineMicros latest useful start; {@link Long#MAX_VALUE} for any
 * @param attempt which attempt is next, as far as the origin knew that it came from; 1 for the first
 * @param overloads how many times it was answered there that it is too much
 */
public record Waiting(
        String siteKey, int priority, int cost, long notBeforeMicros, long deadlineMicros, int attempt, int overloads) {

    public static final int PRIORITIES = 10;

    public Waiting(String siteKey, int priority, int cost, long notBeforeMicros, long deadlineMicros) {
        this(siteKey, priority, cost, notBeforeMicros, deadlineMicros, 1, 0);
    }

    public Waiting {
        if (priority < 0 || priority >= PRIORITIES) {
            throw new IllegalArgumentException("priority: " + priority + " (expected: 0 to " + (PRIORITIES - 1) + ")");
        }
        if (cost < 1) {
            throw new IllegalArgumentException("cost: " + cost + " (expected: >= 1)");
        }
    }
}

package org.decorum.core.backoff;

import org.decorum.core.rate.Micros;

/**
 * How long to leave an origin alone that complained.
 *
 * @param initialMicros first rung of the ladder, for complaints that name no delay
 * @param capMicros highest rung of the ladder
 * @param retryAfterCapMicros longest Retry-After that is obeyed
 * @param quietMicros time without complaint after which the ladder starts from its first rung again
 * @param failureRun so many failures in a row are a complaint
 */
public record BackoffPolicy(
        long initialMicros, long capMicros, long retryAfterCapMicros, long quietMicros, int failureRun) {

    /** Longest run of failures that a policy may let pass. */
    public static final int FAILURE_RUN_MAX = 1_000;

    private static final long MAX_MICROS = Micros.ofSeconds(365L * 24 * 3600);

    /** One minute doubling to one hour, a Retry-After of up to a day, forgiven after ten quiet minutes; five failures in a row. */
    public static final BackoffPolicy DEFAULT = new BackoffPolicy(
            Micros.ofSeconds(60), Micros.ofSeconds(3600), Micros.ofSeconds(24 * 3600), Micros.ofSeconds(600), 5);

    public BackoffPolicy {
        between("backoff.initialMicros", initialMicros, 1, MAX_MICROS);
        between("backoff.capMicros", capMicros, initialMicros, MAX_MICROS);
        between("backoff.retryAfterCapMicros", retryAfterCapMicros, 1, MAX_MICROS);
        between("backoff.quietMicros", quietMicros, 0, MAX_MICROS);
        between("backoff.failureRun", failureRun, 1, FAILURE_RUN_MAX);
    }

    /** No hold is set for longer, jitter aside. */
    public long longestMicros() {
        return Math.max(capMicros, retryAfterCapMicros);
    }

    private static void between(String name, long value, long min, long max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: " + min + " to " + max + ")");
        }
    }
}

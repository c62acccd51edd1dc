package org.decorum.core.adaptive;

/**
 * An answer that tells how busy an origin is: neither an error nor from a cache.
 *
 * @param startedMicros when the fetcher sent the request, by its own clock
 * @param finishedMicros when it had the whole answer, by the same clock
 * @param cost units that the request weighs, at least 1
 */
public record Fetched(long startedMicros, long finishedMicros, int cost) {

    public Fetched {
        if (cost < 1) {
            throw new IllegalArgumentException("cost: " + cost + " (expected: >= 1)");
        }
    }

    /** At least 1, even where a clock went back. */
    long latencyMicros() {
        return Math.max(1, finishedMicros - startedMicros);
    }
}

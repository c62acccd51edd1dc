package org.decorum.stage.bench;

/**
 * A time in which a host takes longer.
 *
 * @param fromMicros after the first request
 * @param untilMicros after the first request
 * @param factor by which a service that begins in between is longer
 */
public record Slowdown(long fromMicros, long untilMicros, double factor) {

    public Slowdown {
        if (fromMicros < 0 || untilMicros <= fromMicros) {
            throw new IllegalArgumentException(
                    "slowdown: " + fromMicros + " to " + untilMicros + " µs (expected: 0 <= from < until)");
        }
        if (!(factor > 0)) {
            throw new IllegalArgumentException("slowdown: " + factor + " times (expected: > 0)");
        }
    }

    boolean covers(long micros) {
        return micros >= fromMicros && micros < untilMicros;
    }
}

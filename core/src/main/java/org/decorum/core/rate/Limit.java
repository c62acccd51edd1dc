package org.decorum.core.rate;

/**
 * One limiter's parameters: the emission interval T, microseconds per unit of cost, and the burst tolerance tau,
 * microseconds. A limiter never admits more than {@code 1 + tau/T + window/T} units that cost 1 in any window.
 */
public record Limit(long intervalMicros, long toleranceMicros) {

    public Limit {
        if (intervalMicros < 1) {
            throw new IllegalArgumentException("intervalMicros: " + intervalMicros + " (expected: >= 1)");
        }
        if (toleranceMicros < 0) {
            throw new IllegalArgumentException("toleranceMicros: " + toleranceMicros + " (expected: >= 0)");
        }
    }

    /** One unit each interval, no burst. */
    public static Limit every(long intervalMicros) {
        return new Limit(intervalMicros, 0);
    }

    /** {@code burst} units at once after a quiet time, then one each interval: {@code tau = (burst - 1) * T}. */
    public static Limit burst(long intervalMicros, int burst) {
        if (burst < 1) {
            throw new IllegalArgumentException("burst: " + burst + " (expected: >= 1)");
        }
        return new Limit(intervalMicros, Micros.multiply(intervalMicros, burst - 1L));
    }

    /** {@code count} units per window, evenly spread; T is rounded up, so that the rate is never exceeded. */
    public static Limit of(long count, long windowMicros) {
        if (count < 1) {
            throw new IllegalArgumentException("count: " + count + " (expected: >= 1)");
        }
        if (windowMicros < 1) {
            throw new IllegalArgumentException("windowMicros: " + windowMicros + " (expected: >= 1)");
        }
        return every(-Math.floorDiv(-windowMicros, count));
    }

    /**
     * The slower of this and a spacing that somebody asked for, such as a Crawl-delay; 0 asks for none. Two starts of
     * a burst are not spaced at all, so that any spacing leaves no room for bursts, even one that is shorter than T.
     */
    public Limit atLeastEvery(long spacingMicros) {
        return spacingMicros < 1 ? this : every(Math.max(spacingMicros, intervalMicros));
    }

    public boolean allowsBursts() {
        return toleranceMicros > 0;
    }
}

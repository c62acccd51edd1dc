package org.decorum.stage.bench;

import java.util.concurrent.TimeUnit;

/**
 * URLs of some origins in turn, at a steady rate. Each origin has its own moment in each interval of
 * {@code origins / perSecond}, at which it gets a URL; at its first one it gets {@code ahead} more. So where an interval's
 * worth of budget is one URL, there is always one waiting at each origin, and what is due is spread evenly.
 *
 * @param perSecond of all origins together
 */
public record SteadyLoad(int origins, double perSecond, int ahead) {

    public SteadyLoad {
        if (origins < 1) {
            throw new IllegalArgumentException("origins: " + origins + " (expected: >= 1)");
        }
        if (!(perSecond > 0)) {
            throw new IllegalArgumentException("URLs a second: " + perSecond + " (expected: > 0)");
        }
        if (ahead < 0) {
            throw new IllegalArgumentException("URLs ahead: " + ahead + " (expected: >= 0)");
        }
    }

    /** How many URLs there are so long after the first. */
    public long dueBy(long elapsedNanos) {
        long moments = 1 + (long) (perSecond * elapsedNanos / TimeUnit.SECONDS.toNanos(1));
        return moments + ahead * Math.min(moments, origins);
    }

    /** Whose the URL of a number is; the first has 0. */
    public int originOf(long number) {
        long first = (long) origins * (1 + ahead);
        return (int) (number < first ? number / (1 + ahead) : number % origins);
    }

    /** The same where nothing waits. */
    public SteadyLoad withNoneAhead() {
        return new SteadyLoad(origins, perSecond, 0);
    }
}

package org.decorum.core.adaptive;

/**
 * What the policy in force lets the control law choose from: the emission interval per unit of cost, microseconds, and
 * the cap on requests in flight. The law never leaves these bounds.
 *
 * @param fastestMicros the policy's floor, the shortest interval that is allowed
 * @param slowestMicros the longest interval that latency alone may lead to
 * @param inFlightMin cap that is always granted, at least 1
 * @param inFlightMax cap that is never exceeded
 */
public record PaceLimits(long fastestMicros, long slowestMicros, int inFlightMin, int inFlightMax) {

    public PaceLimits {
        if (fastestMicros < 1 || slowestMicros < fastestMicros) {
            throw new IllegalArgumentException("interval: " + fastestMicros + " to " + slowestMicros
                    + " micros (expected: 1 <= fastest <= slowest)");
        }
        if (inFlightMin < 1 || inFlightMax < inFlightMin) {
            throw new IllegalArgumentException(
                    "in flight: " + inFlightMin + " to " + inFlightMax + " (expected: 1 <= min <= max)");
        }
    }

    /** The interval that keeps {@code work} requests in process, rounded up, inside the bounds. */
    long intervalMicros(double unitMicros, double work) {
        return clampInterval((long) Math.ceil(unitMicros / work));
    }

    long clampInterval(long micros) {
        return Math.max(fastestMicros, Math.min(slowestMicros, micros));
    }

    int clampInFlight(int cap) {
        return Math.max(inFlightMin, Math.min(inFlightMax, cap));
    }
}

package org.decorum.stage.sim;

import java.util.HashMap;
import java.util.Map;

/** How fast one origin's bookings followed each other, against what they had to pay. Only for a limit that stays. */
final class OriginPace {

    private static final double LEAST_SHARE = 0.99;

    /** Input is read and ticks come some milliseconds late. */
    private static final long SLACK_MICROS = 100_000;

    /** Until an owner has heard of a hit, it takes it for a miss. */
    private static final long LOOP_MICROS = 1_000_000;

    private long firstMicros = Long.MAX_VALUE;
    private long lastMicros = Long.MIN_VALUE;
    private long paidMicros;
    private long lastRestMicros;
    private String lastName = "";
    private final Map<String, Long> savedByHit = new HashMap<>();
    private long toleranceMicros;

    void add(Booking booking) {
        firstMicros = Math.min(firstMicros, booking.releaseAtMicros());
        lastMicros = booking.releaseAtMicros();
        toleranceMicros = booking.origin().toleranceMicros();
        int cost = booking.release().getCost();
        lastRestMicros = cost * booking.origin().intervalMicros();
        paidMicros += lastRestMicros;
        lastName = booking.name();
        if (booking.toCache()) {
            long hitMicros = cost * booking.site().intervalMicros() + LOOP_MICROS;
            savedByHit.put(booking.name(), Math.max(0, lastRestMicros - hitMicros));
        }
    }

    /** A cache had it, and its owner knows: the origin pays nothing. */
    void hit(String name) {
        long savedMicros = savedByHit.getOrDefault(name, 0L);
        paidMicros -= savedMicros;
        lastRestMicros -= name.equals(lastName) ? savedMicros : 0;
    }

    /** Whether all bookings took no longer than they had to. */
    boolean isFull() {
        long leastMicros = Math.max(0, paidMicros - lastRestMicros - toleranceMicros);
        return (lastMicros - firstMicros - SLACK_MICROS) * LEAST_SHARE <= leastMicros;
    }

    @Override
    public String toString() {
        return "bookings over " + (lastMicros - firstMicros) + " us that had to take " + (paidMicros - lastRestMicros)
                + " us less " + toleranceMicros;
    }
}

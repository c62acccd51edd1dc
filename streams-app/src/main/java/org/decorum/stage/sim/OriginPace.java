package org.decorum.stage.sim;

/** How fast one origin's bookings followed each other, against what they had to pay. Only for a limit that stays. */
final class OriginPace {

    private static final double LEAST_SHARE = 0.99;

    /** Input is read and ticks come some milliseconds late. */
    private static final long SLACK_MICROS = 100_000;

    private long firstMicros = Long.MAX_VALUE;
    private long lastMicros = Long.MIN_VALUE;
    private long paidMicros;
    private long lastRestMicros;
    private long toleranceMicros;

    void add(Booking booking) {
        firstMicros = Math.min(firstMicros, booking.releaseAtMicros());
        lastMicros = booking.releaseAtMicros();
        paidMicros += lastRestMicros;
        lastRestMicros = booking.release().getCost() * booking.origin().intervalMicros();
        toleranceMicros = booking.origin().toleranceMicros();
    }

    /** Whether all bookings took no longer than they had to. */
    boolean isFull() {
        long leastMicros = Math.max(0, paidMicros - toleranceMicros);
        return (lastMicros - firstMicros - SLACK_MICROS) * LEAST_SHARE <= leastMicros;
    }

    @Override
    public String toString() {
        return "bookings over " + (lastMicros - firstMicros) + " us that had to take " + paidMicros + " us less "
                + toleranceMicros;
    }
}

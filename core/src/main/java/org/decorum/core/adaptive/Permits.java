package org.decorum.core.adaptive;

import org.decorum.core.codec.StateReader;
import org.decorum.core.codec.StateWriter;

/**
 * How many releases of an origin may be out, so that what is booked ahead does not pile up when the origin slows down:
 *
 * <pre>{@code
 * K + 1.05 * R * D + 2
 * }</pre>
 *
 * <p>with the cap K, the rate R that the origin is thought to keep up, and the delay D of the loop, which is how far
 * ahead requests are booked and how late their answers are heard of. D follows a longer delay at once and forgets it
 * slowly.
 */
final class Permits {

    private static final double MARGIN = 1.05;
    private static final int SPARE = 2;
    private static final int FORGETTING = 64;
    private static final long DELAY_MAX_MICROS = 10_000_000;

    private long aheadMicros;
    private long behindMicros;
    private long freeUntilMicros;

    void booked(long aheadOfSlotMicros) {
        aheadMicros = follow(aheadMicros, aheadOfSlotMicros);
    }

    void heard(long afterEndMicros) {
        behindMicros = follow(behindMicros, afterEndMicros);
    }

    private static long follow(long seen, long now) {
        return Math.max(Math.min(now, DELAY_MAX_MICROS), seen - seen / FORGETTING);
    }

    /** Whether requests are booked ahead of their start, and so can wait at the fetcher. */
    boolean areAhead() {
        return aheadMicros > 0;
    }

    /** Until then the pace alone decides: what is out was booked at another pace, and most of it will miss its slot. */
    void freeUntil(long micros) {
        freeUntilMicros = micros;
    }

    int outstandingMax(int cap, double perMicro, long nowMicros) {
        if (nowMicros < freeUntilMicros) {
            return Integer.MAX_VALUE;
        }
        double between = MARGIN * perMicro * (aheadMicros + behindMicros);
        return (int) Math.min(Integer.MAX_VALUE, cap + between + SPARE);
    }

    Permits copy() {
        Permits copy = new Permits();
        copy.aheadMicros = aheadMicros;
        copy.behindMicros = behindMicros;
        copy.freeUntilMicros = freeUntilMicros;
        return copy;
    }

    void write(StateWriter out) {
        out.writeLong(aheadMicros).writeLong(behindMicros).writeLong(freeUntilMicros);
    }

    static Permits read(StateReader in) {
        Permits permits = new Permits();
        permits.aheadMicros = in.readLong();
        permits.behindMicros = in.readLong();
        permits.freeUntilMicros = in.readLong();
        return permits;
    }
}

package org.decorum.core.machine;

import org.decorum.core.rate.Micros;
import org.decorum.core.rate.Slot;

/**
 * What the fetchers have room for, as an origin's task knows it.
 *
 * @param bookingsMax most requests that may be given a slot now
 * @param waitedMicros how long the origin waited for its turn since it was due, where fetchers cannot keep up
 * @param slotMinMicros how wide slots are to be at least, so that fetchers make them; 0 for as policies have it
 */
public record Allowance(int bookingsMax, long waitedMicros, long slotMinMicros) {

    /** As if there were always fetchers enough. */
    public static final Allowance UNLIMITED = ofRoom(Integer.MAX_VALUE, 0);

    /** No room: what is due waits. */
    public static final Allowance NONE = ofRoom(0, 0);

    /**
     * A slot becomes wider by a share of what its origin waited for a place, and by no more than this. All that it waited
     * would free so many places, where they are only just too few, that slots are short again.
     */
    private static final long PATIENCE_MAX_MICROS = Micros.PER_SECOND;

    private static final int PATIENCE_SHARE = 4;

    /** For the width that fetchers need, an origin pays with so many intervals, and with what it waited. */
    private static final int INTERVALS_PAID = 2;

    /** Faster origins cannot buy a slot with an interval that would make a difference. */
    private static final long BUYS_MICROS = Slot.WIDTH_MIN_MICROS;

    public Allowance {
        if (bookingsMax < 0 || waitedMicros < 0 || slotMinMicros < 0) {
            throw new IllegalArgumentException("bookingsMax: " + bookingsMax + ", waitedMicros: " + waitedMicros
                    + ", slotMinMicros: " + slotMinMicros + " (expected: all >= 0)");
        }
    }

    /** There is room for so many. */
    public static Allowance ofRoom(int bookingsMax, long slotMinMicros) {
        return new Allowance(bookingsMax, 0, slotMinMicros);
    }

    /** Fetchers cannot keep up, and it is an origin's turn. */
    public static Allowance ofTurn(long waitedMicros, long slotMinMicros) {
        return new Allowance(1, waitedMicros, slotMinMicros);
    }

    /**
     * By how much a slot becomes wider, so that fetchers that are behind can make it. The origin pays for it: its next slot
     * is that much later. For what fetchers need it pays no more than two intervals and what it waited.
     *
     * @param slotMicros width without it
     * @param intervalMicros from slot to slot of whoever pays, without it
     */
    public long patienceMicros(long slotMicros, long intervalMicros) {
        long forWaiting = Math.min(waitedMicros / PATIENCE_SHARE, PATIENCE_MAX_MICROS);
        return Math.max(forWaiting, Math.min(slotMinMicros - slotMicros, payableMicros(intervalMicros)));
    }

    private long payableMicros(long intervalMicros) {
        return intervalMicros < BUYS_MICROS
                ? 0
                : Micros.add(Micros.multiply(intervalMicros, INTERVALS_PAID), waitedMicros);
    }
}

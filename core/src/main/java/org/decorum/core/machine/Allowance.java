package org.decorum.core.machine;

import org.decorum.core.rate.Micros;

/**
 * What the fetchers have room for, as an origin's task knows it.
 *
 * @param bookingsMax most requests that may be given a slot now
 * @param isCrowded whether fetchers cannot keep up with what is due
 * @param waitedMicros how long the origin waited for its turn since it was due
 */
public record Allowance(int bookingsMax, boolean isCrowded, long waitedMicros) {

    /** As if there were always fetchers enough. */
    public static final Allowance UNLIMITED = ofRoom(Integer.MAX_VALUE);

    /** No room: what is due waits. */
    public static final Allowance NONE = ofRoom(0);

    /**
     * A slot becomes wider by a share of what its origin waited for a place, and by no more than this. All that it waited
     * would free so many places, where they are only just too few, that slots are short again.
     */
    private static final long PATIENCE_MAX_MICROS = Micros.PER_SECOND;

    private static final int PATIENCE_SHARE = 4;

    /** Slots that are shorter than a fetch are missed whenever all places are taken, and become so wide at once. */
    private static final long CROWDED_SLOT_MICROS = 400 * Micros.PER_MILLI;

    public Allowance {
        if (bookingsMax < 0 || waitedMicros < 0) {
            throw new IllegalArgumentException(
                    "bookingsMax: " + bookingsMax + ", waitedMicros: " + waitedMicros + " (expected: both >= 0)");
        }
    }

    /** There is room for so many. */
    public static Allowance ofRoom(int bookingsMax) {
        return new Allowance(bookingsMax, false, 0);
    }

    /** Fetchers cannot keep up, and it is an origin's turn. */
    public static Allowance ofTurn(long waitedMicros) {
        return new Allowance(1, true, waitedMicros);
    }

    /**
     * By how much a slot becomes wider, so that fetchers that are behind can make it. The origin pays for it: its next slot
     * is that much later.
     *
     * @param slotMicros width without it
     * @param intervalMicros from slot to slot without it
     */
    public long patienceMicros(long slotMicros, long intervalMicros) {
        if (!isCrowded) {
            return 0;
        }
        long forWaiting = Math.min(waitedMicros / PATIENCE_SHARE, PATIENCE_MAX_MICROS);
        return Math.max(forWaiting, Math.min(CROWDED_SLOT_MICROS - slotMicros, intervalMicros / 2));
    }
}

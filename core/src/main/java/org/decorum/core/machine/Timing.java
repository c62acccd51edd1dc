package org.decorum.core.machine;

/**
 * How far ahead of its slot a release is emitted, microseconds.
 *
 * @param leadMicros a request is booked when its slot is this near, no earlier
 * @param reachMicros the nearest slot that a release can still make: the time for commit and network. The difference
 *     to the lead is the time that a late timer may take.
 */
public record Timing(long leadMicros, long reachMicros) {

    /** Decide at the very instant: for pacing inside one process, where nothing is on the way. */
    public static final Timing IMMEDIATE = new Timing(0, 0);

    public Timing {
        if (reachMicros < 0 || leadMicros < reachMicros) {
            throw new IllegalArgumentException(
                    "leadMicros: " + leadMicros + ", reachMicros: " + reachMicros + " (expected: lead >= reach >= 0)");
        }
    }

    /** Four fifths of the lead for commit and network, one fifth for late timers. */
    public static Timing ofLead(long leadMicros) {
        return new Timing(leadMicros, leadMicros / 5 * 4);
    }
}

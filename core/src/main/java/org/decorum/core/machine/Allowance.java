package org.decorum.core.machine;

/**
 * What the fetchers have room for, as an origin's task knows it.
 *
 * @param bookingsMax most requests that may be given a slot now
 * @param patienceMicros by how much slots are wider than the policy has it, so that fetchers that are behind can make
 *     them. The origin pays for it: its next slot is that much later.
 */
public record Allowance(int bookingsMax, long patienceMicros) {

    /** As if there were always fetchers enough. */
    public static final Allowance UNLIMITED = new Allowance(Integer.MAX_VALUE, 0);

    /** No room: what is due waits. */
    public static final Allowance NONE = new Allowance(0, 0);

    public Allowance {
        if (bookingsMax < 0 || patienceMicros < 0) {
            throw new IllegalArgumentException(
                    "bookingsMax: " + bookingsMax + ", patienceMicros: " + patienceMicros + " (expected: both >= 0)");
        }
    }
}

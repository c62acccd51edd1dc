package org.decorum.core.backlog;

/**
 * Where a request waits, in one long: lane (16 bits), priority (4 bits), number in that queue (43 bits; the sign bit
 * stays clear). A request keeps its ticket from arrival to conclusion, so that it is written once and deleted once.
 * Tickets of one queue are consecutive: its head is fetched by key, never by a scan.
 */
public final class Ticket {

    public static final int LANES_MAX = 1 << 16;
    public static final long NUMBERS_MAX = 1L << 43;

    private Ticket() {}

    public static long of(int lane, int priority, long number) {
        if (lane < 0 || lane >= LANES_MAX || number < 0 || number >= NUMBERS_MAX) {
            throw new IllegalArgumentException("lane " + lane + ", number " + number + " (expected: 0 to "
                    + (LANES_MAX - 1) + ", 0 to " + (NUMBERS_MAX - 1) + ")");
        }
        return ((long) lane << 47) | ((long) priority << 43) | number;
    }

    /** The class that the request waits in: its own, or what the policy gave it when it arrived. */
    public static int priority(long ticket) {
        return (int) (ticket >>> 43) & 0xF;
    }

    public static int lane(long ticket) {
        return (int) (ticket >>> 47);
    }

    public static long number(long ticket) {
        return ticket & (NUMBERS_MAX - 1);
    }
}

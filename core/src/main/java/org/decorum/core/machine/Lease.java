package org.decorum.core.machine;

/**
 * A released request whose outcome is not known yet.
 *
 * @param booking the booking that its feedback must name
 * @param ticket where its request is kept
 * @param cost units that were charged for it; of one to a cache, the origin is charged them once it missed
 * @param lawEpoch epoch of the adaptive law that it was booked under; 0 where the policy did not want it
 * @param unitsBefore units of cost that the origin had booked before this one
 * @param expectedMicros what a request to a cache is expected to cost the origin behind it; 0 for one to the origin
 * @param tatMicros of one to a cache: TAT of the origin if nothing were counted that began after it; else 0
 * @param attempt 1 for the first try
 * @param overloads how many times the request was answered that it is too much
 * @param deadlineMicros without feedback by then it goes back to the backlog
 */
public record Lease(
        BookingId booking,
        long ticket,
        int cost,
        int lawEpoch,
        long unitsBefore,
        long expectedMicros,
        long tatMicros,
        int attempt,
        int overloads,
        long deadlineMicros) {

    /** The origin pays only if the cache does not have it. */
    boolean isToCache() {
        return expectedMicros > 0;
    }

    Lease until(long otherDeadlineMicros) {
        return with(tatMicros, otherDeadlineMicros);
    }

    Lease behind(long otherTatMicros) {
        return with(otherTatMicros, deadlineMicros);
    }

    private Lease with(long otherTatMicros, long otherDeadlineMicros) {
        return new Lease(
                booking,
                ticket,
                cost,
                lawEpoch,
                unitsBefore,
                expectedMicros,
                otherTatMicros,
                attempt,
                overloads,
                otherDeadlineMicros);
    }
}

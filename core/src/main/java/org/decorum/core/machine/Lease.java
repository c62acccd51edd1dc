package org.decorum.core.machine;

/**
 * A released request whose outcome is not known yet.
 *
 * @param booking the booking that its feedback must name
 * @param ticket where its request is kept
 * @param unitsBefore units of cost that the origin had booked before this one
 * @param attempt 1 for the first try
 * @param overloads how many times the request was answered that it is too much
 * @param deadlineMicros without feedback by then it goes back to the backlog
 */
public record Lease(BookingId booking, long ticket, long unitsBefore, int attempt, int overloads, long deadlineMicros) {

    Lease until(long otherDeadlineMicros) {
        return new Lease(booking, ticket, unitsBefore, attempt, overloads, otherDeadlineMicros);
    }
}

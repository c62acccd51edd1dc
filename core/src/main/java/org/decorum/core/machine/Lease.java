package org.decorum.core.machine;

/**
 * A released request whose outcome is not known yet.
 *
 * @param booking the booking that its feedback must name
 * @param ticket where its request is kept
 * @param attempt 1 for the first try
 * @param overloads how many times the request was answered that it is too much
 * @param deadlineMicros without feedback by then it goes back to the backlog
 */
public record Lease(BookingId booking, long ticket, int attempt, int overloads, long deadlineMicros) {}

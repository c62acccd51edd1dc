package org.decorum.core.backoff;

import java.util.OptionalLong;

/**
 * An answer by which an origin says, or shows, that it is too much.
 *
 * @param booking number of the booking that was answered
 * @param newestBooking the newest number there is: it and all before it belong to the incident
 * @param retryAfterMicros the delay that the answer named
 * @param shown why the scope is held where the answer named none
 */
public record Complaint(long booking, long newestBooking, OptionalLong retryAfterMicros, HoldCause shown) {

    /** Why the scope is held where the answer named a delay. */
    HoldCause shownWithDelay() {
        return shown == HoldCause.ROBOTS ? shown : HoldCause.RETRY_AFTER;
    }

    /** The delay that it asks for, whatever the policy makes of it; 0 for none. */
    public long askedMicros() {
        return Math.max(0, retryAfterMicros.orElse(0));
    }
}

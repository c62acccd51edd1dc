package org.decorum.core.machine;

import java.util.Optional;
import org.decorum.core.backlog.LaneQueue;
import org.decorum.core.backoff.HoldCause;
import org.decorum.core.rate.Slot;

/** Something that follows from a transition and is left to the shell to do. */
public sealed interface OriginEffect {

    /** The arriving request waits under this ticket: store it. */
    record Admitted(long ticket) implements OriginEffect {}

    /** The arriving request may not start yet: keep it aside and let it arrive again then. */
    record Deferred(long untilMicros) implements OriginEffect {}

    /** The arriving request is not taken. */
    record Refused(RejectCause cause, String detail) implements OriginEffect {}

    /** The arriving request is not taken, but kept where it can be published from again. */
    record Parked(String detail) implements OriginEffect {}

    /**
     * A request was given a slot: tell the fetchers.
     *
     * @param costRule the rule that gave the cost
     * @param minGapMicros least time from this start to the next one at the origin; 0 where bursts are allowed, less where a
     *     request to a cache may follow sooner
     * @param inFlightMax requests of the origin that the fetcher may have in flight, this one included; {@link #NO_CAP}
     *     for a request to a cache, which neither waits nor counts
     * @param intervalMicros emission interval in force
     */
    record Released(
            Lease lease,
            Slot slot,
            String costRule,
            long minGapMicros,
            int inFlightMax,
            long intervalMicros,
            long epoch)
            implements OriginEffect {

        public static final int NO_CAP = 0;

        /** Units that the limiters were charged. */
        public int cost() {
            return lease.cost();
        }
    }

    /** A request is done: delete it. */
    record Concluded(Lease lease, Outcome outcome) implements OriginEffect {}

    /** A request waits again, under its old ticket. */
    record Returned(Lease lease, ReturnCause cause) implements OriginEffect {}

    /** A request that waited is given up: delete it and say so. */
    record Dropped(long ticket, int attempt, RejectCause cause, String detail) implements OriginEffect {}

    /** Feedback that names no present lease: count it. */
    record Stale(BookingId booking) implements OriginEffect {}

    /**
     * Nothing goes before an instant: tell the fetchers. What was released in an earlier epoch and has not started must
     * not start.
     *
     * @param siteKey the lane that is held; empty for the whole origin
     */
    record Held(Optional<String> siteKey, long untilMicros, long epoch, HoldCause cause) implements OriginEffect {}

    /**
     * The origin named a delay beyond the policy's longest, which holds it instead. Told once an incident.
     *
     * @param siteKey whose answer it was
     * @param askedMicros {@link Long#MAX_VALUE} where it named more
     */
    record RetryAfterCapped(String siteKey, long askedMicros, long capMicros) implements OriginEffect {}

    /** The arriving request is another origin's: send it there. */
    record Forwarded(String to) implements OriginEffect {}

    /** A request that waited is another origin's: send it there, with what it has behind it, and delete it here. */
    record Moved(LaneQueue.Entry entry, String to) implements OriginEffect {}

    /** Tell another origin. */
    record Sent(String to, LaneMessage message) implements OriginEffect {}

    /** Nothing of a site is booked here any more, but there. */
    record LaneGiven(String siteKey, String to) implements OriginEffect {}

    /** A site is booked here from now on. */
    record LaneTaken(String siteKey) implements OriginEffect {}

    /**
     * The origin had been looked at by a clock that was far ahead, and its times are moved back. Tell the fetchers: what
     * was released in an earlier epoch must not start.
     *
     * @param aheadMicros by how much that clock was ahead
     * @param untilMicros until when the whole origin is held now; {@link Long#MIN_VALUE} if it never was
     */
    record ClockJumped(long aheadMicros, long untilMicros, long epoch) implements OriginEffect {}

    /** Nothing is known of the origin any more that matters: delete its state. */
    record Forgotten(long epoch) implements OriginEffect {}
}

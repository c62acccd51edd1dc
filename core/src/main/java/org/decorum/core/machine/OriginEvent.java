package org.decorum.core.machine;

import org.decorum.core.backlog.Waiting;

/** Something that can happen to an origin. */
public sealed interface OriginEvent {

    /** A request for it came in, or one that was deferred is due. */
    record Arrived(Waiting request) implements OriginEvent {}

    /** A fetcher reported on a lease. */
    record Reported(BookingId booking, Outcome outcome) implements OriginEvent {}

    /** A fetcher read robots.txt of a site; 0 means that it asks for no delay. */
    record RobotsRead(String siteKey, long crawlDelayMicros) implements OriginEvent {}

    /** The deferred requests that were due have arrived; the next is due then, or {@link Transition#NEVER}. */
    record Recalled(long nextDueMicros) implements OriginEvent {}

    /** Time passed, or the policy changed. */
    record Tick() implements OriginEvent {}
}

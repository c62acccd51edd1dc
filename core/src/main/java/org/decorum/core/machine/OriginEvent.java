package org.decorum.core.machine;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.decorum.core.backlog.Waiting;
import org.decorum.core.cache.CacheVerdict;

/** Something that can happen to an origin. */
public sealed interface OriginEvent {

    /**
     * A request for it came in, or one that was deferred is due.
     *
     * @param aliased whether an alias sent it here, and not its own name or bucket
     * @param moved whether another origin sent it on
     */
    record Arrived(Waiting request, boolean aliased, boolean moved) implements OriginEvent {

        public Arrived(Waiting request) {
            this(request, false, false);
        }
    }

    /** The site of this very name is to be booked by that origin: itself, or another where an alias says so. */
    record Remapped(String owner) implements OriginEvent {}

    /** Another origin says something about a site. */
    record Received(LaneMessage message) implements OriginEvent {}

    /**
     * A fetcher reported on a lease.
     *
     * @param status HTTP status, where there was one
     * @param startedAtMicros when the request went out, where the fetcher says
     * @param finishedAtMicros when the request had ended, where the fetcher says
     * @param retryAfterMicros the delay that the answer named; empty also where its Retry-After could not be understood
     * @param contentType the answer's Content-Type header, where there was one
     * @param cache whether a cache answered
     */
    record Reported(
            BookingId booking,
            Outcome outcome,
            OptionalInt status,
            OptionalLong startedAtMicros,
            OptionalLong finishedAtMicros,
            OptionalLong retryAfterMicros,
            Optional<String> contentType,
            CacheVerdict cache)
            implements OriginEvent {

        private static final int SUCCESS_MIN = 200;
        private static final int SUCCESS_MAX = 299;
        private static final int TOO_MANY_REQUESTS = 429;
        private static final int SERVICE_UNAVAILABLE = 503;
        private static final int SERVER_ERROR_MIN = 500;
        private static final int SERVER_ERROR_MAX = 599;

        public Reported(BookingId booking, Outcome outcome) {
            this(booking, outcome, OptionalInt.empty(), OptionalLong.empty(), OptionalLong.empty());
        }

        public Reported(
                BookingId booking,
                Outcome outcome,
                OptionalInt status,
                OptionalLong startedAtMicros,
                OptionalLong retryAfterMicros) {
            this(
                    booking,
                    outcome,
                    status,
                    startedAtMicros,
                    OptionalLong.empty(),
                    retryAfterMicros,
                    Optional.empty(),
                    CacheVerdict.UNKNOWN);
        }

        /** The origin answered with what was asked for. */
        boolean isSuccess() {
            int answer = status.orElse(0);
            return outcome == Outcome.FETCHED && answer >= SUCCESS_MIN && answer <= SUCCESS_MAX;
        }

        /** The origin answered that it is too much, or its robots.txt cannot be had before some time has passed. */
        boolean isOverload() {
            return isTooMuch() || (outcome == Outcome.ROBOTS && retryAfterMicros.isPresent());
        }

        /** The origin answered that it is too much. */
        boolean isTooMuch() {
            int answer = status.orElse(0);
            boolean isAnswer = outcome == Outcome.FETCHED || outcome == Outcome.ROBOTS;
            return isAnswer && (answer == TOO_MANY_REQUESTS || answer == SERVICE_UNAVAILABLE);
        }

        /** The origin answered that it went wrong there: no complaint, but enough of them in a row are. */
        boolean isServerError() {
            int answer = status.orElse(0);
            boolean isError = answer >= SERVER_ERROR_MIN && answer <= SERVER_ERROR_MAX;
            return outcome == Outcome.FETCHED && isError && answer != SERVICE_UNAVAILABLE;
        }
    }

    /** A fetcher read robots.txt of a site; 0 means that it asks for no delay. */
    record RobotsRead(String siteKey, long crawlDelayMicros) implements OriginEvent {}

    /**
     * Deferred requests are due and arrive next.
     *
     * @param count how many
     * @param nextDueMicros when the next is due, or {@link Transition#NEVER}
     */
    record Recalled(int count, long nextDueMicros) implements OriginEvent {}

    /** Time passed, or the policy changed. */
    record Tick() implements OriginEvent {}
}

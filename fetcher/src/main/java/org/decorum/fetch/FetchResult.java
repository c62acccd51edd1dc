package org.decorum.fetch;

import org.jspecify.annotations.Nullable;

/** What became of a release. Times are microseconds since 1970 UTC. */
public sealed interface FetchResult {

    /**
     * The origin answered, whatever the status.
     *
     * @param startedAtMicros just before the first byte of the request went out
     * @param finishedAtMicros when the last byte of the answer that we wanted was in
     * @param note anything worth telling, such as a body that was cut
     */
    record Fetched(
            int status,
            long startedAtMicros,
            long finishedAtMicros,
            AnswerHeaders headers,
            @Nullable String note) implements FetchResult {

        public Fetched {
            if (status < 100 || status > 999) {
                throw new IllegalArgumentException("status: " + status + " (expected: 100 to 999)");
            }
        }

        /** An answer without headers of interest. */
        public static Fetched of(int status, long startedAtMicros, long finishedAtMicros) {
            return new Fetched(status, startedAtMicros, finishedAtMicros, AnswerHeaders.NONE, null);
        }
    }

    /**
     * No answer.
     *
     * @param startedAtMicros when the request went out; null if it never did
     */
    record Failed(
            FailReason reason, String detail, @Nullable Long startedAtMicros, long finishedAtMicros)
            implements FetchResult {}

    /**
     * The slot went to robots.txt of the site, or to nothing while what robots.txt says is not known; the request waits
     * for another slot.
     *
     * @param status what robots.txt was answered with; null without an answer
     * @param startedAtMicros when the request for robots.txt went out; null if none did
     * @param crawlDelayMicros what robots.txt asks for; null if nothing, or if it is not known
     * @param retryAfter seconds after which robots.txt is worth another try, or its answer's Retry-After as it came;
     *     null if the request may have its next slot at once
     * @param date the Date header of that answer
     * @param note what happened
     */
    record Robots(
            @Nullable Integer status,
            @Nullable Long startedAtMicros,
            @Nullable Long crawlDelayMicros,
            @Nullable String retryAfter,
            @Nullable String date,
            String note)
            implements FetchResult {}

    /** Never started, and never to be: robots.txt does not allow it. */
    record Disallowed() implements FetchResult {}

    /** Never started; the origin saw nothing. */
    record Missed(MissReason reason) implements FetchResult {}
}

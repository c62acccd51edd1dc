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

    /** Never started; the origin saw nothing. */
    record Missed(MissReason reason) implements FetchResult {}
}

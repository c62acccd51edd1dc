package org.decorum.fetch;

/**
 * The right to start one request, between {@code release_at} and {@code expires_at} of its release. {@link #enter} is
 * the last look at the rules before the request's first byte: slot, hold, epoch, least gap, requests in
 * flight at the origin, contact with Kafka.
 */
public interface Permit {

    /**
     * Asks to send now. Waits if it is called before the start. A fetcher that does slow work first (resolve, connect)
     * calls this right before it sends; the gap to the origin's next start counts from the last call, or from
     * {@link #sent}.
     */
    Entry enter();

    /**
     * Says that the request is on the wire: a thread that had to wait for a core after entering was late itself.
     *
     * @return when that was, which is when the request started
     */
    default long sent() {
        return MicroClock.SYSTEM.nowMicros();
    }

    /**
     * Says what came of the request once all of it is in, before anything is done with the page: what waits for a place
     * at the origin starts now. Completing the fetch says so, too, but later. The permit is used up.
     */
    default void landed(FetchResult result) {}

    /** Answer of {@link #enter}. */
    sealed interface Entry {}

    /** Send now. */
    record Go(long startedAtMicros) implements Entry {}

    /** Do not send; complete the fetch with {@code missed}. */
    record Stop(FetchResult.Missed missed) implements Entry {}
}

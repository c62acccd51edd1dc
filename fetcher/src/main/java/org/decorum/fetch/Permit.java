package org.decorum.fetch;

/**
 * The right to start one request, between {@code release_at} and {@code expires_at} of its release. {@link #enter} is
 * the last look at the rules before the request's first byte: slot, hold, epoch, least gap, contact with Kafka.
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

    /** Answer of {@link #enter}. */
    sealed interface Entry {}

    /** Send now. */
    record Go(long startedAtMicros) implements Entry {}

    /** Do not send; complete the fetch with {@code missed}. */
    record Stop(FetchResult.Missed missed) implements Entry {}
}

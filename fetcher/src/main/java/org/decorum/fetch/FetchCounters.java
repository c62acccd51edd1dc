package org.decorum.fetch;

/** What a fetch loop has done since it began; safe to read from any thread. */
public interface FetchCounters {

    /** Releases read from Kafka. */
    long read();

    /** Requests that went out, counted once they have come back. */
    long started();

    /** Requests that were answered. */
    long fetched();

    /** Requests without an answer. */
    long failed();

    /** Releases that were not started. */
    long missed();

    /** Releases that were not started, for one reason. */
    long missed(MissReason reason);

    /** Requests published because a redirect led to them. */
    long redirected();

    /** Records on crawl.release that could not be read. */
    long unreadable();

    /** Releases that wait for their time. */
    long queued();

    /** Requests on their way. */
    long inFlight();

    /** Start time minus {@code release_at}, in microseconds, at a percentile (0 to 100). */
    long startLatenessMicros(double percentile);
}

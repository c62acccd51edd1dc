package org.decorum.fetch;

import java.time.Duration;

/**
 * Limits of a fetch loop.
 *
 * @param fetcherId names this fetcher in its feedback
 * @param inFlightMax requests on their way at once
 * @param openMax releases read and not yet reported; beyond it, reading pauses until half are done
 * @param redirectsMax redirects in a row after which the next one is not published; 0 publishes none
 * @param holdAgeMax how long ago Kafka may last have confirmed the hold table before nothing starts any more
 * @param closeWait how long {@link FetchLoop#close} waits for requests on their way
 */
record FetchSettings(
        FetchTopics topics,
        String fetcherId,
        int inFlightMax,
        int openMax,
        int redirectsMax,
        Duration holdAgeMax,
        Duration closeWait) {

    FetchSettings {
        if (inFlightMax < 1) {
            throw new IllegalArgumentException("requests in flight: " + inFlightMax + " (expected: >= 1)");
        }
        if (openMax < inFlightMax) {
            throw new IllegalArgumentException(
                    "open releases: " + openMax + " (expected: >= " + inFlightMax + ", the requests in flight)");
        }
    }
}

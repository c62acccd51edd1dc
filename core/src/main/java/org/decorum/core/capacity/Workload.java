package org.decorum.core.capacity;

/**
 * What is asked of a stage.
 *
 * @param origins that are known: seen within the retention
 * @param activeOrigins that have URLs waiting or under way
 * @param heldUrls that wait
 * @param urlsPerSecond that come in, are released and concluded
 * @param zipf exponent of Zipf's law, by which URLs spread over origins; 0 for evenly
 * @param originUrlsPerSecondMax what any single origin gets at most: its budget
 */
public record Workload(
        long origins,
        long activeOrigins,
        long heldUrls,
        double urlsPerSecond,
        double zipf,
        double originUrlsPerSecondMax) {

    public Workload {
        Checks.within("origins", origins, 1, 1e12);
        Checks.within("active_origins", activeOrigins, 0, origins);
        Checks.within("held_urls", heldUrls, 0, 1e15);
        Checks.positive("urls_per_second", urlsPerSecond);
        Checks.within("zipf", zipf, 0, 3);
        Checks.positive("origin_urls_per_second_max", originUrlsPerSecondMax);
    }
}

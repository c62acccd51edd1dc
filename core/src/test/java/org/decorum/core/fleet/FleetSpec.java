package org.decorum.core.fleet;

/**
 * A fleet, and more work than it can do.
 *
 * @param tasks stage tasks, which know nothing of each other
 * @param fetchers task i releases to fetcher {@code i % fetchers}
 * @param places requests in flight at all fetchers together
 * @param variation of what a fetch takes, standard deviation over mean
 * @param overload starts that all origins allow in a second, over those that the fleet can make
 * @param intervalMillis T of the origins, as many of each as there can be
 * @param seconds that the crawl goes on
 */
record FleetSpec(
        int tasks, int fetchers, int places, double variation, double overload, long[] intervalMillis, int seconds) {

    static final double FETCH_MILLIS = 300;

    FleetSpec at(double otherOverload, int otherSeconds) {
        return new FleetSpec(tasks, fetchers, places, variation, otherOverload, intervalMillis, otherSeconds);
    }

    double startsPerSecond() {
        return places * 1_000 / FETCH_MILLIS;
    }
}

package org.decorum.core.fleet;

/**
 * A fleet, and more work than it can do.
 *
 * @param instances of the stage, which know nothing of each other
 * @param tasks of all instances; task i runs on instance {@code i % instances}
 * @param fetchers any of which may get the releases of an origin
 * @param places requests in flight at all fetchers together
 * @param variation of what a fetch takes, standard deviation over mean
 * @param overload starts that all origins allow in a second, over those that the fleet can make
 * @param intervalMillis T of the origins, as many of each as there can be
 * @param seconds that the crawl goes on
 */
record FleetSpec(
        int instances,
        int tasks,
        int fetchers,
        int places,
        double variation,
        double overload,
        long[] intervalMillis,
        int seconds) {

    static final double FETCH_MILLIS = 300;

    FleetSpec at(double otherOverload, int otherSeconds) {
        return new FleetSpec(
                instances, tasks, fetchers, places, variation, otherOverload, intervalMillis, otherSeconds);
    }

    double startsPerSecond() {
        return places * 1_000 / FETCH_MILLIS;
    }
}

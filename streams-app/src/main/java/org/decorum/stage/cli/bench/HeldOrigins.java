package org.decorum.stage.cli.bench;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.decorum.schema.OriginPolicy;

/**
 * Origins that a stage is to know. Each has one URL that is fetched, and may get another one, which then waits for a day:
 * so each URL that waits is of an origin of its own, which is where a stage keeps most for it.
 */
final class HeldOrigins {

    private static final String DOMAIN = "held.example";
    private static final long INTERVAL_MICROS = 24 * 3_600 * 1_000_000L;

    /** Enough for the stage to be busy, and few enough for its fetchers. */
    private static final long OUTSTANDING = 10_000;

    private HeldOrigins() {}

    static SortedMap<String, OriginPolicy> policies() {
        return new TreeMap<>(Map.of(
                "*." + DOMAIN,
                OriginPolicy.newBuilder().setIntervalMicros(INTERVAL_MICROS).build()));
    }

    /** Each of so many has a URL that is released, reported and concluded. */
    static void meet(LoadRun runs, long origins, LoadPublisher publisher, LoadPublisher.Source source, Driven fetched)
            throws InterruptedException {
        runs.put(origins + " origins", origins, OUTSTANDING, publisher, source, fetched);
    }

    /**
     * Each of so many that were met gets a URL that waits.
     *
     * @param waiting counts as done what waits
     */
    static void hold(LoadRun runs, long origins, LoadPublisher publisher, LoadPublisher.Source source, Driven waiting)
            throws InterruptedException {
        runs.put(origins + " URLs that wait", origins, origins, publisher, source, waiting);
    }

    /** Of an origin by its number. */
    static String url(long number) {
        return CyclePlan.url(origin(number), number);
    }

    /** Length of the key of the last of so many. */
    static int keyBytes(long origins) {
        return origin(origins - 1).length();
    }

    private static String origin(long number) {
        return "site-" + number + "." + DOMAIN;
    }
}

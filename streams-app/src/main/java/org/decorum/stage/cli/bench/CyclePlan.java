package org.decorum.stage.cli.bench;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.decorum.core.policy.PolicyLimits;
import org.decorum.schema.OriginPolicy;
import org.decorum.stage.bench.Zipf;

/**
 * How the full cycle is measured.
 *
 * @param urls of one run
 * @param warmUpUrls of a run that does not count
 * @param origins that they belong to, by Zipf's law
 * @param outstanding most URLs that are published and not reported yet
 */
record CyclePlan(long urls, long warmUpUrls, int runs, int origins, double zipf, long outstanding, long seed) {

    private static final String DOMAIN = "bench.example";
    private static final long SLOT_MICROS = 2_000_000;

    /** Nobody waits: the budget of each origin is more than there is. */
    static SortedMap<String, OriginPolicy> policies() {
        return new TreeMap<>(Map.of(
                "*." + DOMAIN,
                OriginPolicy.newBuilder()
                        .setIntervalMicros(1L)
                        .setBurst(PolicyLimits.BURST_MAX)
                        .setSlotMicros(SLOT_MICROS)
                        .setMaxInFlight(PolicyLimits.IN_FLIGHT_MAX)
                        .build()));
    }

    static String origin(long number) {
        return "site-" + number + "." + DOMAIN;
    }

    /** As long as URLs usually are. */
    static String url(String origin, long number) {
        return "https://" + origin + "/archive/2026/some-words-of-a-title-" + number + ".html";
    }

    static byte[] key(long origin) {
        return origin(origin).getBytes(StandardCharsets.UTF_8);
    }

    Zipf originsOf(int run) {
        return new Zipf(origins, zipf, seed + run);
    }

    Map<String, Object> parameters() {
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("urls", urls);
        parameters.put("warm_up_urls", warmUpUrls);
        parameters.put("runs", runs);
        parameters.put("origins", origins);
        parameters.put("zipf", zipf);
        parameters.put("outstanding", outstanding);
        parameters.put("seed", seed);
        return parameters;
    }
}

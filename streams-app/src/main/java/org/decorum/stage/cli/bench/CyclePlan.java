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
 * @param urls of one run that counts
 * @param origins that they belong to, by Zipf's law
 * @param outstanding most URLs that are published and not reported yet
 */
record CyclePlan(long urls, int runs, int origins, double zipf, long outstanding, long seed) {

    static final long WARM_UP_MAX = 200_000;

    /** The first two of a process are a third slower: code is compiled, and anew where it learns of other uses. */
    static final int WARM_UPS = 3;

    private static final String DOMAIN = "bench.example";

    /** Nobody waits: the budget of each origin is more than there is. */
    static SortedMap<String, OriginPolicy> policies() {
        return new TreeMap<>(Map.of(
                "*." + DOMAIN,
                OriginPolicy.newBuilder()
                        .setIntervalMicros(1L)
                        .setBurst(PolicyLimits.BURST_MAX)
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

    /** Of a run that does not count. */
    long warmUpUrls() {
        return Math.min(urls, WARM_UP_MAX);
    }

    Zipf originsOf(int run) {
        return new Zipf(origins, zipf, seed + run);
    }

    Map<String, Object> parameters() {
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("urls", urls);
        parameters.put("warm_ups", WARM_UPS);
        parameters.put("warm_up_urls", warmUpUrls());
        parameters.put("runs", runs);
        parameters.put("origins", origins);
        parameters.put("zipf", zipf);
        parameters.put("outstanding", outstanding);
        parameters.put("seed", seed);
        return parameters;
    }
}

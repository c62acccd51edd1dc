package org.decorum.stage.cli.demo;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.decorum.core.rate.Micros;
import org.decorum.schema.OriginPolicy;

/**
 * Made-up origins for a demo without a list: each with a budget of its own, from five requests a second to one in five
 * seconds, some with a burst, and with about as many URLs as fit into the time.
 */
record DemoOrigins(Map<String, OriginPolicy> policies, List<String> urls) {

    private static final long[] INTERVALS_MILLIS = {200, 500, 1_000, 2_000, 5_000};
    private static final String[] NAMES = {
        "garden", "library", "harbour", "orchard", "museum", "bakery", "station", "theatre", "market", "lantern"
    };
    private static final int BURST = 4;
    private static final int ORIGINS_PER_BURST = 7;
    private static final double SHARE_OF_TIME = 0.8;

    static DemoOrigins generate(int origins, int seconds, long seed) {
        Map<String, OriginPolicy> policies = new TreeMap<>();
        List<String> urls = new ArrayList<>();
        for (int i = 0; i < origins; i++) {
            long intervalMillis = INTERVALS_MILLIS[i % INTERVALS_MILLIS.length];
            String host = String.format(Locale.ROOT, "%s-%02d.example", NAMES[i % NAMES.length], i + 1);
            OriginPolicy policy = OriginPolicy.newBuilder()
                    .setIntervalMicros(Micros.ofMillis(intervalMillis))
                    .setBurst(i % ORIGINS_PER_BURST == ORIGINS_PER_BURST - 1 ? BURST : 1)
                    .build();
            policies.put(host, policy);
            long pages = Math.max(2, Math.round(SHARE_OF_TIME * seconds * 1_000 / intervalMillis));
            for (long page = 1; page <= pages; page++) {
                urls.add("https://" + host + "/page/" + page);
            }
        }
        Collections.shuffle(urls, new Random(seed));
        return new DemoOrigins(policies, urls);
    }
}

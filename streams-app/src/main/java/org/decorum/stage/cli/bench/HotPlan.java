package org.decorum.stage.cli.bench;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.decorum.core.policy.PolicyLimits;
import org.decorum.schema.OriginPolicy;
import org.decorum.stage.bench.SteadyLoad;

/**
 * One origin that has nine tenths of all URLs, beside many that share the rest.
 *
 * @param origins of the tail
 * @param perSecond URLs of all together, the hot origin's included
 * @param seconds of each run
 */
record HotPlan(int origins, int perSecond, int seconds, int runs) {

    static final String HOT = "hot.example";

    /** So that it is nine tenths whatever the ends of a run cut off. */
    private static final double HOT_SHARE = 0.91;

    private static final int AHEAD = 2;
    private static final String TAIL_DOMAIN = "tail.example";

    /** From one slot of an origin of the tail to the next. */
    long intervalMicros() {
        return Math.max(1, Math.round(1e6 * origins / tailPerSecond()));
    }

    /** Always something waits, and each has its turn once an interval. */
    SteadyLoad tail() {
        return new SteadyLoad(origins, tailPerSecond(), AHEAD);
    }

    SteadyLoad hot() {
        return new SteadyLoad(1, HOT_SHARE * perSecond, 0);
    }

    /** In which each origin of the tail gets its first URLs. */
    int firstSeconds() {
        return (int) Math.ceil(intervalMicros() / 1e6);
    }

    /** The hot origin's budget is more than it has URLs; those of the tail are as much as they have. */
    SortedMap<String, OriginPolicy> policies() {
        return new TreeMap<>(Map.of(
                HOT,
                OriginPolicy.newBuilder()
                        .setIntervalMicros(1L)
                        .setBurst(PolicyLimits.BURST_MAX)
                        .setMaxInFlight(PolicyLimits.IN_FLIGHT_MAX)
                        .build(),
                "*." + TAIL_DOMAIN,
                OriginPolicy.newBuilder().setIntervalMicros(intervalMicros()).build()));
    }

    String tailUrl(long number) {
        return CyclePlan.url("site-" + tail().originOf(number) + "." + TAIL_DOMAIN, number);
    }

    static String hotUrl(int run, long number) {
        return CyclePlan.url(HOT, number) + "?run=" + run;
    }

    Map<String, Object> parameters() {
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("origins", origins);
        parameters.put("rate", perSecond);
        parameters.put("tail_rate", tailPerSecond());
        parameters.put("interval_micros", intervalMicros());
        parameters.put("seconds", seconds);
        parameters.put("runs", runs);
        return parameters;
    }

    double tailPerSecond() {
        return (1 - HOT_SHARE) * perSecond;
    }
}

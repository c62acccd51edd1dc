package org.decorum.stage.cli.bench;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.decorum.schema.OriginPolicy;
import org.decorum.stage.bench.SteadyLoad;

/**
 * How punctuality is measured.
 *
 * @param perSecond releases of all origins together that there have to be
 * @param seconds of each run
 */
record PunctualityPlan(int origins, int perSecond, int seconds, int runs) {

    /** Of an interval, so that the rate is reached though a slot is late now and then. */
    private static final double TIGHT = 0.99;

    /** The next one waits already when one is booked. */
    private static final int AHEAD = 2;

    private static final String DOMAIN = "punctual.example";

    /** From one slot of an origin to the next. */
    long intervalMicros() {
        return Math.max(1, (long) (TIGHT * 1e6 * origins / perSecond));
    }

    /** As many as the budgets of all origins allow. */
    SteadyLoad load() {
        return new SteadyLoad(origins, origins * 1e6 / intervalMicros(), AHEAD);
    }

    /** In which each origin gets its first URLs. */
    int firstSeconds() {
        return (int) Math.ceil(intervalMicros() / 1e6);
    }

    SortedMap<String, OriginPolicy> policies() {
        return new TreeMap<>(Map.of(
                "*." + DOMAIN,
                OriginPolicy.newBuilder().setIntervalMicros(intervalMicros()).build()));
    }

    String origin(long number) {
        return "site-" + load().originOf(number) + "." + DOMAIN;
    }

    String url(long number) {
        return CyclePlan.url(origin(number), number);
    }

    Map<String, Object> parameters() {
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("origins", origins);
        parameters.put("rate", perSecond);
        parameters.put("interval_micros", intervalMicros());
        parameters.put("seconds", seconds);
        parameters.put("runs", runs);
        return parameters;
    }
}

package org.decorum.stage.cli.bench;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.decorum.schema.BacklogFullRule;
import org.decorum.schema.OriginPolicy;

/**
 * A flood: so many URLs of one origin in one burst, beside others that are crawled all the time.
 *
 * @param origins others
 * @param intervalMillis of each of them
 * @param quietSeconds for which the others are watched before
 * @param backlogMax of the flooded origin
 * @param rule what gives way there
 */
record FloodPlan(long urls, int origins, long intervalMillis, int quietSeconds, int backlogMax, BacklogFullRule rule) {

    static final String TRAP = "trap.example";

    /** As many URLs a second as a flood goes through at the least: so long the others must have something waiting. */
    private static final long SLOWEST_PER_SECOND = 8_000;

    private static final long TRAP_INTERVAL_MICROS = 1_000_000;

    static String origin(int number) {
        return "polite-" + number + ".example";
    }

    /** URLs of each other origin, which are there from the beginning. */
    int urlsEach() {
        return (int) ((quietSeconds + 90 + urls / SLOWEST_PER_SECOND) * 1_000 / intervalMillis);
    }

    long intervalMicros() {
        return intervalMillis * 1_000;
    }

    SortedMap<String, OriginPolicy> policies() {
        SortedMap<String, OriginPolicy> policies = new TreeMap<>();
        policies.put(
                "*.example",
                OriginPolicy.newBuilder().setIntervalMicros(intervalMicros()).build());
        policies.put(
                TRAP,
                OriginPolicy.newBuilder()
                        .setIntervalMicros(TRAP_INTERVAL_MICROS)
                        .setBacklogMax(backlogMax)
                        .setBacklogFull(rule)
                        .build());
        return policies;
    }

    Map<String, Object> parameters() {
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("urls", urls);
        parameters.put("origins", origins);
        parameters.put("interval_ms", intervalMillis);
        parameters.put("quiet_seconds", quietSeconds);
        parameters.put("backlog_max", backlogMax);
        parameters.put("backlog_full", rule.name());
        return parameters;
    }
}

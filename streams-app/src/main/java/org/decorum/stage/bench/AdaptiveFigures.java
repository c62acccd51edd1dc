package org.decorum.stage.bench;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** The figures of one run, by name, from the log of its host; what "capacity" is says a {@link Reference}. */
public final class AdaptiveFigures {

    public static final String PAGES_PER_SECOND = "pages_per_second";
    public static final String CAPACITY_PERCENT = "capacity_percent";
    public static final String WHOLE_CAPACITY_PERCENT = "whole_run_capacity_percent";
    public static final String REFUSED = "refused_503";
    public static final String REFUSED_LATER = "refused_503_after_first_second";
    public static final String P50_MILLIS = "latency_p50_ms";
    public static final String P99_MILLIS = "latency_p99_ms";
    public static final String P50_RATIO = "latency_p50_to_unloaded";
    public static final String P99_RATIO = "latency_p99_to_unloaded";
    public static final String MISSED_SLOTS = "missed_slots";
    public static final String MISSED_PERCENT = "missed_slots_percent";
    public static final String START_SECONDS = "start_to_90_percent_s";
    public static final String SLOW_PERCENT = "slow_percent_of_reduced_capacity";
    public static final String RECOVERED_PERCENT = "recovered_percent";

    private static final double START_SHARE = 0.9;
    private static final double SETTLE_SECONDS = 1;

    private AdaptiveFigures() {}

    /**
     * Figures of the log.
     *
     * @param steadyFromSeconds where the start is over: what is called steady begins there
     * @param untilSeconds where the measurement ends
     */
    public static Map<String, Double> of(
            List<Visit> visits, HostSpec spec, Reference reference, double steadyFromSeconds, double untilSeconds) {
        LogFigures log = new LogFigures(visits.stream()
                .filter(visit -> visit.arrivedMicros() < untilSeconds * 1e6)
                .toList());
        double until = Math.min(untilSeconds, log.seconds());
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put("pages", (double) log.pages());
        figures.put("seconds", log.seconds());
        figures.put(PAGES_PER_SECOND, log.pagesPerSecond());
        double capacity = reference.pagesPerSecond();
        figures.put("reference_pages_per_second", capacity);
        figures.put(WHOLE_CAPACITY_PERCENT, 100 * log.pagesPerSecond() / capacity);
        if (until > steadyFromSeconds) {
            figures.put(CAPACITY_PERCENT, 100 * log.pagesPerSecond(steadyFromSeconds, until) / capacity);
        }
        figures.put(REFUSED, (double) log.refused(0));
        figures.put(REFUSED_LATER, (double) log.refused(1));
        latency(figures, P50_MILLIS, P50_RATIO, log.latencyMillis(50, steadyFromSeconds), reference.latencyP50Millis());
        latency(figures, P99_MILLIS, P99_RATIO, log.latencyMillis(99, steadyFromSeconds), reference.latencyP99Millis());
        log.secondsUntil(START_SHARE * capacity).ifPresent(seconds -> figures.put(START_SECONDS, seconds));
        spec.slowdown().ifPresent(slow -> slowdown(figures, log, slow, spec, reference));
        return figures;
    }

    private static void latency(
            Map<String, Double> figures, String name, String ratioName, OptionalDouble millis, double unloadedMillis) {
        millis.ifPresent(value -> {
            figures.put(name, value);
            figures.put(ratioName, value / unloadedMillis);
        });
    }

    /** From one second after it became slow to the end of that, and in the second that begins one second later. */
    private static void slowdown(
            Map<String, Double> figures, LogFigures log, Slowdown slow, HostSpec spec, Reference reference) {
        double from = slow.fromMicros() / 1e6 + SETTLE_SECONDS;
        double until = slow.untilMicros() / 1e6;
        double reduced = reference.slowedPagesPerSecond(spec, slow.factor());
        figures.put("slow_pages_per_second", log.pagesPerSecond(from, until));
        figures.put(SLOW_PERCENT, 100 * log.pagesPerSecond(from, until) / reduced);
        double again = until + SETTLE_SECONDS;
        figures.put(RECOVERED_PERCENT, 100 * log.pagesPerSecond(again, again + 1) / reference.pagesPerSecond());
    }

    /** Adds what the fetchers count. */
    public static void addSlots(Map<String, Double> figures, long given, long missed) {
        figures.put("slots", (double) given);
        figures.put(MISSED_SLOTS, (double) missed);
        figures.put(MISSED_PERCENT, given == 0 ? 0 : 100.0 * missed / given);
    }
}

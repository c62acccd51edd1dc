package org.decorum.stage.cli.bench;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.decorum.fetch.MissReason;
import org.decorum.stage.bench.AdaptiveFigures;
import org.decorum.stage.bench.AdaptiveScenario;
import org.decorum.stage.bench.AdaptiveTargets;
import org.decorum.stage.bench.BenchResult;
import org.decorum.stage.bench.Conditions;
import org.decorum.stage.bench.HostSpec;
import org.decorum.stage.bench.Reference;
import org.decorum.stage.bench.Visit;

/** Makes results out of logs. */
final class AdaptiveCases {

    static final String BENCH = "adaptive";
    static final String HOST = "host";
    static final String FEEDBACK_DELAY = "feedback_delay_ms";
    static final String REFERENCE = "reference";

    private final AdaptivePlan plan;
    private final Conditions conditions;

    AdaptiveCases(AdaptivePlan plan, Conditions conditions) {
        this.plan = plan;
        this.conditions = conditions;
    }

    /** The host with exactly its workers busy. */
    AdaptiveCase reference(HostSpec host, Reference reference, List<Visit> visits) {
        return closedLoop(REFERENCE, host, host.workers(), reference, visits);
    }

    /** A fixed number in flight, without a stage. */
    AdaptiveCase closedLoop(String scenario, HostSpec host, int inFlight, Reference reference, List<Visit> visits) {
        double seconds = seconds(visits);
        Map<String, Double> figures = AdaptiveFigures.of(visits, host, reference, 0, seconds);
        if (scenario.equals(REFERENCE)) {
            // Of the part that counts; the whole has the making of connections in it.
            figures.put(AdaptiveFigures.PAGES_PER_SECOND, reference.pagesPerSecond());
            figures.put(AdaptiveFigures.P50_MILLIS, reference.latencyP50Millis());
            figures.put(AdaptiveFigures.P99_MILLIS, reference.latencyP99Millis());
            figures.keySet().removeIf(name -> name.endsWith("_percent") || name.endsWith("_to_unloaded"));
        }
        Map<String, Object> parameters = parameters(host);
        parameters.put("in_flight", inFlight);
        BenchResult result = new BenchResult(BENCH, scenario, parameters, figures, List.of(), conditions);
        return new AdaptiveCase(
                result, Optional.empty(), 0, visits, List.of(), List.of(), reference.pagesPerSecond(), seconds);
    }

    /** The stage with the adaptive law. */
    AdaptiveCase crawl(
            AdaptiveScenario scenario,
            HostSpec host,
            long delayMillis,
            Reference reference,
            AdaptiveCrawl.Outcome outcome) {
        double seconds = Math.min(outcome.seconds(), seconds(outcome.visits()));
        Map<String, Double> figures = AdaptiveFigures.of(
                outcome.visits(), host, reference, plan.steadyFromSeconds(scenario), outcome.seconds());
        AdaptiveFigures.addSlots(
                figures,
                outcome.given(),
                outcome.missed().values().stream().mapToLong(Long::longValue).sum());
        outcome.missed().forEach((reason, count) -> addReason(figures, reason, count));
        Map<String, Object> parameters = parameters(host);
        parameters.put(FEEDBACK_DELAY, delayMillis);
        BenchResult result = new BenchResult(
                BENCH, scenario.word(), parameters, figures, AdaptiveTargets.of(scenario, host), conditions);
        return new AdaptiveCase(
                result,
                Optional.of(outcome.originKey()),
                outcome.firstMicros(),
                outcome.visits(),
                List.of(),
                List.of(),
                reference.pagesPerSecond(),
                seconds);
    }

    private Map<String, Object> parameters(HostSpec host) {
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put(HOST, host.name());
        parameters.put("workers", host.workers());
        parameters.put("service_ms", host.serviceMicros() / 1e3);
        parameters.put("queue", host.queueMax());
        parameters.put("variation", host.variation());
        host.slowdown().ifPresent(slow -> {
            parameters.put("slow_from_s", slow.fromMicros() / 1e6);
            parameters.put("slow_until_s", slow.untilMicros() / 1e6);
            parameters.put("slow_factor", slow.factor());
        });
        parameters.put("seed", plan.seed());
        return parameters;
    }

    private static void addReason(Map<String, Double> figures, MissReason reason, long count) {
        if (count > 0) {
            figures.put("missed_" + reason.name().toLowerCase(Locale.ROOT), (double) count);
        }
    }

    private static double seconds(List<Visit> visits) {
        return visits.stream().mapToLong(Visit::endedMicros).max().orElse(0) / 1e6 + 1e-6;
    }
}

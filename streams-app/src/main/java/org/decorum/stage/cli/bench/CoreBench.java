package org.decorum.stage.cli.bench;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.decorum.stage.bench.BenchResult;
import org.decorum.stage.bench.CoreSpeed;
import org.decorum.stage.bench.Target;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures the rules alone. */
@Command(
        name = "core",
        header = "How fast one core goes through the rules alone.",
        description = {
            "",
            "Transitions of an origin's machine: a request arrives and is booked, and is reported as fetched. Keys: the "
                    + "origin of a URL is found; plain hosts, sub-domains, public suffixes of two labels and buckets in "
                    + "turn. One thread, no stores, no Kafka; per second of the thread's CPU time. benchmarks/README.md tells of JMH benchmarks with more "
                    + "cases.",
            ""
        },
        footer = {"", "Examples:", "  decorum bench core", "  decorum bench core --runs 10 --json core.jsonl"})
public final class CoreBench extends MeasuringCommand {

    private static final String TRANSITIONS = "transitions_per_second";
    private static final String KEYS = "keys_per_second";
    private static final double TRANSITIONS_MIN = 5_000_000;
    private static final double KEYS_MIN = 1_000_000;

    @Option(
            names = "--runs",
            paramLabel = "N",
            defaultValue = "5",
            description = "After a warm-up. Default: ${DEFAULT-VALUE}.")
    private int runs;

    @Option(
            names = "--millis",
            paramLabel = "N",
            defaultValue = "2000",
            description = "Of each run. Default: ${DEFAULT-VALUE}.")
    private long millis;

    @Override
    protected void checkOptions() {
        requireWithin("--runs", runs, 1, 1_000);
        requireWithin("--millis", millis, 1, 600_000);
    }

    @Override
    protected void measure(Measurement run) {
        CoreSpeed core = new CoreSpeed(runs, millis);
        Map<String, Double> figures = new LinkedHashMap<>();
        run.progress(() -> "transitions");
        core.transitionsPerSecond().putInto(figures, TRANSITIONS);
        run.progress(() -> "keys");
        core.keysPerSecond().putInto(figures, KEYS);
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("runs", runs);
        parameters.put("millis", millis);
        run.found(new BenchResult(
                "core",
                "one-core",
                parameters,
                figures,
                List.of(Target.atLeast(TRANSITIONS, TRANSITIONS_MIN), Target.atLeast(KEYS, KEYS_MIN)),
                run.conditions()));
    }
}

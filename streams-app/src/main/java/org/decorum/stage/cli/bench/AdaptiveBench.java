package org.decorum.stage.cli.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.decorum.schema.OriginPolicy;
import org.decorum.stage.bench.AdaptiveScenario;
import org.decorum.stage.bench.HostSpec;
import org.decorum.stage.bench.Picture;
import org.decorum.stage.runtime.LocalKafka;
import org.decorum.stage.runtime.ShutdownRequest;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures what the adaptive law reaches end to end. */
@Command(
        name = "adaptive",
        header = "What the adaptive law reaches end to end: real hosts, a real broker, the stage, a fetcher.",
        description = {
            "",
            "Two hosts on loopback answer over HTTP. A has 8 workers that take 20 ms a page, B has 2 that take 50 ms; "
                    + "twice as many requests as workers may wait, one more is answered 503 with Retry-After: 1. Nobody "
                    + "tells the stage: its policy for them allows thousands of requests a second, and adapts.",
            "",
            "First, without the stage, each host is kept busy with exactly as many requests as it has workers: that is "
                    + "the capacity which figures are compared with. Then each scenario runs through the stage, one host "
                    + "after the other:",
            "",
            "  published       2,000 pages of A, 300 of B, as in an experiment that was",
            "                  published, with its baselines of 2 and 32 in flight",
            "  steady          a backlog that never ends",
            "  slowdown        the host takes four times as long for 3 seconds",
            "  variation-0.3, variation-1.0",
            "                  service times vary: lognormal, with this coefficient",
            "",
            "Figures are read off the hosts' own logs. It takes eight minutes, and an idle machine.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  decorum bench adaptive",
            "  decorum bench adaptive --scenario steady,slowdown --seconds 20",
            "  decorum bench adaptive --feedback-delay 0,200,500",
            "  decorum bench adaptive --json figures.jsonl --picture runs.svg"
        })
public final class AdaptiveBench extends MeasuringCommand {

    private static final long INTERVAL_MICROS = 250;
    private static final int IN_FLIGHT_MAX = 2_000;
    private static final long DELAY_MILLIS_MAX = 60_000;

    @Option(
            names = "--scenario",
            paramLabel = "NAME",
            split = ",",
            description = "Only these: published, steady, slowdown, variation-0.3, variation-1.0. Default: all.")
    private List<String> scenarios = List.of();

    @Option(names = "--host", paramLabel = "NAME", split = ",", description = "Only these: A, B. Default: both.")
    private List<String> hosts = List.of();

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "40",
            description = "How long a scenario without an end of its own runs; the first 10 s, at most the first half, "
                    + "are its start. Default: ${DEFAULT-VALUE}.")
    private double seconds;

    @Option(
            names = "--slow-from",
            paramLabel = "SECONDS",
            defaultValue = "3",
            description = "When the slowdown begins, after the first request. Default: ${DEFAULT-VALUE}.")
    private double slowFromSeconds;

    @Option(
            names = "--feedback-delay",
            paramLabel = "MILLIS",
            split = ",",
            defaultValue = "0",
            description = "Feedback reaches the stage so much later. With several, each scenario runs with each. "
                    + "Default: ${DEFAULT-VALUE}.")
    private List<Long> delaysMillis = List.of();

    @Option(
            names = "--picture",
            paramLabel = "FILE",
            description = "Draw each run over time, as SVG: pages, requests at the host, those that wait, 503s.")
    private @Nullable Path picture;

    @Option(
            names = "--logs",
            paramLabel = "DIR",
            description = "Keep there for each run the host's log (arrival, begin and end in microseconds, status, how "
                    + "many waited), what the fetcher reported, and what the stage went by (its pace, its cap).")
    private @Nullable Path logs;

    private final List<AdaptiveCase> found = new ArrayList<>();

    @Override
    protected void checkOptions() {
        var unused = plan();
    }

    private AdaptivePlan plan() {
        if (!(seconds >= 2 && seconds <= 3_600)) {
            throw usage("--seconds: " + seconds + " (expected: 2 to 3600)");
        }
        if (!(slowFromSeconds >= 0 && slowFromSeconds <= 3_600)) {
            throw usage("--slow-from: " + slowFromSeconds + " (expected: 0 to 3600 seconds)");
        }
        delaysMillis.stream()
                .filter(delay -> delay < 0 || delay > DELAY_MILLIS_MAX)
                .findFirst()
                .ifPresent(delay -> {
                    throw usage("--feedback-delay: " + delay + " (expected: 0 to " + DELAY_MILLIS_MAX + ")");
                });
        BenchOptions.problem("--picture", Optional.ofNullable(picture))
                .or(() ->
                        BenchOptions.problem("--logs", Optional.ofNullable(logs).map(dir -> dir.resolve("log"))))
                .ifPresent(problem -> {
                    throw usage(problem);
                });
        return new AdaptivePlan(
                chosen("--scenario", scenarios, List.of(AdaptiveScenario.values()), AdaptiveScenario::word),
                chosen("--host", hosts, List.of(HostSpec.A, HostSpec.B), HostSpec::name),
                delaysMillis.stream().distinct().toList(),
                seconds,
                slowFromSeconds,
                bench.seed());
    }

    private <T> List<T> chosen(String option, List<String> words, List<T> all, Function<T, String> wordOf) {
        for (String word : words) {
            if (all.stream().noneMatch(one -> wordOf.apply(one).equalsIgnoreCase(word))) {
                throw usage(option + ": " + word + " (expected: "
                        + all.stream().map(wordOf).collect(Collectors.joining(", ")) + ")");
            }
        }
        return all.stream()
                .filter(one -> words.isEmpty()
                        || words.stream().anyMatch(word -> wordOf.apply(one).equalsIgnoreCase(word)))
                .toList();
    }

    @Override
    protected void measure(Measurement run) throws InterruptedException {
        AdaptivePlan plan = plan();
        AdaptiveTable table = new AdaptiveTable(out());
        try (LocalKafka kafka = LocalKafka.start(run.data(), 0, 0);
                BenchWorld world =
                        BenchWorld.open(connection.settings(), KafkaAddress.of(kafka), run.data(), policies())) {
            ShutdownRequest shutdown = run.closeInOrder();
            table.head();
            new AdaptiveRuns(
                            plan,
                            new AdaptiveCases(plan, run.conditions()),
                            world,
                            shutdown,
                            one -> {
                                run.closeLine();
                                table.row(one);
                                found.add(one);
                            },
                            words -> run.progress(() -> words))
                    .run();
            Observed observed = Observed.read(world.client());
            found.replaceAll(one -> one.with(observed));
        } finally {
            found.forEach(one -> run.found(one.result()));
        }
    }

    @Override
    protected void show(Measurement run) {
        new AdaptiveTable(out()).foot(found);
    }

    private static SortedMap<String, OriginPolicy> policies() {
        OriginPolicy policy = OriginPolicy.newBuilder()
                .setIntervalMicros(INTERVAL_MICROS)
                .setSiteIntervalMicros(INTERVAL_MICROS)
                .setMaxInFlight(IN_FLIGHT_MAX)
                .setAdaptive(true)
                .build();
        return new TreeMap<>(Map.of("*." + AdaptiveRuns.DOMAIN, policy));
    }

    @Override
    protected void keep(Measurement run) {
        super.keep(run);
        if (picture != null) {
            ResultFile.write(
                    picture,
                    Picture.of(found.stream()
                            .filter(one -> !one.result().scenario().startsWith(AdaptiveCases.REFERENCE))
                            .map(one -> new Picture.Run(
                                    one.title(), one.visits(), one.beliefs(), one.capacity(), one.seconds()))
                            .toList()));
        }
        if (logs != null) {
            for (AdaptiveCase one : found) {
                String name =
                        String.format(Locale.ROOT, "%s-%s-%d", one.result().scenario(), one.host(), one.delayMillis());
                ResultFile.write(logs.resolve(name + ".tsv"), LogLines.of(one.visits()));
                ResultFile.write(logs.resolve(name + "-stage.tsv"), LogLines.ofStage(one.beliefs()));
                ResultFile.write(logs.resolve(name + "-fetcher.tsv"), LogLines.ofFetcher(one.reports()));
            }
        }
    }
}

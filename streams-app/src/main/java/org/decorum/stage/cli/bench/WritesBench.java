package org.decorum.stage.cli.bench;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongFunction;
import org.decorum.schema.OriginPolicy;
import org.decorum.stage.bench.BenchResult;
import org.decorum.stage.bench.Target;
import org.decorum.stage.chaos.process.Launch;
import org.decorum.stage.store.StoreNames;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Counts what URLs cost in writes of state. */
@Command(
        name = "writes",
        header = "How many puts and deletes of state stores a URL costs over its whole life.",
        description = {
            "",
            "URLs go round once under a policy that lets none wait, and once where each waits for its turn. Each put and "
                    + "each delete of a store is a record on its changelog; those are counted as they are committed. A ramp of 10,000 "
                    + "URLs before, in which the stage finds out how much its fetchers can do, does not count.",
            ""
        },
        footer = {"", "Examples:", "  decorum bench writes", "  decorum bench writes --urls 5000 --json writes.jsonl"})
public final class WritesBench extends MeasuringCommand {

    private static final String FIGURE = "writes_per_url";
    private static final double WRITES_MAX = 4;
    private static final String WAITING_DOMAIN = "waiting.example";
    private static final long WAITING_INTERVAL_MICROS = 500_000;
    private static final int URLS_OF_WAITING = 20;

    /** So many are published at first, after which the stage knows that its fetchers can do that. */
    private static final long RAMP = 10_000;

    /** Few enough for each to have a place at the fetchers when it comes. */
    private static final long OUTSTANDING = RAMP / 5;

    private static final Duration QUIET = Duration.ofSeconds(2);

    @Option(
            names = "--urls",
            paramLabel = "N",
            defaultValue = "50000",
            description = "Of each of the two. Default: ${DEFAULT-VALUE}.")
    private long urls;

    @Option(
            names = "--origins",
            paramLabel = "N",
            defaultValue = "10000",
            description = "Of those that do not wait. Default: ${DEFAULT-VALUE}.")
    private int origins;

    @Override
    protected void checkOptions() {
        requireWithin("--urls", urls, URLS_OF_WAITING, 1_000_000_000);
        requireWithin("--origins", origins, 1, 10_000_000);
    }

    @Override
    protected void measure(Measurement run) throws InterruptedException {
        SortedMap<String, OriginPolicy> policies = new TreeMap<>(CyclePlan.policies());
        policies.put(
                "*." + WAITING_DOMAIN,
                OriginPolicy.newBuilder()
                        .setIntervalMicros(WAITING_INTERVAL_MICROS)
                        .build());
        long waiting = urls / URLS_OF_WAITING;
        try (BenchKafka kafka = BenchKafka.start(run.data(), Map.of(), Launch.Claim.FULL);
                StageLoad load =
                        StageLoad.open(connection.settings(), kafka, run, policies, (release, nowMicros) -> {})) {
            run.closeInOrder();
            new LoadRun(run, kafka)
                    .put("ramp", RAMP, RAMP, load.publisher(), load.requests(url -> url("ramp", url)), load);
            count(run, kafka, load, "at-once", urls, OUTSTANDING, url -> url("page", url));
            // All at the beginning, so that nearly each waits.
            count(
                    run,
                    kafka,
                    load,
                    "waiting",
                    waiting * URLS_OF_WAITING,
                    waiting * URLS_OF_WAITING,
                    url -> CyclePlan.url("site-" + url % waiting + "." + WAITING_DOMAIN, url));
        }
    }

    private void count(
            Measurement run,
            BenchKafka kafka,
            StageLoad load,
            String scenario,
            long count,
            long outstanding,
            LongFunction<String> url)
            throws InterruptedException {
        Map<String, Double> figures = new LinkedHashMap<>();
        try (LoadReader origins = changelog(kafka, StoreNames.ORIGINS);
                LoadReader backlog = changelog(kafka, StoreNames.BACKLOG);
                LoadReader deferred = changelog(kafka, StoreNames.DEFERRED)) {
            new LoadRun(run, kafka).put(scenario, count, outstanding, load.publisher(), load.requests(url), load);
            // What was decided last is committed soon after.
            run.rest(QUIET);
            double all = origins.read() + backlog.read() + deferred.read();
            figures.put(FIGURE, all / count);
            figures.put("origins_writes_per_url", origins.read() / (double) count);
            figures.put("backlog_writes_per_url", backlog.read() / (double) count);
            figures.put("deferred_writes_per_url", deferred.read() / (double) count);
        }
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("urls", count);
        parameters.put("settings", stageSettings());
        run.found(new BenchResult(
                "writes", scenario, parameters, figures, List.of(Target.atMost(FIGURE, WRITES_MAX)), run.conditions()));
    }

    private String url(String what, long number) {
        return CyclePlan.url(CyclePlan.origin(number % origins), number) + "?" + what;
    }

    private static LoadReader changelog(BenchKafka kafka, String store) {
        return LoadReader.start(kafka.address().client(), BenchKafka.APPLICATION + "-" + store + "-changelog");
    }
}

package org.decorum.stage.cli.bench;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
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
            "URLs go round once under a policy that lets none wait, then where each waits for its turn behind nobody, which costs "
                    + "one more and has no target, and then where each waits for its turn behind others, one "
                    + "published for each that is fetched. Each put and each delete of a store is a record on its changelog; "
                    + "those are counted as they are committed. A ramp of 10,000 URLs before, in which the stage finds out "
                    + "how much its fetchers can do, does not count.",
            ""
        },
        footer = {"", "Examples:", "  decorum bench writes", "  decorum bench writes --urls 5000 --json writes.jsonl"})
public final class WritesBench extends MeasuringCommand {

    private static final String FIGURE = "writes_per_url";
    private static final double WRITES_MAX = 4;
    private static final String WAITING_DOMAIN = "waiting.example";
    private static final long WAITING_INTERVAL_MICROS = 500_000;

    /** How many wait at each origin where all wait. */
    private static final int QUEUE = 5;

    private static final String ALONE_DOMAIN = "alone.example";

    /** Time enough for the first URL of each to end, and for the second one to come before its turn. */
    private static final long ALONE_INTERVAL_MICROS = 10_000_000;

    private static final Duration STEADY = Duration.ofSeconds(10);

    /** So many are published at first, after which the stage knows that its fetchers can do that. */
    private static final long RAMP = 10_000;

    /** Few enough for each to have a place at the fetchers when it comes. */
    private static final long OUTSTANDING = RAMP / 5;

    private static final Duration QUIET = Duration.ofSeconds(2);

    @Option(
            names = "--urls",
            paramLabel = "N",
            defaultValue = "50000",
            description = "Of those that do not wait. Default: ${DEFAULT-VALUE}.")
    private long urls;

    @Option(
            names = "--origins",
            paramLabel = "N",
            defaultValue = "10000",
            description = "Of those that do not wait; of a quarter as many the others. Default: ${DEFAULT-VALUE}.")
    private int origins;

    @Override
    protected void checkOptions() {
        requireWithin("--urls", urls, 1, 1_000_000_000);
        requireWithin("--origins", origins, 4, 10_000_000);
    }

    @Override
    protected void measure(Measurement run) throws InterruptedException {
        SortedMap<String, OriginPolicy> policies = new TreeMap<>(CyclePlan.policies());
        policies.put(
                "*." + WAITING_DOMAIN,
                OriginPolicy.newBuilder()
                        .setIntervalMicros(WAITING_INTERVAL_MICROS)
                        .build());
        policies.put(
                "*." + ALONE_DOMAIN,
                OriginPolicy.newBuilder()
                        .setIntervalMicros(ALONE_INTERVAL_MICROS)
                        .build());
        try (BenchKafka kafka = BenchKafka.start(run.data(), Map.of(), Launch.Claim.FULL);
                StageLoad load =
                        StageLoad.open(connection.settings(), kafka, run, policies, (release, nowMicros) -> {})) {
            run.closeInOrder();
            new LoadRun(run, kafka)
                    .put("ramp", RAMP, RAMP, load.publisher(), load.requests(url -> url("ramp", url)), load);
            countAtOnce(run, kafka, load);
            countAlone(run, kafka, load);
            countWaiting(run, kafka, load);
        }
    }

    private void countAtOnce(Measurement run, BenchKafka kafka, StageLoad load) throws InterruptedException {
        // What was decided last is committed soon after.
        run.rest(QUIET);
        try (Changelogs changelogs = Changelogs.read(kafka)) {
            new LoadRun(run, kafka)
                    .put(
                            "at-once",
                            urls,
                            OUTSTANDING,
                            load.publisher(),
                            load.requests(number -> url("page", number)),
                            load);
            run.rest(QUIET);
            found(run, "at-once", changelogs.written(), urls, targets());
        }
    }

    /** Each comes to an origin where nothing waits, and whose turn is not yet: the state of that origin is stored once more. */
    private void countAlone(Measurement run, BenchKafka kafka, StageLoad load) throws InterruptedException {
        long sites = origins / 4;
        LoadRun runs = new LoadRun(run, kafka);
        LoadPublisher.Source each =
                load.requests(number -> CyclePlan.url("site-" + number % sites + "." + ALONE_DOMAIN, number));
        runs.put("waiting-alone, first", sites, OUTSTANDING, load.publisher(), each, load);
        run.rest(QUIET);
        try (Changelogs changelogs = Changelogs.read(kafka)) {
            runs.put("waiting-alone", sites, sites, load.publisher(), each, load);
            run.rest(QUIET);
            found(run, "waiting-alone", changelogs.written(), sites, List.of());
        }
    }

    /** From an instant in which all queues are full to another one. */
    private void countWaiting(Measurement run, BenchKafka kafka, StageLoad load) throws InterruptedException {
        long sites = origins / 4;
        LoadRun runs = new LoadRun(run, kafka);
        load.publisher()
                .publish(
                        load.requests(number -> CyclePlan.url("site-" + number % sites + "." + WAITING_DOMAIN, number)),
                        Long.MAX_VALUE,
                        QUEUE * sites,
                        load::answered);
        var unused = runs.watch("waiting, ramp", STEADY, load.publisher(), load);
        try (Changelogs changelogs = Changelogs.read(kafka)) {
            LoadRun.Outcome outcome = runs.watch("waiting", STEADY.multipliedBy(2), load.publisher(), load);
            found(run, "waiting", changelogs.written(), outcome.count(), targets());
        }
    }

    private static List<Target> targets() {
        return List.of(Target.atMost(FIGURE, WRITES_MAX));
    }

    private void found(Measurement run, String scenario, Map<String, Long> written, long count, List<Target> targets) {
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put(FIGURE, written.values().stream().mapToLong(Long::longValue).sum() / (double) count);
        written.forEach((store, writes) -> figures.put(store + "_writes_per_url", writes / (double) count));
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("urls", count);
        parameters.put("settings", stageSettings());
        run.found(new BenchResult("writes", scenario, parameters, figures, targets, run.conditions()));
    }

    private String url(String what, long number) {
        return CyclePlan.url(CyclePlan.origin(number % origins), number) + "?" + what;
    }

    /** What is written to the three stores from now on. */
    private record Changelogs(Map<String, LoadReader> readers) implements AutoCloseable {

        static Changelogs read(BenchKafka kafka) {
            Map<String, LoadReader> readers = new LinkedHashMap<>();
            for (String store : List.of(StoreNames.ORIGINS, StoreNames.BACKLOG, StoreNames.DEFERRED)) {
                readers.put(
                        store,
                        LoadReader.start(
                                kafka.address().client(), BenchKafka.APPLICATION + "-" + store + "-changelog"));
            }
            return new Changelogs(readers);
        }

        Map<String, Long> written() {
            Map<String, Long> written = new LinkedHashMap<>();
            readers.forEach((store, reader) -> written.put(store, reader.read()));
            return written;
        }

        @Override
        public void close() throws InterruptedException {
            for (LoadReader reader : readers.values()) {
                reader.close();
            }
        }
    }
}

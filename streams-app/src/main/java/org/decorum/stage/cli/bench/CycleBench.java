package org.decorum.stage.cli.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.decorum.stage.bench.BenchResult;
import org.decorum.stage.bench.Spread;
import org.decorum.stage.bench.Target;
import org.decorum.stage.chaos.process.Launch;
import org.decorum.stage.config.StageConfig;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures the full cycle beside a bare Kafka Streams application. */
@Command(
        name = "cycle",
        header = "The full cycle, at full speed: request in, release out, feedback in, concluded.",
        description = {
            "",
            "URLs of many origins, some of them with very many, are published, released, reported and concluded, under a "
                    + "policy that lets none wait. In turn with each such run a bare Kafka Streams application gets as "
                    + "many records of the same bytes: source, repartition by key, one RocksDB get and put with "
                    + "changelog, sink; with the stage's settings, threads and partitions. The broker is a process of "
                    + "its own; what publishes, reads and reports shares this one with the stage.",
            "",
            "The ratio: of a URL two records come in, its request and its feedback, and each takes the way of a bare "
                    + "record: repartitioned, got and put, forwarded. So records_ratio is two records a URL against one. "
                    + "urls_ratio takes a URL for one record; records_in_out_* count all records in and out.",
            "",
            "Each run begins with a ramp of --outstanding URLs that are not counted, in which the stage finds out how much "
                    + "its fetchers can do.",
            "",
            "CPU is that of stage and broker; the load's own is told apart by its threads. That the load is not what is "
                    + "measured shows load_alone_urls_per_second: releases published, read and reported without a stage.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  decorum bench cycle",
            "  decorum bench cycle --urls 100000 --runs 3 --json cycle.jsonl",
            "  decorum bench cycle -D decorum.decisions.enabled=false"
        })
public final class CycleBench extends MeasuringCommand {

    private static final String URLS = "urls_per_second";
    private static final String RATIO = "records_ratio";
    private static final String CPU = "cpu_micros_per_url";

    private static final String LATE = "late_reports_percent_max";

    private static final double RATIO_MIN = 0.40;
    private static final double URLS_MIN = 10_000;
    private static final double CPU_MICROS_MAX = 100;

    /** A fetcher would have missed these slots. They are the load's, which has no CPU to itself. */
    private static final double LATE_PERCENT_MAX = 5;

    private static final int RECORDS_IN = 2;
    private static final int RECORDS_OUT = 1;
    private static final int DECISIONS = 2;
    private static final String ROW = "%-8s %12s %12s %10s %12s %12s %12s %14s";

    @Option(
            names = "--urls",
            paramLabel = "N",
            defaultValue = "1000000",
            description = "Of each run. Default: ${DEFAULT-VALUE}.")
    private long urls;

    @Option(
            names = "--origins",
            paramLabel = "N",
            defaultValue = "100000",
            description = "That they belong to. Default: ${DEFAULT-VALUE}.")
    private int origins;

    @Option(
            names = "--zipf",
            paramLabel = "S",
            defaultValue = "1.0",
            description = "The origin of rank k has its share by 1/k^S; 0 for all the same. Default: ${DEFAULT-VALUE}.")
    private double zipf;

    @Option(
            names = "--runs",
            paramLabel = "N",
            defaultValue = "5",
            description = "After " + CyclePlan.WARM_UPS + " of at most " + CyclePlan.WARM_UP_MAX
                    + " URLs that do not count. Default: " + "${DEFAULT-VALUE}.")
    private int runs;

    @Option(
            names = "--outstanding",
            paramLabel = "N",
            defaultValue = "10000",
            description = "Most URLs that are published and not reported yet. Default: ${DEFAULT-VALUE}.")
    private long outstanding;

    @Option(
            names = "--brokers",
            paramLabel = "N",
            defaultValue = "1",
            description = "Each a process of its own. With 3 or more each record has three copies, of which two must "
                    + "have it, and the figures have no targets. Default: ${DEFAULT-VALUE}.")
    private int brokers;

    @Override
    protected void checkOptions() {
        requireWithin("--urls", urls, 1, 1_000_000_000);
        requireWithin("--origins", origins, 1, 10_000_000);
        requireWithin("--runs", runs, 1, 1_000);
        requireWithin("--brokers", brokers, 1, 9);
        requireWithin("--outstanding", outstanding, 1, 10_000_000);
        if (!(zipf >= 0 && zipf <= 10)) {
            throw usage("--zipf: " + zipf + " (expected: 0 to 10)");
        }
    }

    @Override
    protected void measure(Measurement run) throws InterruptedException {
        StageConfig config = stageConfig();
        CyclePlan plan = new CyclePlan(urls, runs, origins, zipf, outstanding, bench.seed());
        List<LoadRun.Outcome> cycles = new ArrayList<>();
        List<LoadRun.Outcome> bares = new ArrayList<>();
        try (BenchKafka kafka = BenchKafka.start(run.data(), brokers, Map.of(), Launch.Claim.FULL)) {
            run.closeInOrder();
            CycleRuns all = new CycleRuns(plan, connection.settings(), config, kafka, run);
            all.createTopics();
            head(run);
            for (int warmUp = 1; warmUp <= CyclePlan.WARM_UPS; warmUp++) {
                row(run, "warm-up", all.cycle(-warmUp, plan.warmUpUrls()), all.bare(-warmUp, plan.warmUpUrls()));
            }
            for (int number = 1; number <= runs; number++) {
                cycles.add(all.cycle(number, urls));
                bares.add(all.bare(number, urls));
                row(run, "run " + number, cycles.get(number - 1), bares.get(number - 1));
            }
            LoadRun.Outcome load = all.load(runs + 1, plan.warmUpUrls());
            run.say("");
            run.found(result(plan, config, cycles, bares, load, run));
        }
    }

    private BenchResult result(
            CyclePlan plan,
            StageConfig config,
            List<LoadRun.Outcome> cycles,
            List<LoadRun.Outcome> bares,
            LoadRun.Outcome load,
            Measurement run) {
        int recordsOfUrl =
                RECORDS_IN + RECORDS_OUT + (config.getBoolean(StageConfig.DECISIONS_ENABLED) ? DECISIONS : 0);
        Map<String, Double> figures = new LinkedHashMap<>();
        spread(cycles, LoadRun.Outcome::perSecond).putInto(figures, URLS);
        spread(bares, LoadRun.Outcome::perSecond).putInto(figures, "bare_records_per_second");
        ratios(cycles, bares, RECORDS_IN).putInto(figures, RATIO);
        ratios(cycles, bares, 1).putInto(figures, "urls_ratio");
        figures.put(
                "records_in_out_per_second",
                recordsOfUrl * spread(cycles, LoadRun.Outcome::perSecond).median());
        figures.put(
                "bare_records_in_out_per_second",
                2 * spread(bares, LoadRun.Outcome::perSecond).median());
        spread(cycles, LoadRun.Outcome::cpuMicros).putInto(figures, CPU);
        figures.put(
                "stage_cpu_micros_per_url",
                spread(cycles, one -> one.cpu().app() / one.count()).median());
        figures.put(
                "broker_cpu_micros_per_url",
                spread(cycles, one -> one.cpu().broker() / one.count()).median());
        figures.put(
                "load_cpu_micros_per_url",
                spread(cycles, one -> one.cpu().load() / one.count()).median());
        spread(bares, LoadRun.Outcome::cpuMicros).putInto(figures, "bare_cpu_micros_per_record");
        figures.put(
                "bare_app_cpu_micros_per_record",
                spread(bares, one -> one.cpu().app() / one.count()).median());
        figures.put(
                "bare_broker_cpu_micros_per_record",
                spread(bares, one -> one.cpu().broker() / one.count()).median());
        figures.put("load_alone_urls_per_second", load.perSecond());
        figures.put("load_alone_cpu_micros_per_url", load.cpu().load() / load.count());
        figures.put(
                LATE, spread(cycles, one -> 100.0 * one.late() / one.count()).max());
        Map<String, Object> parameters = plan.parameters();
        parameters.put("brokers", brokers);
        parameters.put("settings", stageSettings());
        return new BenchResult(
                "cycle",
                brokers == 1 ? "full-cycle" : brokers + "-brokers",
                parameters,
                figures,
                brokers == 1
                        ? List.of(
                                Target.atLeast(RATIO, RATIO_MIN),
                                Target.atLeast(URLS, URLS_MIN),
                                Target.atMost(CPU, CPU_MICROS_MAX),
                                Target.atMost(LATE, LATE_PERCENT_MAX))
                        : List.of(),
                run.conditions());
    }

    private static Spread spread(List<LoadRun.Outcome> runs, ToDoubleFunction<LoadRun.Outcome> figure) {
        return Spread.of(runs.stream().map(figure::applyAsDouble).toList());
    }

    /** Each run against the bare one that followed it. */
    private static Spread ratios(List<LoadRun.Outcome> cycles, List<LoadRun.Outcome> bares, int records) {
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < cycles.size(); i++) {
            ratios.add(records * cycles.get(i).perSecond() / bares.get(i).perSecond());
        }
        return Spread.of(ratios);
    }

    private static void head(Measurement run) {
        run.say(String.format(
                Locale.ROOT,
                ROW,
                "",
                "URLs/s",
                "bare rec/s",
                "ratio",
                "stage us",
                "broker us",
                "load us",
                "bare us/rec"));
    }

    private static void row(Measurement run, String name, LoadRun.Outcome cycle, LoadRun.Outcome bare) {
        run.say(String.format(
                Locale.ROOT,
                ROW,
                name,
                number(cycle.perSecond()),
                number(bare.perSecond()),
                String.format(Locale.ROOT, "%.2f", RECORDS_IN * cycle.perSecond() / bare.perSecond()),
                number(cycle.cpu().app() / cycle.count()),
                number(cycle.cpu().broker() / cycle.count()),
                number(cycle.cpu().load() / cycle.count()),
                number(bare.cpuMicros())));
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%,.0f", value);
    }
}

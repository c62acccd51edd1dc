package org.decorum.stage.cli.bench;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.decorum.stage.bench.BenchResult;
import org.decorum.stage.bench.Spread;
import org.decorum.stage.bench.Target;
import org.decorum.stage.chaos.process.Launch;
import org.decorum.stage.cli.bench.PunctualityRun.Window;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures whether releases can be read, and requests start, when they have to. */
@Command(
        name = "punctuality",
        header = "Whether releases can be read before their slots, and requests start as these begin.",
        description = {
            "",
            "Many origins always have URLs waiting, and each has its turn once an interval, spread evenly. URLs arrive as "
                    + "fast as they are released. A reader of committed releases notes when it first sees each; its "
                    + "margin is release_at less that time.",
            "",
            "The fetch loop of the fetch library starts the requests: it reads, waits, checks holds and gaps, and reports "
                    + "when each really started. Behind it is nobody, so that it is idle: a request ends as it starts. "
                    + "It is a process of its own.",
            "",
            "A slot that is late for its origin is no late release: behind_grid_p99_ms tells of those. "
                    + "load_alone_* is what reader and fetcher see of as many releases that were published without a "
                    + "stage. The broker is a process of its own as well; all else shares this one.",
            "",
            "With the defaults it takes about three and a half minutes.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  decorum bench punctuality",
            "  decorum bench punctuality --origins 10000 --rate 1000 --runs 3",
            "  decorum bench punctuality -D commit.interval.ms=100"
        })
public final class PunctualityBench extends MeasuringCommand {

    private static final String RATE = "releases_per_second";
    private static final String IN_TIME = "readable_in_time_percent";
    private static final String START_P99 = "start_after_release_at_p99_ms";
    private static final String BEHIND = "behind_grid_p99_ms";
    private static final String MISSED = "missed_slots_percent";

    private static final double IN_TIME_MIN = 99.9;
    private static final double START_P99_MILLIS_MAX = 5;

    /** A request that never starts is in no percentile of starts. */
    private static final double BEHIND_MILLIS_MAX = 20;

    private static final double MISSED_MAX = 0.1;

    private static final String ROW = "%-12s %12s %14s %16s %14s %12s %8s";

    @Option(
            names = "--origins",
            paramLabel = "N",
            defaultValue = "50000",
            description = "That have URLs waiting. Default: ${DEFAULT-VALUE}.")
    private int origins;

    @Option(
            names = "--rate",
            paramLabel = "N",
            defaultValue = "5000",
            description =
                    "Releases a second that there have to be, of all together; budgets allow one in a hundred more. "
                            + "Default: ${DEFAULT-VALUE}.")
    private int rate;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "20",
            description = "Of each run. Default: ${DEFAULT-VALUE}.")
    private int seconds;

    @Option(
            names = "--runs",
            paramLabel = "N",
            defaultValue = "5",
            description = "After one that does not count. Default: ${DEFAULT-VALUE}.")
    private int runs;

    @Override
    protected void checkOptions() {
        requireWithin("--origins", origins, 1, 1_000_000);
        requireWithin("--rate", rate, 1, 1_000_000);
        requireWithin("--seconds", seconds, 1, 3_600);
        requireWithin("--runs", runs, 1, 1_000);
        requireInterval(plan().intervalMicros());
    }

    @Override
    protected void measure(Measurement run) throws InterruptedException {
        PunctualityPlan plan = plan();
        try (BenchKafka kafka = BenchKafka.start(run.data(), Map.of(), Launch.Claim.FULL)) {
            run.closeInOrder();
            PunctualityRun all = new PunctualityRun(plan, connection.settings(), kafka, run);
            List<Window> windows = all.ofStage();
            Window alone = all.ofLoadAlone();
            table(run, windows, alone);
            run.found(result(plan, windows, alone, run));
        }
    }

    private PunctualityPlan plan() {
        return new PunctualityPlan(origins, rate, seconds, runs);
    }

    private BenchResult result(PunctualityPlan plan, List<Window> windows, Window alone, Measurement run) {
        Map<String, Double> figures = new LinkedHashMap<>();
        put(figures, RATE, windows, Window::perSecond);
        put(figures, IN_TIME, windows, Window::inTimePercent);
        put(figures, "margin_p0.1_ms", windows, one -> one.marginMillis().rarest());
        put(figures, "margin_p1_ms", windows, one -> one.marginMillis().rare());
        put(figures, "margin_p50_ms", windows, one -> one.marginMillis().median());
        put(figures, "margin_least_ms", windows, one -> one.marginMillis().extreme());
        put(figures, START_P99, windows, one -> one.startMillis().rare());
        put(
                figures,
                "start_after_release_at_p50_ms",
                windows,
                one -> one.startMillis().median());
        put(
                figures,
                "start_after_release_at_p99.9_ms",
                windows,
                one -> one.startMillis().rarest());
        put(
                figures,
                "start_after_release_at_most_ms",
                windows,
                one -> one.startMillis().extreme());
        put(figures, MISSED, windows, Window::missedPercent);
        put(figures, BEHIND, windows, Window::behindMillis);
        put(figures, "cores_busy", windows, Window::cores);
        figures.put("load_alone_releases_per_second", alone.perSecond());
        figures.put("load_alone_margin_p0.1_ms", alone.marginMillis().rarest());
        figures.put("load_alone_margin_p50_ms", alone.marginMillis().median());
        figures.put("load_alone_start_p99_ms", alone.startMillis().rare());
        figures.put("load_alone_cores_busy", alone.cores());
        Map<String, Object> parameters = plan.parameters();
        parameters.put("settings", stageSettings());
        return new BenchResult(
                "punctuality",
                origins + "-origins",
                parameters,
                figures,
                List.of(
                        Target.atLeast(RATE, rate),
                        Target.atLeast(IN_TIME, IN_TIME_MIN),
                        Target.atMost(START_P99, START_P99_MILLIS_MAX),
                        Target.atMost(MISSED, MISSED_MAX),
                        Target.atMost(BEHIND, BEHIND_MILLIS_MAX)),
                run.conditions());
    }

    private static void put(
            Map<String, Double> figures, String name, List<Window> windows, ToDoubleFunction<Window> figure) {
        Spread.of(windows.stream().map(figure::applyAsDouble).toList()).putInto(figures, name);
    }

    private static void table(Measurement run, List<Window> windows, Window alone) {
        run.say(String.format(
                Locale.ROOT,
                ROW,
                "",
                "releases/s",
                "in time %",
                "margin p0.1 ms",
                "start p99 ms",
                "missed %",
                "cores"));
        for (int i = 0; i < windows.size(); i++) {
            row(run, "run " + (i + 1), windows.get(i));
        }
        row(run, "load alone", alone);
        run.say("");
    }

    private static void row(Measurement run, String name, Window window) {
        run.say(String.format(
                Locale.ROOT,
                ROW,
                name,
                number("%,.0f", window.perSecond()),
                number("%.3f", window.inTimePercent()),
                number("%.1f", window.marginMillis().rarest()),
                number("%.2f", window.startMillis().rare()),
                number("%.3f", window.missedPercent()),
                number("%.2f", window.cores())));
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}

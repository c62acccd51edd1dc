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
import org.decorum.stage.cli.bench.HotRun.Window;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures what an origin that has most of the URLs costs the others. */
@Command(
        name = "hot",
        header = "What one origin that has nine tenths of all URLs costs the others.",
        description = {
            "",
            "The others, the tail, always have URLs waiting; each has its turn once an interval. In turn they are alone, and "
                    + "beside a hot origin whose URLs arrive at ten times their rate: it begins when such a run does, "
                    + "in the same stage, and has ended before the next. Its policy lets none wait (1 us, burst 100,000, "
                    + "10,000 in flight), so that all go round: released, reported as fetched, concluded.",
            "",
            "A release of the tail is late by how much its slot is behind the grid of its origin, and by how much it "
                    + "becomes readable after its slot began, both together. Each run with the hot origin is compared "
                    + "with the one before it.",
            "",
            "The broker is a process of its own; what publishes, reads and reports shares this one with the stage. With the "
                    + "defaults it takes about four and a half minutes.",
            ""
        },
        footer = {"", "Examples:", "  decorum bench hot", "  decorum bench hot --rate 10000 --json hot.jsonl"})
public final class HotBench extends MeasuringCommand {

    private static final String EXTRA_P99 = "extra_lateness_p99_ms";
    private static final String MARGIN_LOST = "margin_p1_lost_ms";
    private static final String HOT_PERCENT = "hot_percent_of_urls";
    private static final double EXTRA_MILLIS_MAX = 10;
    private static final double TAIL_SHARE_MIN = 0.98;
    private static final double HOT_PERCENT_MIN = 90;
    private static final String ROW = "%-10s %12s %16s %16s %16s %8s";

    @Option(
            names = "--origins",
            paramLabel = "N",
            defaultValue = "500",
            description = "Of the tail. Default: ${DEFAULT-VALUE}.")
    private int origins;

    @Option(
            names = "--rate",
            paramLabel = "N",
            defaultValue = "5000",
            description =
                    "URLs a second of all together, of which the tail has 9 in a hundred. Default: ${DEFAULT-VALUE}.")
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
            description = "With the hot origin and without it, after one of each that does not count. Default: "
                    + "${DEFAULT-VALUE}.")
    private int runs;

    @Override
    protected void checkOptions() {
        requireWithin("--origins", origins, 1, 1_000_000);
        requireWithin("--rate", rate, 100, 1_000_000);
        requireWithin("--seconds", seconds, 1, 3_600);
        requireWithin("--runs", runs, 1, 1_000);
        requireInterval(plan().intervalMicros());
    }

    @Override
    protected void measure(Measurement run) throws InterruptedException {
        HotPlan plan = plan();
        List<Window> without = new ArrayList<>();
        List<Window> with = new ArrayList<>();
        try (BenchKafka kafka = BenchKafka.start(run.data(), Map.of(), Launch.Claim.FULL);
                HotRun all = HotRun.start(plan, connection.settings(), kafka, run)) {
            run.closeInOrder();
            head(run);
            row(run, "warm-up", all.without("warm-up"), all.with("warm-up", 0));
            for (int number = 1; number <= runs; number++) {
                without.add(all.without("run " + number));
                with.add(all.with("run " + number, number));
                row(run, "run " + number, without.get(number - 1), with.get(number - 1));
            }
        }
        run.say("");
        run.found(result(plan, without, with, run));
    }

    private HotPlan plan() {
        return new HotPlan(origins, rate, seconds, runs);
    }

    private BenchResult result(HotPlan plan, List<Window> without, List<Window> with, Measurement run) {
        Map<String, Double> figures = new LinkedHashMap<>();
        List<Double> extra = new ArrayList<>();
        List<Double> lost = new ArrayList<>();
        for (int i = 0; i < with.size(); i++) {
            lost.add(without.get(i).marginMillis() - with.get(i).marginMillis());
            extra.add(with.get(i).latenessMillis().rare()
                    - without.get(i).latenessMillis().rare());
        }
        Spread.of(extra).putInto(figures, EXTRA_P99);
        Spread.of(lost).putInto(figures, MARGIN_LOST);
        put(figures, HOT_PERCENT, with, Window::hotPercent);
        putAll(figures, "without_", without);
        putAll(figures, "with_", with);
        put(figures, "hot_urls_per_second", with, Window::hotPerSecond);
        Map<String, Object> parameters = plan.parameters();
        parameters.put("settings", stageSettings());
        return new BenchResult(
                "hot",
                "hot-origin",
                parameters,
                figures,
                List.of(
                        Target.atMost(EXTRA_P99, EXTRA_MILLIS_MAX),
                        // Releases are readable long before they are due: what costs less than that makes none late.
                        Target.atMost(MARGIN_LOST, EXTRA_MILLIS_MAX),
                        Target.atLeast(HOT_PERCENT, HOT_PERCENT_MIN),
                        // What is not released while it is watched has no lateness yet.
                        Target.atLeast("with_tail_urls_per_second", TAIL_SHARE_MIN * plan.tailPerSecond())),
                run.conditions());
    }

    private static void putAll(Map<String, Double> figures, String prefix, List<Window> windows) {
        put(
                figures,
                prefix + "lateness_p99_ms",
                windows,
                one -> one.latenessMillis().rare());
        put(
                figures,
                prefix + "lateness_p50_ms",
                windows,
                one -> one.latenessMillis().median());
        put(
                figures,
                prefix + "lateness_most_ms",
                windows,
                one -> one.latenessMillis().most());
        put(figures, prefix + "margin_p1_ms", windows, Window::marginMillis);
        put(figures, prefix + "tail_urls_per_second", windows, Window::tailPerSecond);
        put(figures, prefix + "cores_busy", windows, Window::cores);
    }

    private static void put(
            Map<String, Double> figures, String name, List<Window> windows, ToDoubleFunction<Window> figure) {
        Spread.of(windows.stream().map(figure::applyAsDouble).toList()).putInto(figures, name);
    }

    private static void head(Measurement run) {
        run.say("The tail, without the hot origin / with it:");
        run.say(String.format(Locale.ROOT, ROW, "", "URLs/s", "late p99 ms", "late most ms", "margin p1 ms", "hot %"));
    }

    private static void row(Measurement run, String name, Window without, Window with) {
        run.say(String.format(
                Locale.ROOT,
                ROW,
                name,
                both("%,.0f", without.tailPerSecond(), with.tailPerSecond()),
                both(
                        "%.1f",
                        without.latenessMillis().rare(), with.latenessMillis().rare()),
                both(
                        "%.1f",
                        without.latenessMillis().most(), with.latenessMillis().most()),
                both("%.1f", without.marginMillis(), with.marginMillis()),
                String.format(Locale.ROOT, "%.1f", with.hotPercent())));
    }

    private static String both(String format, double without, double with) {
        return String.format(Locale.ROOT, format + " / " + format, without, with);
    }
}

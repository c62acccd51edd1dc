package org.decorum.stage.cli.bench;

import java.io.IOException;
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
import org.decorum.stage.store.StoreNames;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures how fast a stage that has lost its local files works again. */
@Command(
        name = "restore",
        header = "How fast a stage that has lost its local files works again, beside a bare restore of the same bytes.",
        description = {
            "",
            "A stage meets --origins origins, and gets a URL for each that waits. It is stopped. Then, in turn:",
            "",
            "  stage   starts without local files. Time runs from the first record of a changelog that is",
            "          restored until all tasks run and each origin has been met: only then is it known",
            "          when each is due",
            "  bare    a Kafka Streams application under the same id, with plain stores of the same names",
            "          and nothing else, restores the very same changelogs. Time runs until all tasks run",
            "",
            "The ratio is the bare application's time over the stage's, each run of the stage against the bare one after it.",
            "",
            "With the defaults it takes about ten minutes and 3 GB of disk.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  decorum bench restore",
            "  decorum bench restore --origins 100000 --runs 3 --json restore.jsonl"
        })
public final class RestoreBench extends MeasuringCommand {

    private static final String RATIO = "restore_ratio";
    private static final double RATIO_MIN = 0.5;
    private static final String ROW = "%-10s  %12s %12s %12s  %8s  %12s %12s";
    private static final double MIB = 1 << 20;

    @Option(
            names = "--origins",
            paramLabel = "N",
            defaultValue = "1000000",
            description = "That the stage knows; as many URLs wait. Default: ${DEFAULT-VALUE}.")
    private int origins;

    @Option(
            names = "--runs",
            paramLabel = "N",
            defaultValue = "5",
            description = "After one of each that does not count. Default: ${DEFAULT-VALUE}.")
    private int runs;

    @Override
    protected void checkOptions() {
        requireWithin("--origins", origins, 1, 10_000_000);
        requireWithin("--runs", runs, 1, 1_000);
    }

    @Override
    protected void measure(Measurement run) throws IOException, InterruptedException {
        List<RestoreRuns.Restored> stages = new ArrayList<>();
        List<RestoreRuns.Restored> bares = new ArrayList<>();
        try (BenchKafka kafka = BenchKafka.start(run.data(), Map.of(), Launch.Claim.FULL)) {
            run.closeInOrder();
            RestoreRuns all = new RestoreRuns(origins, connection.settings(), kafka, run);
            all.fill();
            run.say(String.format(
                    Locale.ROOT, ROW, "", "stage s", "of it stores", "bare s", "ratio", "records", "bare records"));
            row(run, "warm-up", all.stage(), all.bare());
            for (int number = 1; number <= runs; number++) {
                stages.add(all.stage());
                bares.add(all.bare());
                row(run, "run " + number, stages.get(number - 1), bares.get(number - 1));
            }
            run.say("");
            run.found(result(
                    stages,
                    bares,
                    kafka.changelogBytes(StoreNames.ORIGINS) + kafka.changelogBytes(StoreNames.BACKLOG),
                    run));
        }
    }

    private BenchResult result(
            List<RestoreRuns.Restored> stages, List<RestoreRuns.Restored> bares, double bytes, Measurement run) {
        Map<String, Double> figures = new LinkedHashMap<>();
        List<Double> ratios = new ArrayList<>();
        List<Double> storesRatios = new ArrayList<>();
        for (int i = 0; i < stages.size(); i++) {
            ratios.add(bares.get(i).seconds() / stages.get(i).seconds());
            storesRatios.add(bares.get(i).seconds() / stages.get(i).storesSeconds());
        }
        Spread.of(ratios).putInto(figures, RATIO);
        Spread.of(storesRatios).putInto(figures, "stores_alone_ratio");
        spread(stages, RestoreRuns.Restored::seconds).putInto(figures, "restore_seconds");
        spread(stages, one -> one.seconds() - one.storesSeconds()).putInto(figures, "meeting_seconds");
        spread(bares, RestoreRuns.Restored::seconds).putInto(figures, "bare_restore_seconds");
        figures.put("records", spread(stages, RestoreRuns.Restored::records).median());
        figures.put("bare_records", spread(bares, RestoreRuns.Restored::records).median());
        figures.put("changelogs_mib", bytes / MIB);
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("origins", origins);
        parameters.put("waiting_urls", origins);
        parameters.put("runs", runs);
        parameters.put("settings", stageSettings());
        return new BenchResult(
                "restore",
                "from-changelogs",
                parameters,
                figures,
                List.of(Target.atLeast(RATIO, RATIO_MIN)),
                run.conditions());
    }

    private static Spread spread(List<RestoreRuns.Restored> runs, ToDoubleFunction<RestoreRuns.Restored> figure) {
        return Spread.of(runs.stream().map(figure::applyAsDouble).toList());
    }

    private static void row(Measurement run, String name, RestoreRuns.Restored stage, RestoreRuns.Restored bare) {
        run.say(String.format(
                Locale.ROOT,
                ROW,
                name,
                seconds(stage.seconds()),
                seconds(stage.storesSeconds()),
                seconds(bare.seconds()),
                String.format(Locale.ROOT, "%.2f", bare.seconds() / stage.seconds()),
                String.format(Locale.ROOT, "%,d", stage.records()),
                String.format(Locale.ROOT, "%,d", bare.records())));
    }

    private static String seconds(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}

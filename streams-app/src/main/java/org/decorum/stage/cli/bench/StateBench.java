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
import org.decorum.stage.cli.LocalFiles;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures whether the cycle costs more where the stage knows more origins. */
@Command(
        name = "state",
        header = "What a URL costs in CPU where the stage knows few origins, and where it knows very many.",
        description = {
            "",
            "For each number of origins a new stage meets all of them first: each has one URL, which is fetched. Then the "
                    + "cycle of 'bench cycle' is measured over all of them, by the same law. The CPU time of stage and "
                    + "broker per URL is compared with that of the least number.",
            "",
            "The least number comes twice, and does not count at first: code is compiled then. A growth is judged up to "
                    + "1,000,000 origins; with 5,000,000 it takes half an hour and 5 GB of disk.",
            ""
        },
        footer = {"", "Examples:", "  decorum bench state", "  decorum bench state --origins 10000,1000000 --runs 3"})
public final class StateBench extends MeasuringCommand {

    private static final String CPU = "cpu_micros_per_url";
    private static final String GROWTH = "cpu_growth";
    private static final double GROWTH_MAX = 1.3;
    private static final int JUDGED_MAX = 1_000_000;
    private static final long OUTSTANDING = 10_000;

    @Option(
            names = "--origins",
            paramLabel = "N",
            split = ",",
            defaultValue = "10000,100000,1000000,5000000",
            description = "That the stage knows, one after the other. Default: ${DEFAULT-VALUE}.")
    private List<Integer> origins = List.of();

    @Option(
            names = "--urls",
            paramLabel = "N",
            defaultValue = "200000",
            description = "Of each run. Default: ${DEFAULT-VALUE}.")
    private long urls;

    @Option(
            names = "--runs",
            paramLabel = "N",
            defaultValue = "5",
            description = "Of each number of origins, after " + CyclePlan.WARM_UPS
                    + " that do not count. Default: ${DEFAULT-VALUE}.")
    private int runs;

    @Override
    protected void checkOptions() {
        origins.forEach(number -> requireWithin("--origins", number, 1, 100_000_000));
        requireWithin("--urls", urls, 1, 1_000_000_000);
        requireWithin("--runs", runs, 1, 1_000);
    }

    @Override
    protected void measure(Measurement run) throws IOException, InterruptedException {
        List<Integer> cases = origins.stream().sorted().distinct().toList();
        // It would be the only one in which code is still compiled.
        var unused = cycles(run, cases.get(0));
        double least = 0;
        for (int number : cases) {
            Spread cpu = measure(run, number, least);
            least = least == 0 ? cpu.median() : least;
        }
    }

    private Spread measure(Measurement run, int number, double least) throws IOException, InterruptedException {
        List<LoadRun.Outcome> found = cycles(run, number);
        Spread cpu = Spread.of(found.stream().map(LoadRun.Outcome::cpuMicros).toList());
        Map<String, Double> figures = new LinkedHashMap<>();
        cpu.putInto(figures, CPU);
        Spread.of(found.stream().map(LoadRun.Outcome::perSecond).toList()).putInto(figures, "urls_per_second");
        List<Target> targets = new ArrayList<>();
        if (least > 0) {
            figures.put(GROWTH, cpu.median() / least);
            if (number <= JUDGED_MAX) {
                targets.add(Target.atMost(GROWTH, GROWTH_MAX));
            }
        }
        figures.put("stage_cpu_micros_per_url", median(found, one -> one.cpu().app()));
        figures.put("broker_cpu_micros_per_url", median(found, one -> one.cpu().broker()));
        figures.put("load_cpu_micros_per_url", median(found, one -> one.cpu().load()));
        Map<String, Object> parameters = plan(number).parameters();
        parameters.put("settings", stageSettings());
        run.found(new BenchResult("state", number + "-origins", parameters, figures, targets, run.conditions()));
        run.say(String.format(
                Locale.ROOT,
                "%,11d origins: %.1f us a URL (%.1f to %.1f)",
                number,
                cpu.median(),
                cpu.min(),
                cpu.max()));
        return cpu;
    }

    private List<LoadRun.Outcome> cycles(Measurement run, int number) throws IOException, InterruptedException {
        LocalFiles.clear(run.data());
        List<LoadRun.Outcome> found = new ArrayList<>();
        try (BenchKafka kafka = BenchKafka.start(run.data(), Map.of(), Launch.Claim.FULL)) {
            run.closeInOrder();
            CycleRuns all = new CycleRuns(plan(number), connection.settings(), stageConfig(), kafka, run);
            all.meetAll();
            all.warmUp();
            for (int one = 1; one <= runs; one++) {
                found.add(all.cycle(one, urls));
            }
        }
        return found;
    }

    private CyclePlan plan(int number) {
        return new CyclePlan(urls, runs, number, 1, OUTSTANDING, bench.seed());
    }

    private static double median(List<LoadRun.Outcome> found, ToDoubleFunction<LoadRun.Outcome> cpu) {
        return Spread.of(found.stream()
                        .map(one -> cpu.applyAsDouble(one) / one.count())
                        .toList())
                .median();
    }
}

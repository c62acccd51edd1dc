package org.decorum.stage.cli.bench;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.decorum.stage.bench.BenchResult;
import org.decorum.stage.bench.Conditions;
import org.decorum.stage.cli.ConnectionOptions;
import org.decorum.stage.cli.ExitCode;
import org.decorum.stage.cli.KafkaCommand;
import org.decorum.stage.cli.LocalFiles;
import org.decorum.stage.cli.ProgressLine;
import org.decorum.stage.cli.Terminal;
import org.decorum.stage.cli.Version;
import org.decorum.stage.runtime.DataDirectory;
import org.decorum.stage.runtime.DirectoryLock;
import org.decorum.stage.runtime.ShutdownRequest;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** What all benchmarks do around what they measure: conditions, local files, results, and the exit code. */
@Command(
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:every figure is reached",
            "1:a figure is missed, or the benchmark failed",
            "2:the command line was wrong"
        })
abstract class MeasuringCommand extends KafkaCommand {

    private static final long INTERVAL_MICROS_MAX = 600_000_000;

    @Mixin
    protected final BenchOptions bench = new BenchOptions();

    /** Refuses options that make no sense. */
    protected abstract void checkOptions();

    /** Measures, and hands over each result as soon as it is there: those are kept also where the rest fails. */
    protected abstract void measure(Measurement run) throws IOException, InterruptedException;

    /** Prints what was found: each figure, and what was missed. */
    protected void show(Measurement run) {
        for (BenchResult result : run.found()) {
            result.figures()
                    .forEach((name, value) -> run.say(
                            String.format(Locale.ROOT, "%-40s %16s%s", name, number(value), mark(result, name))));
            run.say("");
        }
        for (BenchResult result : run.found()) {
            result.missedTargets().forEach(missed -> run.say("MISSED  " + result.scenario() + ": " + missed));
        }
        run.say(isMet(run) ? "All targets are reached." : "Not all targets are reached.");
    }

    @Override
    public final Integer call() throws IOException, InterruptedException {
        bench.problem().ifPresent(problem -> {
            throw usage(problem);
        });
        var unused = stageConfig();
        checkOptions();
        ShutdownRequest shutdown = ShutdownRequest.listenUntilStarted();
        return shutdown.during(ExitCode.FAILED, () -> run(shutdown));
    }

    private int run(ShutdownRequest shutdown) throws IOException, InterruptedException {
        Conditions conditions = Conditions.at(Instant.now(), Version.kafkaVersion());
        DataDirectory data = bench.data();
        try (DirectoryLock lock = DirectoryLock.acquire(data.root());
                ProgressLine line =
                        new ProgressLine(err(), Terminal.ofThisProcess().stderr())) {
            Measurement run = new Measurement(data, conditions, shutdown, line, out());
            run.say(conditions.words());
            run.say("");
            LocalFiles.clear(data);
            run.progress(() -> "starting");
            try {
                measure(run);
            } finally {
                line.close();
                keep(run);
            }
            LocalFiles.clear(data);
            show(run);
            return isMet(run) ? ExitCode.OK : ExitCode.FAILED;
        }
    }

    /** What was measured so far, also where the rest failed. */
    protected void keep(Measurement run) {
        bench.json().ifPresent(file -> ResultFile.writeLines(file, run.found()));
    }

    private static boolean isMet(Measurement run) {
        return run.found().stream().allMatch(BenchResult::isMet);
    }

    /** What the user sets, without where Kafka is, which is a benchmark's own. */
    protected final Map<String, String> stageSettings() {
        Map<String, String> settings = new TreeMap<>(connection.settings());
        settings.keySet()
                .removeAll(List.of(ConnectionOptions.BOOTSTRAP_SERVERS, ConnectionOptions.SCHEMA_REGISTRY_URL));
        return settings;
    }

    protected final void requireWithin(String option, long value, long min, long max) {
        if (value < min || value > max) {
            throw usage(option + ": " + value + " (expected: " + min + " to " + max + ")");
        }
    }

    /** Each of {@code --origins} has its turn at {@code --rate}, and the first turns of all are waited for. */
    protected final void requireInterval(long micros) {
        if (micros > INTERVAL_MICROS_MAX) {
            throw usage("--origins and --rate: an origin would have its turn once in " + micros / 1_000_000
                    + " s (expected: " + INTERVAL_MICROS_MAX / 1_000_000 + " s at the most)");
        }
    }

    private static String number(double value) {
        return Math.abs(value) >= 1_000
                ? String.format(Locale.ROOT, "%,.0f", value)
                : String.format(Locale.ROOT, "%.3f", value);
    }

    private static String mark(BenchResult result, String figure) {
        return result.targets().stream()
                .filter(target -> target.figure().equals(figure))
                .map(target -> "   " + (target.isMet(result.figures()) ? "reaches " : "MISSES ") + target.words())
                .findFirst()
                .orElse("");
    }
}

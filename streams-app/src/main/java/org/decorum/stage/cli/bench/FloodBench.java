package org.decorum.stage.cli.bench;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.decorum.schema.BacklogFullRule;
import org.decorum.stage.bench.BenchResult;
import org.decorum.stage.bench.Conditions;
import org.decorum.stage.cli.ExitCode;
import org.decorum.stage.cli.KafkaCommand;
import org.decorum.stage.cli.LocalFiles;
import org.decorum.stage.cli.ProgressLine;
import org.decorum.stage.cli.Terminal;
import org.decorum.stage.cli.Version;
import org.decorum.stage.config.StageConfig;
import org.decorum.stage.runtime.DataDirectory;
import org.decorum.stage.runtime.DirectoryLock;
import org.decorum.stage.runtime.LocalKafka;
import org.decorum.stage.runtime.ShutdownRequest;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures what a flood of one origin's URLs costs the others. */
@Command(
        name = "flood",
        header = "What a spider trap costs everybody else: millions of URLs of one origin in one burst.",
        description = {
            "",
            "Other origins have URLs waiting all the time. They are watched in quiet, then while the flood is published "
                    + "and read. A release is late by how much its slot is behind the grid of its origin, and by how much "
                    + "it becomes readable after its slot began, both together.",
            "",
            "The flooded origin lets --backlog-max wait; of the rest, --backlog-full says what gives way. Broker, stage, "
                    + "publisher and reader share this process and its heap.",
            "",
            "A million URLs took 40 to 110 seconds on two CPUs that did other work as well.",
            ""
        },
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:every figure is reached",
            "1:a figure is missed, or the benchmark failed",
            "2:the command line was wrong"
        },
        footer = {
            "",
            "Examples:",
            "  decorum bench flood",
            "  decorum bench flood --urls 1000000 --backlog-full park",
            "  decorum bench flood --json figures.jsonl"
        })
public final class FloodBench extends KafkaCommand {

    @Option(
            names = "--urls",
            paramLabel = "N",
            defaultValue = "10000000",
            description = "Of the origin that floods. Default: ${DEFAULT-VALUE}.")
    private long urls;

    @Option(
            names = "--origins",
            paramLabel = "N",
            defaultValue = "32",
            description = "Others that are watched. Default: ${DEFAULT-VALUE}.")
    private int origins;

    @Option(
            names = "--interval",
            paramLabel = "MILLIS",
            defaultValue = "200",
            description = "From one start to the next at each of them. Default: ${DEFAULT-VALUE}.")
    private long intervalMillis;

    @Option(
            names = "--quiet-seconds",
            paramLabel = "N",
            defaultValue = "60",
            description = "How long they are watched before the flood. Default: ${DEFAULT-VALUE}.")
    private int quietSeconds;

    @Option(
            names = "--backlog-max",
            paramLabel = "N",
            defaultValue = "100000",
            description = "URLs that may wait at the flooded origin. Default: ${DEFAULT-VALUE}.")
    private int backlogMax;

    @Option(
            names = "--backlog-full",
            paramLabel = "HOW",
            defaultValue = "REJECT_NEW",
            description = "What gives way there: ${COMPLETION-CANDIDATES}, in any case. Default: ${DEFAULT-VALUE}.")
    private BacklogFullRule rule = BacklogFullRule.REJECT_NEW;

    @Mixin
    private BenchOptions bench = new BenchOptions();

    @Override
    public Integer call() throws IOException, InterruptedException {
        FloodPlan plan = plan();
        ShutdownRequest shutdown = ShutdownRequest.listenUntilStarted();
        int exitCode = ExitCode.FAILED;
        try {
            exitCode = run(plan, shutdown);
        } finally {
            shutdown.done(exitCode);
        }
        return exitCode;
    }

    private FloodPlan plan() {
        within("--urls", urls, 1, 1_000_000_000);
        within("--origins", origins, 1, 100_000);
        within("--interval", intervalMillis, 1, 60_000);
        within("--quiet-seconds", quietSeconds, 1, 3_600);
        within("--backlog-max", backlogMax, 1, 1_000_000_000);
        bench.problem().ifPresent(problem -> {
            throw usage(problem);
        });
        return new FloodPlan(urls, origins, intervalMillis, quietSeconds, backlogMax, rule);
    }

    private void within(String option, long value, long min, long max) {
        if (value < min || value > max) {
            throw usage(option + ": " + value + " (expected: " + min + " to " + max + ")");
        }
    }

    private int run(FloodPlan plan, ShutdownRequest shutdown) throws IOException, InterruptedException {
        Conditions conditions = Conditions.at(Instant.now(), Version.kafkaVersion());
        out().println(conditions.words());
        out().println();
        out().flush();
        long rocksDbBytesMax = stageConfig().getLong(StageConfig.ROCKSDB_MEMORY_BYTES);
        DataDirectory data = bench.data();
        BenchResult result;
        try (DirectoryLock lock = DirectoryLock.acquire(data.root());
                ProgressLine line =
                        new ProgressLine(err(), Terminal.ofThisProcess().stderr())) {
            LocalFiles.clear(data);
            line.show(() -> "starting");
            try (LocalKafka kafka = LocalKafka.start(data, 0, 0);
                    BenchWorld world = BenchWorld.open(connection.settings(), KafkaAddress.of(kafka), data, plan.policies())) {
                shutdown.closeInOrder();
                result = new FloodRun(plan, world, rocksDbBytesMax, line::show).run(conditions);
            }
            LocalFiles.clear(data);
        }
        show(result);
        bench.json().ifPresent(file -> ResultFile.writeLines(file, List.of(result)));
        return result.isMet() ? ExitCode.OK : ExitCode.FAILED;
    }

    private void show(BenchResult result) {
        result.figures().forEach((name, value) -> out().printf(Locale.ROOT, "%-26s %14.1f%n", name, value));
        out().println();
        result.missedTargets().forEach(missed -> out().println("MISSED  " + missed));
        out().println(result.isMet() ? "All targets are reached." : "Not all targets are reached.");
        out().flush();
    }
}

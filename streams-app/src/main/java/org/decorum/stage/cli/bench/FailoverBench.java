package org.decorum.stage.cli.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.decorum.stage.bench.BenchResult;
import org.decorum.stage.bench.Conditions;
import org.decorum.stage.bench.Target;
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
import picocli.CommandLine.Option;

/** Measures how long origins stand still when an instance dies or is restarted. */
@Command(
        name = "failover",
        header = "How long origins stand still when an instance of the stage is killed or restarted.",
        description = {
            "",
            "Starts a broker and two stages as processes of their own, with one standby replica, and loads each task with "
                    + "origins that have a backlog, a timer and nothing to release, and with a few that are released "
                    + "several times a second. Then:",
            "",
            "  kill      SIGKILL to one stage, in turn; from there to the first release that a",
            "            reader of committed records sees of each task that moved",
            "  restart   SIGTERM to one stage after the other, and a start of it; the longest time",
            "            without a release of any task, until tasks are shared out again; and how",
            "            often the other stage's group was shared out anew",
            "",
            "Settings of -D and --config are the stages'. It takes about ten minutes a protocol with the default number of "
                    + "origins, 3 GB of disk, and an idle machine.",
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
            "  decorum bench failover",
            "  decorum bench failover --protocol streams --runs 10 --json failover.jsonl",
            "  decorum bench failover --origins 1000 -D num.standby.replicas=0"
        })
public final class FailoverBench extends KafkaCommand {

    private static final double KILL_SECONDS_MAX = 6;
    private static final double RESTART_GAP_SECONDS_MAX = 2;

    /** It leaves, it joins, it takes over what it has caught up with; each may take two. */
    private static final double REBALANCES_MAX = 6;

    private static final int SHARDS = 4;
    private static final String ROW = "%-8s  %9s %6s  %11s %9s  %10s  %s";

    /** Which of Kafka's protocols the stages share their work by. */
    enum Protocol {
        CLASSIC,
        STREAMS,
        BOTH
    }

    @Option(
            names = "--protocol",
            paramLabel = "NAME",
            defaultValue = "BOTH",
            description = "Sets group.protocol: classic, streams, both. Default: both.")
    private Protocol protocol = Protocol.BOTH;

    @Option(
            names = "--origins",
            paramLabel = "N",
            defaultValue = "100000",
            description = "Origins of each of the " + SHARDS + " tasks. Default: ${DEFAULT-VALUE}.")
    private int origins;

    @Option(names = "--runs", paramLabel = "N", defaultValue = "4", description = "Kills. Default: ${DEFAULT-VALUE}.")
    private int runs;

    @Option(names = "--broker", paramLabel = "KEY=VALUE", description = "One setting of the broker. May be repeated.")
    private Map<String, String> broker = new LinkedHashMap<>();

    @Mixin
    private BenchOptions bench = new BenchOptions();

    private final List<BenchResult> found = new ArrayList<>();

    @Override
    public Integer call() throws IOException, InterruptedException {
        requireAtLeast("--origins", origins, 1);
        requireAtLeast("--runs", runs, 1);
        bench.problem().ifPresent(problem -> {
            throw usage(problem);
        });
        var unused = stageConfig();
        FailoverPlan plan = new FailoverPlan(protocols(), origins, SHARDS, runs, broker);
        ShutdownRequest shutdown = ShutdownRequest.listenUntilStarted();
        int exitCode = ExitCode.FAILED;
        try {
            exitCode = run(plan);
        } finally {
            shutdown.done(exitCode);
        }
        return exitCode;
    }

    private List<String> protocols() {
        return switch (protocol) {
            case CLASSIC -> List.of("classic");
            case STREAMS -> List.of("streams");
            case BOTH -> List.of("classic", "streams");
        };
    }

    private int run(FailoverPlan plan) throws IOException, InterruptedException {
        Conditions conditions = Conditions.at(Instant.now(), Version.kafkaVersion());
        line(conditions.words());
        line("");
        line(String.format(
                Locale.ROOT, ROW, "protocol", "kill p50", "worst", "restart", "worst gap", "rebalances", "targets"));
        DataDirectory data = bench.data();
        try (DirectoryLock lock = DirectoryLock.acquire(data.root());
                ProgressLine progress =
                        new ProgressLine(err(), Terminal.ofThisProcess().stderr())) {
            for (String one : plan.protocols()) {
                LocalFiles.clear(data);
                measure(plan, one, data, conditions, progress);
            }
            LocalFiles.clear(data);
        } finally {
            bench.json().ifPresent(file -> ResultFile.writeLines(file, found));
        }
        line("");
        line(
                "Seconds. kill: to the first release of a task that moved; restart: the longest time without a release of");
        line("any task, the median of the instances; rebalances: of the other instance, while one was restarted.");
        return found.stream().allMatch(BenchResult::isMet) ? ExitCode.OK : ExitCode.FAILED;
    }

    private void measure(
            FailoverPlan plan, String one, DataDirectory data, Conditions conditions, ProgressLine progress)
            throws InterruptedException {
        progress.show(() -> one + ": starting");
        try (FailoverWorld world = new FailoverWorld(plan, one, data, stageSettings())) {
            world.load(words -> progress.show(() -> one + ": " + words));
            FailoverRuns all = new FailoverRuns(world, plan.shards(), words -> progress.show(() -> one + ": " + words));
            List<Double> killed = new ArrayList<>();
            for (int run = 0; run < plan.runs(); run++) {
                List<Double> once = all.kill(run);
                progress.close();
                line(String.format(Locale.ROOT, "%-8s  kill %d: %s", one, run + 1, words(once)));
                killed.addAll(once);
            }
            List<FailoverRuns.Restart> restarts = all.restartInTurn();
            progress.close();
            line(String.format(
                    Locale.ROOT,
                    "%-8s  restarts: %s",
                    one,
                    words(restarts.stream()
                            .map(FailoverRuns.Restart::worstGapSeconds)
                            .toList())));
            found.add(result(plan, one, killed, restarts, conditions));
            row(found.get(found.size() - 1));
        }
    }

    private Map<String, String> stageSettings() {
        Map<String, String> settings = new TreeMap<>(connection.settings());
        settings.keySet()
                .removeAll(List.of(ConnectionOptions.BOOTSTRAP_SERVERS, ConnectionOptions.SCHEMA_REGISTRY_URL));
        return settings;
    }

    private BenchResult result(
            FailoverPlan plan,
            String one,
            List<Double> killed,
            List<FailoverRuns.Restart> restarts,
            Conditions conditions) {
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("protocol", one);
        parameters.put("origins_per_task", plan.origins());
        parameters.put("tasks", plan.shards());
        parameters.put("runs", plan.runs());
        parameters.put("settings", stageSettings());
        parameters.put("broker", broker);
        parameters.put("kill_seconds", killed);
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put("kill_seconds_p50", median(killed));
        figures.put("kill_seconds_max", worst(killed));
        List<Double> gaps =
                restarts.stream().map(FailoverRuns.Restart::worstGapSeconds).toList();
        figures.put("restart_gap_seconds_p50", median(gaps));
        figures.put("restart_gap_seconds_max", worst(gaps));
        figures.put(
                "restart_ready_seconds_max",
                worst(restarts.stream().map(FailoverRuns.Restart::readySeconds).toList()));
        figures.put(
                "restart_rebalances_max",
                worst(restarts.stream()
                        .map(restart -> (double) restart.rebalances())
                        .toList()));
        figures.put("load_average", ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
        return new BenchResult(
                "failover",
                one,
                parameters,
                figures,
                List.of(
                        Target.atMost("kill_seconds_max", KILL_SECONDS_MAX),
                        Target.atMost("restart_gap_seconds_max", RESTART_GAP_SECONDS_MAX),
                        Target.atMost("restart_rebalances_max", REBALANCES_MAX)),
                conditions);
    }

    private void row(BenchResult result) {
        Map<String, Double> figures = result.figures();
        line(String.format(
                Locale.ROOT,
                ROW,
                result.scenario(),
                number(figures, "kill_seconds_p50"),
                number(figures, "kill_seconds_max"),
                number(figures, "restart_gap_seconds_p50"),
                number(figures, "restart_gap_seconds_max"),
                number(figures, "restart_rebalances_max"),
                result.isMet() ? "met" : "MISSED " + String.join(", ", result.missedTargets())));
    }

    private static String number(Map<String, Double> figures, String name) {
        return String.format(Locale.ROOT, "%.2f", figures.getOrDefault(name, Double.NaN));
    }

    private static String words(List<Double> seconds) {
        return seconds.stream()
                .map(value -> String.format(Locale.ROOT, "%.2f", value))
                .collect(Collectors.joining(" "));
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        return (sorted.get((sorted.size() - 1) / 2) + sorted.get(sorted.size() / 2)) / 2;
    }

    private static double worst(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    }

    private void line(String text) {
        out().println(text);
        out().flush();
    }
}

package org.decorum.stage.cli.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.decorum.stage.bench.BenchResult;
import org.decorum.stage.bench.Conditions;
import org.decorum.stage.bench.Spread;
import org.decorum.stage.bench.Target;
import org.decorum.stage.cli.LocalFiles;
import picocli.CommandLine.Command;
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
        footer = {
            "",
            "Examples:",
            "  decorum bench failover",
            "  decorum bench failover --protocol streams --runs 10 --json failover.jsonl",
            "  decorum bench failover --origins 1000 -D num.standby.replicas=0"
        })
public final class FailoverBench extends MeasuringCommand {

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

    @Override
    protected void checkOptions() {
        requireAtLeast("--origins", origins, 1);
        requireAtLeast("--runs", runs, 1);
    }

    private List<String> protocols() {
        return switch (protocol) {
            case CLASSIC -> List.of("classic");
            case STREAMS -> List.of("streams");
            case BOTH -> List.of("classic", "streams");
        };
    }

    @Override
    protected void measure(Measurement run) throws IOException, InterruptedException {
        FailoverPlan plan = new FailoverPlan(protocols(), origins, SHARDS, runs, broker);
        run.say(String.format(
                Locale.ROOT, ROW, "protocol", "kill p50", "worst", "restart", "worst gap", "rebalances", "targets"));
        for (String one : plan.protocols()) {
            LocalFiles.clear(run.data());
            measure(plan, one, run);
        }
    }

    @Override
    protected void show(Measurement run) {
        run.say("");
        run.say(
                "Seconds. kill: to the first release of a task that moved; restart: the longest time without a release of");
        run.say("any task, the median of the instances; rebalances: of the other instance, while one was restarted.");
    }

    private void measure(FailoverPlan plan, String one, Measurement run) throws InterruptedException {
        run.progress(() -> one + ": starting");
        try (FailoverWorld world = new FailoverWorld(plan, one, run.data(), stageSettings())) {
            world.load(words -> run.progress(() -> one + ": " + words));
            FailoverRuns all = new FailoverRuns(world, plan.shards(), words -> run.progress(() -> one + ": " + words));
            List<Double> killed = new ArrayList<>();
            for (int kill = 0; kill < plan.runs(); kill++) {
                List<Double> once = all.kill(kill);
                run.say(String.format(Locale.ROOT, "%-8s  kill %d: %s", one, kill + 1, words(once)));
                killed.addAll(once);
            }
            List<FailoverRuns.Restart> restarts = all.restartInTurn();
            run.say(String.format(
                    Locale.ROOT,
                    "%-8s  restarts: %s",
                    one,
                    words(restarts.stream()
                            .map(FailoverRuns.Restart::worstGapSeconds)
                            .toList())));
            BenchResult result = result(plan, one, killed, restarts, run.conditions());
            run.found(result);
            row(run, result);
        }
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

    private static void row(Measurement run, BenchResult result) {
        Map<String, Double> figures = result.figures();
        run.say(String.format(
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
        return Spread.of(values).median();
    }

    private static double worst(List<Double> values) {
        return Spread.of(values).max();
    }
}

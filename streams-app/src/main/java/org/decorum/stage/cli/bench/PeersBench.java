package org.decorum.stage.cli.bench;

import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.decorum.stage.bench.BenchResult;
import org.decorum.stage.bench.peers.PeerAbsent;
import org.decorum.stage.cli.CliException;
import org.decorum.stage.cli.LocalFiles;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures what users would take instead, and the stage beside it. */
@Command(
        name = "peers",
        header = "The stage beside what would be taken instead: a Redis script, a PostgreSQL row, URLFrontier.",
        description = {
            "",
            "First the stage: a full cycle as of 'bench cycle', without the bare application. Then each peer that is "
                    + "installed (redis-server on PATH; initdb and postgres there or under /usr/lib/postgresql), as a process "
                    + "of its own on loopback with its files under --data-dir; and URLFrontier's server, if --urlfrontier "
                    + "names it. Nothing of yours is touched. A peer that is absent is skipped, and named.",
            "",
            "They do not do the same. An operation of the stage is a URL: it comes in, is held until its turn, is released "
                    + "once, reported and concluded, and outlives a crash. An operation of Redis or PostgreSQL is a decision: "
                    + "they say when a request may go, and hold, deliver and survive nothing; a queue, its workers, retries "
                    + "and what becomes of a crash are still to be built around them.",
            "",
            "URLFrontier holds URLs and hands them out: in each run new ones are put in 1,000 queues that let none wait, and "
                    + "then all are got and reported. Its server listens on all addresses of the machine.",
            "",
            "CPU is that of the servers: stage and broker, or the peer's processes. The load's own is shown. Where the load "
                    + "shares the machine, more could be had of a server than operations_per_second says.",
            "",
            "starts_to_budget: some workers want to fetch from one origin at once, which allows one start every 100 ms. 1 is "
                    + "what it allows: more is rude, less is time wasted. least_gap_to_interval is the least gap between two "
                    + "starts over those 100 ms: of the stage between slots, of the others as workers' clocks have it.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  decorum bench peers",
            "  decorum bench peers --peer redis --runs 10 --json peers.jsonl",
            "  decorum bench peers --urlfrontier urlfrontier-service-2.6.jar",
            "  sudo ./decorum bench peers --postgres-user postgres --data-dir /tmp/peers"
        })
public final class PeersBench extends MeasuringCommand {

    private static final String ROW = "%-26s %14s %11s %11s %10s %10s %9s %9s";
    private static final long OUTSTANDING = 10_000;

    @Option(
            names = "--peer",
            paramLabel = "NAME",
            split = ",",
            description = "Only these: redis, postgres, urlfrontier. Default: all that are installed.")
    private List<String> peers = List.of();

    @Option(
            names = "--postgres-user",
            paramLabel = "USER",
            description =
                    "Run PostgreSQL as this user, of a group of the same name: it refuses to run as root. The user "
                            + "must be able to enter --data-dir. Default: your own.")
    private @Nullable String postgresUser;

    @Option(
            names = "--urlfrontier",
            paramLabel = "CLASSPATH",
            description =
                    "The class path of URLFrontier's server, such as urlfrontier-service-2.6.jar as its build makes "
                            + "it. Default: it is skipped.")
    private @Nullable String urlFrontier;

    @Option(
            names = "--runs",
            paramLabel = "N",
            defaultValue = "5",
            description = "Of each case, after one that does not count, and " + CyclePlan.WARM_UPS
                    + " of the stage. Default: ${DEFAULT-VALUE}.")
    private int runs;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "4",
            description = "Of each run of a peer. Default: ${DEFAULT-VALUE}.")
    private double seconds;

    @Option(
            names = "--workers",
            paramLabel = "N",
            defaultValue = "12",
            description = "That want to fetch from one origin at once. Default: ${DEFAULT-VALUE}.")
    private int workers;

    @Option(
            names = "--honesty-seconds",
            paramLabel = "N",
            defaultValue = "10",
            description = "For how long they do. Default: ${DEFAULT-VALUE}.")
    private double honestySeconds;

    @Option(
            names = "--urls",
            paramLabel = "N",
            defaultValue = "300000",
            description = "Of each run of the stage. Default: ${DEFAULT-VALUE}.")
    private long urls;

    @Option(
            names = "--origins",
            paramLabel = "N",
            defaultValue = "100000",
            description = "That those belong to, by Zipf's law. Default: ${DEFAULT-VALUE}.")
    private int origins;

    @Override
    protected void checkOptions() {
        requireWithin("--runs", runs, 1, 1_000);
        requireWithin("--workers", workers, 1, 1_000);
        requireWithin("--urls", urls, 1, 1_000_000_000);
        requireWithin("--origins", origins, 1, 10_000_000);
        requireSeconds("--seconds", seconds);
        requireSeconds("--honesty-seconds", honestySeconds);
        if (Math.abs(honestySeconds * 10 - Math.rint(honestySeconds * 10)) > 1e-6) {
            throw usage("--honesty-seconds: " + honestySeconds
                    + " (expected: tenths of a second, since the origin allows a start each)");
        }
        Set<String> unknown = new LinkedHashSet<>(peers);
        unknown.removeAll(PeerCase.PEERS);
        if (!unknown.isEmpty()) {
            throw usage(
                    "--peer: " + String.join(", ", unknown) + " (expected: " + String.join(", ", PeerCase.PEERS) + ")");
        }
    }

    private void requireSeconds(String option, double value) {
        if (!(value >= 0.1 && value <= 3_600)) {
            throw usage(option + ": " + value + " (expected: 0.1 to 3600)");
        }
    }

    @Override
    protected void measure(Measurement run) throws IOException, InterruptedException {
        CyclePlan cycle = new CyclePlan(urls, runs, origins, 1, OUTSTANDING, bench.seed());
        PeersPlan plan = new PeersPlan(cycle, seconds, workers, honestySeconds);
        BenchResult ours = new OwnRuns(plan, connection.settings(), stageConfig(), run)
                .measure(Map.of("settings", stageSettings()));
        LocalFiles.clear(run.data());
        head(run);
        keep(ours, run);
        PeerRuns others = new PeerRuns(plan, run);
        Set<String> absent = new LinkedHashSet<>();
        for (PeerCase one : PeerCase.all(Optional.ofNullable(postgresUser))) {
            if ((peers.isEmpty() || peers.contains(one.peer())) && !absent.contains(one.peer())) {
                try {
                    keep(others.measure(one, ours.figures().getOrDefault(PeersPlan.CPU, 0.0)), run);
                } catch (PeerAbsent missing) {
                    absent.add(one.peer());
                    skip(one.peer(), missing, run);
                }
            }
        }
        if (peers.isEmpty() || peers.contains(PeerCase.URLFRONTIER)) {
            frontier(others, ours, run);
        }
        run.say("");
        run.say(
                "decorum: an operation is a URL that comes in, is held, released, reported, and outlives a crash. Redis");
        run.say("and PostgreSQL only decide: they hold, deliver and survive nothing.");
        run.say("");
    }

    private void frontier(PeerRuns others, BenchResult ours, Measurement run) throws IOException {
        try {
            if (urlFrontier == null) {
                throw new PeerAbsent("no --urlfrontier (expected: the class path of its server)");
            }
            keep(others.frontier(urlFrontier, ours.figures().getOrDefault(PeersPlan.CPU, 0.0)), run);
        } catch (PeerAbsent missing) {
            skip(PeerCase.URLFRONTIER, missing, run);
        }
    }

    /** One that was asked for by name is not passed over. */
    private void skip(String peer, PeerAbsent missing, Measurement run) {
        if (peers.contains(peer)) {
            throw new CliException(peer + ": " + missing.getMessage(), missing);
        }
        run.say("SKIPPED " + peer + ": " + missing.getMessage());
    }

    private static void head(Measurement run) {
        run.say(String.format(
                Locale.ROOT,
                ROW,
                "",
                "operations/s",
                "server us",
                "load us",
                "p50 ms",
                "p99 ms",
                "starts/b",
                "least gap"));
    }

    private static void keep(BenchResult result, Measurement run) {
        run.found(result);
        Map<String, Double> figures = result.figures();
        run.say(String.format(
                Locale.ROOT,
                ROW,
                result.scenario(),
                cell(figures, PeersPlan.OPERATIONS, "%,.0f"),
                cell(figures, PeersPlan.CPU, "%.1f"),
                cell(figures, "load_cpu_micros_per_operation", "%.1f"),
                cell(figures, "latency_p50_ms", "%.2f"),
                cell(figures, "latency_p99_ms", "%.2f"),
                cell(figures, PeersPlan.STARTS, "%.2f"),
                cell(figures, PeersPlan.LEAST_GAP, "%.2f")));
    }

    private static String cell(Map<String, Double> figures, String name, String format) {
        return Optional.ofNullable(figures.get(name))
                .map(value -> String.format(Locale.ROOT, format, value))
                .orElse("-");
    }

    /** The table was shown as it came. */
    @Override
    protected void show(Measurement run) {
        for (BenchResult result : run.found()) {
            result.missedTargets().forEach(missed -> run.say("MISSED  " + result.scenario() + ": " + missed));
        }
        boolean met = run.found().stream().allMatch(BenchResult::isMet);
        run.say(met ? "All targets are reached." : "Not all targets are reached.");
    }
}

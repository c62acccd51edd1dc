package org.decorum.stage.cli.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.decorum.stage.bench.BenchResult;
import org.decorum.stage.bench.Spread;
import org.decorum.stage.bench.peers.DecisionLoad;
import org.decorum.stage.bench.peers.Honesty;
import org.decorum.stage.bench.peers.Peer;
import org.decorum.stage.chaos.process.Children;
import org.decorum.stage.cli.LocalFiles;
import org.decorum.stage.runtime.DataDirectory;

/** Runs of peers: each case with a server of its own, which begins without data. */
final class PeerRuns {

    /** Of throughput: as long as nobody is told to wait, all that is asked is how fast the answer comes. */
    private static final long INTERVAL_MICROS = 5_000_000;

    private final PeersPlan plan;
    private final Measurement run;

    PeerRuns(PeersPlan plan, Measurement run) {
        this.plan = plan;
        this.run = run;
    }

    /** @param ourCpuMicros of the stage and its broker for each URL */
    BenchResult measure(PeerCase one, double ourCpuMicros) throws IOException, InterruptedException {
        run.progress(one::scenario);
        Map<String, Double> figures = new LinkedHashMap<>();
        Map<String, Object> parameters = one.parameters();
        parameters.put("runs", plan.runs());
        parameters.put("seconds", plan.seconds());
        try (Children children = new Children(run.data().root().resolve("logs"))) {
            try (Peer peer = one.start().start(children, empty(), INTERVAL_MICROS)) {
                parameters.put("version", peer.version());
                throughput(one, peer, ourCpuMicros, figures);
            }
            try (Peer peer = one.start().start(children, empty(), PeersPlan.PACED_MICROS)) {
                run.progress(() -> one.scenario() + ": one origin");
                put(Honesty.measure(peer, plan.workers(), PeersPlan.PACED_MICROS, plan.honestySeconds()), figures);
            }
        } finally {
            clear();
        }
        return new BenchResult("peers", one.scenario(), parameters, figures, List.of(), run.conditions());
    }

    BenchResult frontier(String classPath, double ourCpuMicros) throws IOException {
        try (Children children = new Children(run.data().root().resolve("logs"))) {
            return new FrontierRuns(plan, classPath, run).measure(children, empty(), ourCpuMicros);
        } finally {
            clear();
        }
    }

    private void throughput(PeerCase one, Peer peer, double ourCpuMicros, Map<String, Double> figures)
            throws InterruptedException {
        List<DecisionLoad.Outcome> found = new ArrayList<>();
        try (DecisionLoad load = new DecisionLoad(peer, one.connections(), one.batch(), one.keys(), plan.seed())) {
            load.meetAll();
            var unused = load.run(0, plan.seconds());
            for (int number = 1; number <= plan.runs(); number++) {
                int shown = number;
                run.progress(() -> one.scenario() + ": run " + shown);
                found.add(load.run(number, plan.seconds()));
            }
        }
        spread(found, DecisionLoad.Outcome::perSecond).putInto(figures, PeersPlan.OPERATIONS);
        Spread cpu = spread(found, DecisionLoad.Outcome::serverCpuMicros);
        cpu.putInto(figures, PeersPlan.CPU);
        figures.put("our_cpu_to_this", ourCpuMicros / cpu.median());
        figures.put(
                "load_cpu_micros_per_operation",
                spread(found, DecisionLoad.Outcome::loadCpuMicros).median());
        spread(found, DecisionLoad.Outcome::latencyP50Millis).putInto(figures, "latency_p50_ms");
        spread(found, DecisionLoad.Outcome::latencyP99Millis).putInto(figures, "latency_p99_ms");
    }

    static void put(Honesty honesty, Map<String, Double> figures) {
        figures.put(PeersPlan.STARTS, honesty.startsToBudget());
        figures.put(PeersPlan.LEAST_GAP, honesty.leastGapToInterval());
    }

    private Path empty() throws IOException {
        clear();
        return files().state().resolve("server");
    }

    private void clear() throws IOException {
        LocalFiles.clear(files());
    }

    private DataDirectory files() {
        return run.data().child("peers");
    }

    private static Spread spread(List<DecisionLoad.Outcome> runs, ToDoubleFunction<DecisionLoad.Outcome> figure) {
        return Spread.of(runs.stream().map(figure::applyAsDouble).toList());
    }
}

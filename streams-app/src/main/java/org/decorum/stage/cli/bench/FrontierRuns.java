package org.decorum.stage.cli.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.decorum.stage.bench.BenchResult;
import org.decorum.stage.bench.Spread;
import org.decorum.stage.bench.peers.FrontierPeer;
import org.decorum.stage.chaos.process.Children;

/** Runs of URLFrontier: in each, new URLs are put, and then all are got and reported. */
final class FrontierRuns {

    private static final int QUEUES = 1_000;
    private static final double NANOS_PER_SECOND = 1e9;

    private final PeersPlan plan;
    private final String classPath;
    private final Measurement run;

    FrontierRuns(PeersPlan plan, String classPath, Measurement run) {
        this.plan = plan;
        this.classPath = classPath;
        this.run = run;
    }

    /** Seconds and CPU of one run. */
    private record Outcome(long urls, double putSeconds, double takeSeconds, double cpuMicros) {

        double perSecond() {
            return urls / (putSeconds + takeSeconds);
        }
    }

    /** As long as ours. */
    private static final FrontierPeer.Source URLS = new FrontierPeer.Source() {
        @Override
        public String url(long number) {
            return CyclePlan.url(queue(number), number);
        }

        @Override
        public String queue(long number) {
            return CyclePlan.origin(number % QUEUES);
        }
    };

    BenchResult measure(Children children, Path directory, double ourCpuMicros) {
        List<Outcome> found = new ArrayList<>();
        long urls = plan.frontierUrls();
        try (FrontierPeer peer = FrontierPeer.start(children, directory, classPath)) {
            for (int number = 0; number <= plan.runs(); number++) {
                int shown = number;
                run.progress(() -> "urlfrontier: run " + shown);
                Outcome one = one(peer, number * urls, urls);
                if (number > 0) {
                    found.add(one);
                }
            }
        }
        Map<String, Double> figures = new LinkedHashMap<>();
        spread(found, Outcome::perSecond).putInto(figures, PeersPlan.OPERATIONS);
        Spread cpu = spread(found, Outcome::cpuMicros);
        cpu.putInto(figures, PeersPlan.CPU);
        figures.put("our_cpu_to_this", ourCpuMicros / cpu.median());
        spread(found, one -> one.urls() / one.putSeconds()).putInto(figures, "put_per_second");
        spread(found, one -> one.urls() / one.takeSeconds()).putInto(figures, "take_per_second");
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("operation", "a URL put, held, got, reported; delays are lost over a restart");
        parameters.put("urls", urls);
        parameters.put("queues", QUEUES);
        parameters.put("runs", plan.runs());
        return new BenchResult("peers", "urlfrontier", parameters, figures, List.of(), run.conditions());
    }

    private static Outcome one(FrontierPeer peer, long from, long urls) {
        long cpu = peer.cpuTime().toNanos();
        long begin = System.nanoTime();
        peer.put(URLS, from, urls);
        long put = System.nanoTime();
        peer.take(urls);
        long end = System.nanoTime();
        return new Outcome(
                urls,
                (put - begin) / NANOS_PER_SECOND,
                (end - put) / NANOS_PER_SECOND,
                (peer.cpuTime().toNanos() - cpu) / 1e3 / urls);
    }

    private static Spread spread(List<Outcome> runs, ToDoubleFunction<Outcome> figure) {
        return Spread.of(runs.stream().map(figure::applyAsDouble).toList());
    }
}

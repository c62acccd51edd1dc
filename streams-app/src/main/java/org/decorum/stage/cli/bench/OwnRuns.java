package org.decorum.stage.cli.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.ToDoubleFunction;
import org.decorum.schema.OriginPolicy;
import org.decorum.stage.bench.BenchResult;
import org.decorum.stage.bench.Spread;
import org.decorum.stage.bench.Target;
import org.decorum.stage.bench.peers.Honesty;
import org.decorum.stage.chaos.process.Launch;
import org.decorum.stage.config.StageConfig;

/** The stage's row beside its peers: a short full cycle, and one origin that is paced. */
final class OwnRuns {

    private static final double URLS_MIN = 10_000;
    private static final double CPU_MICROS_MAX = 100;
    private static final double STARTS_MIN = 0.95;
    private static final double STARTS_MAX = 1;
    private static final double LEAST_GAP_MIN = 1;

    /** Not of the domain whose pattern lets none wait: what a policy leaves open it takes from there. */
    private static final String PACED = "paced.example";

    /** More than the few that are released ahead. */
    private static final int IN_FLIGHT_MAX = 20;

    private static final Duration MORE = Duration.ofSeconds(3);

    private final PeersPlan plan;
    private final Map<String, String> settings;
    private final StageConfig config;
    private final Measurement run;

    OwnRuns(PeersPlan plan, Map<String, String> settings, StageConfig config, Measurement run) {
        this.plan = plan;
        this.settings = settings;
        this.config = config;
        this.run = run;
    }

    BenchResult measure(Map<String, Object> shown) throws InterruptedException {
        List<LoadRun.Outcome> found = new ArrayList<>();
        Honesty honesty;
        try (BenchKafka kafka = BenchKafka.start(run.data(), Map.of(), Launch.Claim.FULL)) {
            run.closeInOrder();
            CycleRuns cycles = new CycleRuns(plan.cycle(), settings, config, kafka, run);
            cycles.warmUp();
            for (int number = 1; number <= plan.runs(); number++) {
                found.add(cycles.cycle(number, plan.cycle().urls()));
            }
            honesty = paced(kafka);
        }
        Map<String, Double> figures = new LinkedHashMap<>();
        spread(found, LoadRun.Outcome::perSecond).putInto(figures, PeersPlan.OPERATIONS);
        spread(found, LoadRun.Outcome::cpuMicros).putInto(figures, PeersPlan.CPU);
        figures.put(
                "load_cpu_micros_per_operation",
                spread(found, one -> one.cpu().load() / one.count()).median());
        PeerRuns.put(honesty, figures);
        Map<String, Object> parameters = plan.cycle().parameters();
        parameters.put("operation", "a URL in, held, released once, reported, concluded; kept over a crash");
        parameters.putAll(shown);
        return new BenchResult(
                "peers",
                "decorum",
                parameters,
                figures,
                List.of(
                        Target.atLeast(PeersPlan.OPERATIONS, URLS_MIN),
                        Target.atMost(PeersPlan.CPU, CPU_MICROS_MAX),
                        Target.atLeast(PeersPlan.STARTS, STARTS_MIN),
                        Target.atMost(PeersPlan.STARTS, STARTS_MAX),
                        Target.atLeast(PeersPlan.LEAST_GAP, LEAST_GAP_MIN)),
                run.conditions());
    }

    /** A backlog of one origin; what counts is when releases may be started, as a reader of committed records sees it. */
    private Honesty paced(BenchKafka kafka) throws InterruptedException {
        ConcurrentLinkedQueue<Long> starts = new ConcurrentLinkedQueue<>();
        SortedMap<String, OriginPolicy> policies = new TreeMap<>(Map.of(
                PACED,
                OriginPolicy.newBuilder()
                        .setIntervalMicros(PeersPlan.PACED_MICROS)
                        .setSiteIntervalMicros(PeersPlan.PACED_MICROS)
                        .setMaxInFlight(IN_FLIGHT_MAX)
                        .build()));
        long urls = 2 + (long) (2 * plan.honestySeconds() * 1e6 / PeersPlan.PACED_MICROS);
        try (StageLoad load = StageLoad.open(settings, kafka, run, policies, (release, nowMicros) -> {
            if (release.value().getOriginKey().equals(PACED)) {
                starts.add(StandInFetcher.micros(release.value().getReleaseAt()));
            }
        })) {
            load.publisher().publish(load.requests(url -> CyclePlan.url(PACED, url)), urls, urls, load::answered);
            Duration window = Duration.ofMillis((long) (plan.honestySeconds() * 1e3));
            var unused = new LoadRun(run, kafka).watch("one origin", window.plus(MORE), load.publisher(), load);
        }
        return Honesty.of(List.copyOf(starts), PeersPlan.PACED_MICROS, plan.honestySeconds());
    }

    private static Spread spread(List<LoadRun.Outcome> runs, ToDoubleFunction<LoadRun.Outcome> figure) {
        return Spread.of(runs.stream().map(figure::applyAsDouble).toList());
    }
}

package org.decorum.stage.cli.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.decorum.schema.OriginPolicy;
import org.decorum.stage.bench.BenchResult;
import org.decorum.stage.bench.Spread;
import org.decorum.stage.bench.Target;
import org.decorum.stage.chaos.process.Launch;
import org.decorum.stage.cli.LocalFiles;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures what a backlog that is not due costs those that are. */
@Command(
        name = "backlog",
        header = "What a release costs in CPU beside very many origins whose backlog is not due.",
        description = {
            "",
            "Some origins always have URLs waiting and are released at a steady rate. First they are alone, twice, of which "
                    + "the first does not count: code is compiled then. Then they are beside "
                    + "--origins others, of which each has a URL that waits for many hours. The CPU time of stage and "
                    + "broker per release is compared: nothing may look through what is not due.",
            "",
            "Each case is watched for --runs times --seconds, after " + BacklogBench.WARM_UPS
                    + " that do not count. Before, many URLs go round at once.",
            ""
        },
        footer = {"", "Examples:", "  decorum bench backlog", "  decorum bench backlog --origins 100000 --seconds 10"})
public final class BacklogBench extends MeasuringCommand {

    private static final String CPU = "cpu_micros_per_release";
    private static final String GROWTH = "cpu_growth";
    private static final double GROWTH_MAX = 1.2;
    private static final String RELEASES = "releases_per_second";

    /** Else a stage that looks through what is not due would fall behind, and cost little. */
    private static final double RELEASED_MIN = 0.98;

    private static final String LIVE_DOMAIN = "live.example";
    private static final String FAR_DOMAIN = "far.example";
    private static final long FAR_INTERVAL_MICROS = 24 * 3_600 * 1_000_000L;
    private static final long OUTSTANDING = 10_000;

    /** As many URLs as are released in so long a time go round as fast as they can. */
    private static final int WARM_UP_SECONDS_WORTH = 150;

    /** Of each case: what a release goes through that waits for its slot is compiled then. */
    static final int WARM_UPS = 3;

    private static final int WARM_UP_ORIGINS = 1_000;

    @Option(
            names = "--origins",
            paramLabel = "N",
            defaultValue = "1000000",
            description = "Whose backlog is not due. Default: ${DEFAULT-VALUE}.")
    private int origins;

    @Option(
            names = "--rate",
            paramLabel = "N",
            defaultValue = "2000",
            description = "Releases a second, of a hundredth as many origins. Default: ${DEFAULT-VALUE}.")
    private int rate;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "20",
            description = "Of each run. Default: ${DEFAULT-VALUE}.")
    private int seconds;

    @Option(
            names = "--runs",
            paramLabel = "N",
            defaultValue = "5",
            description = "Of each case. Default: ${DEFAULT-VALUE}.")
    private int runs;

    @Override
    protected void checkOptions() {
        requireWithin("--origins", origins, 100, 100_000_000);
        requireWithin("--rate", rate, 1, 1_000_000);
        requireWithin("--seconds", seconds, 1, 3_600);
        requireWithin("--runs", runs, 1, 1_000);
    }

    @Override
    protected void measure(Measurement run) throws IOException, InterruptedException {
        // It would be the only one in which code is still compiled.
        var unused = watched(run, "alone, not counted", 0);
        double alone = 0;
        for (int far : List.of(0, origins)) {
            double cpu = measure(run, far == 0 ? "alone" : "beside-" + far, far, alone);
            alone = far == 0 ? cpu : alone;
        }
    }

    private double measure(Measurement run, String scenario, int far, double alone)
            throws IOException, InterruptedException {
        List<LoadRun.Outcome> found = watched(run, scenario, far);
        Spread cpu = Spread.of(found.stream().map(LoadRun.Outcome::cpuMicros).toList());
        Map<String, Double> figures = new LinkedHashMap<>();
        cpu.putInto(figures, CPU);
        Spread.of(found.stream().map(LoadRun.Outcome::perSecond).toList()).putInto(figures, RELEASES);
        List<Target> targets = new ArrayList<>(List.of(Target.atLeast(RELEASES, RELEASED_MIN * rate)));
        if (alone > 0) {
            figures.put(GROWTH, cpu.median() / alone);
            targets.add(Target.atMost(GROWTH, GROWTH_MAX));
        }
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("origins_not_due", far);
        parameters.put("rate", rate);
        parameters.put("seconds", seconds);
        parameters.put("runs", this.runs);
        parameters.put("warm_ups", WARM_UPS);
        parameters.put("settings", stageSettings());
        run.found(new BenchResult("backlog", scenario, parameters, figures, targets, run.conditions()));
        run.say(String.format(
                Locale.ROOT, "%-16s %.1f us a release (%.1f to %.1f)", scenario, cpu.median(), cpu.min(), cpu.max()));
        return cpu.median();
    }

    private List<LoadRun.Outcome> watched(Measurement run, String scenario, int far)
            throws IOException, InterruptedException {
        LocalFiles.clear(run.data());
        List<LoadRun.Outcome> found = new ArrayList<>();
        try (BenchKafka kafka = BenchKafka.start(run.data(), Map.of(), Launch.Claim.FULL);
                StageLoad load =
                        StageLoad.open(connection.settings(), kafka, run, policies(), (release, nowMicros) -> {})) {
            run.closeInOrder();
            LoadRun runs = new LoadRun(run, kafka);
            // The case that comes first would be measured with code that is not compiled yet.
            runs.put(
                    scenario + ", warm-up of code",
                    (long) WARM_UP_SECONDS_WORTH * rate,
                    OUTSTANDING,
                    load.publisher(),
                    load.requests(url -> CyclePlan.url(CyclePlan.origin(url % WARM_UP_ORIGINS), url)),
                    load);
            // The first URL of each is fetched at once, the second one waits.
            runs.put(scenario + ", first", far, OUTSTANDING, load.publisher(), load.requests(BacklogBench::far), load);
            LoadPublisher second = LoadPublisher.open(kafka.address().client());
            try (second) {
                second.publish(load.requests(BacklogBench::far), far, far, load::answered);
                awaitBacklog(run, load, far);
            }
            long live = Math.max(1, origins / 100);
            long urls = (long) rate * seconds * (WARM_UPS + this.runs + 1L);
            try (LoadPublisher steady = LoadPublisher.open(kafka.address().client())) {
                steady.publish(
                        load.requests(url -> CyclePlan.url("site-" + url % live + "." + LIVE_DOMAIN, url)),
                        urls,
                        urls,
                        load::answered);
                for (int one = 1; one <= WARM_UPS; one++) {
                    var unused = runs.watch(scenario + ", warm-up " + one, Duration.ofSeconds(seconds), steady, load);
                }
                for (int one = 1; one <= this.runs; one++) {
                    found.add(runs.watch(scenario + ", run " + one, Duration.ofSeconds(seconds), steady, load));
                }
            }
        }
        return found;
    }

    private static void awaitBacklog(Measurement run, StageLoad load, long wanted) throws InterruptedException {
        while (load.world().backlog() < wanted) {
            load.check();
            run.rest(Duration.ofMillis(100));
            run.progress(() -> load.world().backlog() + " of " + wanted + " wait");
        }
    }

    private SortedMap<String, OriginPolicy> policies() {
        long live = Math.max(1, origins / 100);
        SortedMap<String, OriginPolicy> policies = new TreeMap<>(CyclePlan.policies());
        policies.put(
                "*." + LIVE_DOMAIN,
                OriginPolicy.newBuilder()
                        .setIntervalMicros(Math.max(1, live * 1_000_000 / rate))
                        .build());
        policies.put(
                "*." + FAR_DOMAIN,
                OriginPolicy.newBuilder().setIntervalMicros(FAR_INTERVAL_MICROS).build());
        return policies;
    }

    private static String far(long number) {
        return CyclePlan.url("site-" + number + "." + FAR_DOMAIN, number);
    }
}

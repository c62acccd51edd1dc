package org.decorum.stage.cli.bench;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.decorum.fetch.http.OkHttpFetcher;
import org.decorum.stage.bench.AdaptiveScenario;
import org.decorum.stage.bench.BenchHost;
import org.decorum.stage.bench.ClosedLoop;
import org.decorum.stage.bench.HostSpec;
import org.decorum.stage.bench.Reference;
import org.decorum.stage.bench.Visit;
import org.decorum.stage.cli.RequestPublisher;
import org.decorum.stage.runtime.ShutdownRequest;

/**
 * All runs of a plan, one after the other, so that they do not share the cores: references and baselines without the
 * stage, then the scenarios through it. Each host is new, under a name that the stage has not met.
 */
final class AdaptiveRuns {

    static final String DOMAIN = "bench.example";

    private static final List<Integer> FIXED = List.of(2, 32);
    /** As many as the published experiment had. */
    private static final int TASKS = 64;

    private static final Duration BASELINE_MAX = Duration.ofSeconds(120);

    private final AdaptivePlan plan;
    private final AdaptiveCases cases;
    private final BenchWorld world;
    private final ShutdownRequest shutdown;
    private final Consumer<AdaptiveCase> found;
    private final Consumer<String> progress;
    private final BenchFetchers.Hosts hosts = new BenchFetchers.Hosts();
    private final Map<String, Reference> references = new HashMap<>();
    private int opened;

    AdaptiveRuns(
            AdaptivePlan plan,
            AdaptiveCases cases,
            BenchWorld world,
            ShutdownRequest shutdown,
            Consumer<AdaptiveCase> found,
            Consumer<String> progress) {
        this.plan = plan;
        this.cases = cases;
        this.world = world;
        this.shutdown = shutdown;
        this.found = found;
        this.progress = progress;
    }

    void run() throws InterruptedException {
        try (OkHttpFetcher http = BenchFetchers.http(hosts)) {
            progress.accept("warming up");
            closedLoop(http, HostSpec.A, HostSpec.A.workers(), OptionalInt.empty(), duration(plan.warmUpSeconds()));
            for (AdaptiveScenario scenario : plan.scenarios()) {
                for (HostSpec base : plan.hosts()) {
                    measureReference(http, base.varying(scenario.variation()));
                }
            }
            if (plan.hasBaselines()) {
                measureBaselines(http);
            }
        }
        for (long delayMillis : plan.delaysMillis()) {
            crawlAll(delayMillis);
        }
    }

    private void measureReference(OkHttpFetcher http, HostSpec host) throws InterruptedException {
        if (references.containsKey(key(host))) {
            return;
        }
        progress.accept("reference of host " + host.name() + ", variation " + host.variation());
        Duration time = duration(plan.referenceSeconds());
        List<Visit> visits = closedLoop(http, host, host.workers(), OptionalInt.empty(), time);
        Reference reference = Reference.of(visits, host.workers());
        references.put(key(host), reference);
        found.accept(cases.reference(host, reference, visits));
    }

    private void measureBaselines(OkHttpFetcher http) throws InterruptedException {
        for (int inFlight : FIXED) {
            for (HostSpec host : plan.hosts()) {
                progress.accept("fixed " + inFlight + " in flight at host " + host.name());
                OptionalInt pages = AdaptiveScenario.PUBLISHED.pages(host);
                List<Visit> visits = closedLoop(http, host, inFlight, pages, BASELINE_MAX);
                found.accept(cases.closedLoop("fixed-" + inFlight, host, inFlight, reference(host), visits));
            }
        }
    }

    private List<Visit> closedLoop(OkHttpFetcher http, HostSpec spec, int inFlight, OptionalInt pages, Duration atMost)
            throws InterruptedException {
        String name = name("closed", spec);
        try (BenchHost host = BenchHost.open(spec, plan.seed())) {
            hosts.add(name, host);
            if (pages.isPresent()) {
                ClosedLoop.runPages(http, "http://" + name, inFlight, TASKS, pages.getAsInt(), atMost);
            } else {
                ClosedLoop.runFor(http, "http://" + name, inFlight, atMost);
            }
            return host.log().visits();
        }
    }

    private void crawlAll(long delayMillis) throws InterruptedException {
        try (BenchFetchers fetchers = BenchFetchers.start(world.client(), hosts, delayMillis);
                RequestPublisher publisher = RequestPublisher.open(world.client())) {
            AdaptiveCrawl crawl = new AdaptiveCrawl(world, fetchers, publisher, shutdown);
            progress.accept("warming up the stage");
            crawl(crawl, "warm-up", HostSpec.A, OptionalInt.empty(), plan.warmUpSeconds());
            for (AdaptiveScenario scenario : plan.scenarios()) {
                for (HostSpec base : plan.hosts()) {
                    HostSpec host = scenario.host(base, plan.slowFromSeconds());
                    AdaptiveCrawl.Outcome outcome = crawl(
                            crawl,
                            scenario.word(),
                            host,
                            scenario.pages(base),
                            scenario.seconds(plan.seconds(), plan.slowFromSeconds()));
                    found.accept(cases.crawl(scenario, host, delayMillis, reference(host), outcome));
                }
            }
        }
    }

    private AdaptiveCrawl.Outcome crawl(
            AdaptiveCrawl crawl, String what, HostSpec spec, OptionalInt pages, double seconds)
            throws InterruptedException {
        String name = name(what, spec);
        try (BenchHost host = BenchHost.open(spec, plan.seed())) {
            hosts.add(name, host);
            return crawl.run(
                    name,
                    spec,
                    host,
                    pages,
                    seconds,
                    words -> progress.accept(what + " at host " + spec.name() + ": " + words));
        }
    }

    private Reference reference(HostSpec host) {
        Reference reference = references.get(key(host));
        if (reference == null) {
            throw new IllegalStateException("reference of " + key(host) + ": not measured");
        }
        return reference;
    }

    private String name(String what, HostSpec host) {
        opened++;
        return (what.replace(".", "") + "-" + host.name() + "-" + opened + "." + DOMAIN).toLowerCase(Locale.ROOT);
    }

    private static Duration duration(double seconds) {
        return Duration.ofMillis(Math.round(1_000 * seconds));
    }

    private static String key(HostSpec host) {
        return host.name() + " at variation " + host.variation();
    }
}

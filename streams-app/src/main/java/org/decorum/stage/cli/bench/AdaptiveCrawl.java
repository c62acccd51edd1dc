package org.decorum.stage.cli.bench;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.decorum.fetch.MicroClock;
import org.decorum.fetch.MissReason;
import org.decorum.schema.CrawlRequest;
import org.decorum.stage.bench.BenchHost;
import org.decorum.stage.bench.HostSpec;
import org.decorum.stage.bench.Visit;
import org.decorum.stage.cli.CliException;
import org.decorum.stage.cli.RequestPublisher;
import org.decorum.stage.runtime.ShutdownRequest;

/** One crawl of one host through the stage: publishes, waits for the end, and leaves nothing behind. */
final class AdaptiveCrawl {

    private static final Duration LOOK_AGAIN = Duration.ofMillis(20);
    private static final double BACKLOG_SECONDS = 2;
    private static final double FIRST_REQUEST_SECONDS_MAX = 30;
    private static final double PAGES_SECONDS_MAX = 120;
    private static final double DRAIN_SECONDS_MAX = 10;
    private static final double MICROS = 1e6;

    private final BenchWorld world;
    private final BenchFetchers fetchers;
    private final RequestPublisher publisher;
    private final ShutdownRequest shutdown;

    /**
     * What was seen.
     *
     * @param firstMicros first arrival at the host, since 1970 UTC
     * @param seconds how much of the log counts
     * @param given slots until then
     * @param missed slots until then
     */
    record Outcome(
            String originKey,
            long firstMicros,
            List<Visit> visits,
            double seconds,
            long given,
            Map<MissReason, Long> missed) {}

    AdaptiveCrawl(BenchWorld world, BenchFetchers fetchers, RequestPublisher publisher, ShutdownRequest shutdown) {
        this.world = world;
        this.fetchers = fetchers;
        this.publisher = publisher;
        this.shutdown = shutdown;
    }

    /**
     * Crawls.
     *
     * @param pages to publish at once; empty for a backlog that never ends
     * @param seconds how long, where it never ends
     */
    Outcome run(
            String name, HostSpec spec, BenchHost host, OptionalInt pages, double seconds, Consumer<String> progress)
            throws InterruptedException {
        long givenBefore = fetchers.given();
        Map<MissReason, Long> missedBefore = fetchers.missed();
        int ahead = pages.orElse((int) Math.ceil(BACKLOG_SECONDS * spec.capacity()));
        int published = 0;
        long startMicros = MicroClock.SYSTEM.nowMicros();
        while (true) {
            int done = host.log().pages();
            int wanted = pages.orElse(done + ahead);
            for (; published < wanted; published++) {
                publisher.send(CrawlRequest.newBuilder()
                        .setUrl("http://" + name + "/page/" + published)
                        .build());
            }
            double elapsed = elapsedSeconds(host, startMicros);
            progress.accept(done + " pages, " + host.log().size() + " requests");
            if (pages.isPresent() ? done >= published || elapsed > PAGES_SECONDS_MAX : elapsed >= seconds) {
                break;
            }
            pause();
        }
        long given = fetchers.given() - givenBefore;
        Map<MissReason, Long> missed = new TreeMap<>();
        fetchers.missed().forEach((reason, count) -> missed.put(reason, count - missedBefore.getOrDefault(reason, 0L)));
        drain(name, host, published);
        return new Outcome(
                name,
                host.log().firstMicros().orElse(0L),
                host.log().visits(),
                pages.isPresent() ? PAGES_SECONDS_MAX : seconds,
                given,
                missed);
    }

    private double elapsedSeconds(BenchHost host, long startMicros) {
        long nowMicros = MicroClock.SYSTEM.nowMicros();
        return host.log()
                .firstMicros()
                .map(first -> (nowMicros - first) / MICROS)
                .orElseGet(() -> {
                    if ((nowMicros - startMicros) / MICROS > FIRST_REQUEST_SECONDS_MAX) {
                        throw new CliException("no request came in " + FIRST_REQUEST_SECONDS_MAX + " s");
                    }
                    return 0.0;
                });
    }

    /** The next crawl begins on a stage that has nothing else to do. */
    private void drain(String name, BenchHost host, int published) throws InterruptedException {
        long startMicros = MicroClock.SYSTEM.nowMicros();
        boolean blocked = false;
        while (host.log().pages() < published && !blocked) {
            pause();
            if ((MicroClock.SYSTEM.nowMicros() - startMicros) / MICROS > DRAIN_SECONDS_MAX) {
                world.block(name);
                blocked = true;
            }
        }
        // What is on its way still lands, and its feedback after it.
        for (int i = 0; i < 50; i++) {
            pause();
        }
    }

    private void pause() throws InterruptedException {
        world.check();
        fetchers.check();
        if (shutdown.await(LOOK_AGAIN)) {
            throw new CliException("stopped before the end");
        }
    }
}

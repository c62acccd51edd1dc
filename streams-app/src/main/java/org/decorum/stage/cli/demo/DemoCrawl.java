package org.decorum.stage.cli.demo;

import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.decorum.fetch.MissReason;
import org.decorum.stage.cli.CliException;
import org.decorum.stage.cli.ProgressLine;
import org.decorum.stage.cli.Terminal;
import org.decorum.stage.runtime.ShutdownRequest;
import org.decorum.stage.sim.farm.FarmReport;
import org.jspecify.annotations.Nullable;

/** One crawl from the first URL to the summary. */
final class DemoCrawl {

    private static final Duration LOOK_AGAIN = Duration.ofMillis(50);
    private static final long READY_NANOS_MAX = TimeUnit.SECONDS.toNanos(120);
    private static final long SETTLED_NANOS_MAX = TimeUnit.SECONDS.toNanos(30);
    private static final long PLAIN_LINE_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final double NANOS = 1e9;

    private final DemoSettings settings;
    private final DemoWorld world;
    private final PrintWriter out;
    private final PrintWriter err;
    private final Terminal terminal = Terminal.ofThisProcess();
    private Optional<FarmReport> report = Optional.empty();
    private Map<MissReason, Long> missed = Map.of();
    private long onLoopback;
    private @Nullable Double firstReleaseSeconds;
    private long plainLineNanos = System.nanoTime();

    DemoCrawl(DemoSettings settings, DemoWorld world, PrintWriter out, PrintWriter err) {
        this.settings = settings;
        this.world = world;
        this.out = out;
        this.err = err;
    }

    /** Crawls until everything is done, the time is over or somebody wants an end. */
    DemoSummary run(Stream<String> urls, ShutdownRequest shutdown) throws InterruptedException {
        awaitReady(shutdown);
        long heldBefore = counts(0).backlog();
        DemoFleet fleet = world.startFleet();
        awaitSettled(fleet, shutdown);
        shutdown.closeInOrder();
        long startNanos = System.nanoTime();
        try (DemoPublisher publisher = DemoPublisher.start(world.clientSettings(), urls, settings.rate());
                ProgressLine line = new ProgressLine(err, terminal.stderr())) {
            while (!isOver(fleet, publisher, heldBefore, startNanos) && !shutdown.await(LOOK_AGAIN)) {
                check(fleet);
                show(line, fleet, publisher, heldBefore, startNanos);
            }
            DemoSummary summary = summary(fleet, publisher.published() + heldBefore, startNanos);
            missed = fleet.missed();
            onLoopback = settings.live() ? 0 : publisher.onLoopback();
            line.close();
            fleet.close();
            report = world.report();
            return judged(summary);
        }
    }

    /** The origins' own logs, once the crawl has run. */
    Optional<FarmReport> report() {
        return report;
    }

    /** URLs of the list that were really fetched, though this is no live crawl. */
    long onLoopback() {
        return onLoopback;
    }

    /** Why slots were missed. */
    Map<MissReason, Long> missed() {
        return missed;
    }

    private void awaitReady(ShutdownRequest shutdown) throws InterruptedException {
        long startNanos = System.nanoTime();
        while (!world.stage().ready()) {
            if (!world.stage().live() || System.nanoTime() - startNanos > READY_NANOS_MAX) {
                throw new CliException("the stage did not get ready: "
                        + String.join("; ", world.stage().complaints()));
            }
            if (shutdown.await(LOOK_AGAIN)) {
                throw new CliException("stopped before the stage was ready");
            }
        }
    }

    /** A fetcher that joins later takes partitions from others, which costs slots. */
    private void awaitSettled(DemoFleet fleet, ShutdownRequest shutdown) throws InterruptedException {
        long startNanos = System.nanoTime();
        try (Admin admin = Admin.create(world.clientSettings())) {
            while (!fleet.hasSettled(admin) && System.nanoTime() - startNanos < SETTLED_NANOS_MAX) {
                check(fleet);
                if (shutdown.await(LOOK_AGAIN)) {
                    throw new CliException("stopped before the fetchers were ready");
                }
            }
        }
    }

    private boolean isOver(DemoFleet fleet, DemoPublisher publisher, long heldBefore, long startNanos) {
        boolean timeIsUp = System.nanoTime() - startNanos > TimeUnit.SECONDS.toNanos(settings.seconds());
        return timeIsUp
                || (publisher.isDone() && counts(fleet.redirected()).finished() >= publisher.published() + heldBefore);
    }

    private void check(DemoFleet fleet) {
        if (!world.stage().live()) {
            throw new CliException("the stage stopped by itself: "
                    + String.join("; ", world.stage().complaints()));
        }
        fleet.failure().ifPresent(failure -> {
            throw new CliException("a fetcher stopped by itself: " + failure, failure);
        });
    }

    private void show(ProgressLine line, DemoFleet fleet, DemoPublisher publisher, long heldBefore, long startNanos) {
        DemoCounts counts = counts(fleet.redirected());
        if (firstReleaseSeconds == null && counts.released() > 0) {
            long startedMillis = ManagementFactory.getRuntimeMXBean().getStartTime();
            firstReleaseSeconds = (System.currentTimeMillis() - startedMillis) / 1e3;
        }
        long published = publisher.published() + heldBefore;
        double seconds = (System.nanoTime() - startNanos) / NANOS;
        String text = DemoWords.progress(
                counts,
                published,
                publisher.isDone() ? published : 0,
                counts.fetched() / seconds,
                fleet.latenessMicros(100) / 1e3);
        line.show(() -> text);
        if (!terminal.stderr() && System.nanoTime() - plainLineNanos > PLAIN_LINE_NANOS) {
            plainLineNanos = System.nanoTime();
            out.println(text);
            out.flush();
        }
    }

    private DemoSummary summary(DemoFleet fleet, long published, long startNanos) {
        DemoCounts counts = counts(fleet.redirected());
        return new DemoSummary(
                published,
                counts.released(),
                counts.fetched(),
                counts.redirected(),
                counts.rejected(),
                Math.max(0, published - counts.finished()),
                counts.missed(),
                counts.released() == 0 ? 0 : (double) counts.missed() / counts.released(),
                null,
                null,
                null,
                (System.nanoTime() - startNanos) / NANOS,
                firstReleaseSeconds);
    }

    private DemoSummary judged(DemoSummary summary) {
        return report.map(judged ->
                        summary.withLogs(judged.originsSeen(), judged.floorViolations(), judged.minGapRatio()))
                .orElse(summary);
    }

    private DemoCounts counts(long redirected) {
        return DemoCounts.of(world.stage().registry(), redirected);
    }
}

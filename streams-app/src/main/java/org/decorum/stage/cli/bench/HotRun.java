package org.decorum.stage.cli.bench;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.decorum.core.rate.Micros;
import org.decorum.schema.CrawlRelease;
import org.decorum.stage.bench.Lateness;
import org.decorum.stage.bench.Margins;
import org.decorum.stage.cli.CliException;

/** Watches the tail of one stage, now without the hot origin and now with it. */
final class HotRun implements AutoCloseable {

    private static final Duration STEP = Duration.ofMillis(50);
    private static final int OPEN_SECONDS = 5;

    /** In which the last releases of the hot origin are reported and concluded. */
    private static final int SETTLE_SECONDS = 2;

    /** By then all that the hot origin has left is released. */
    private static final long DRAINED_NANOS_MAX = TimeUnit.SECONDS.toNanos(120);

    private final HotPlan plan;
    private final BenchKafka kafka;
    private final Measurement run;
    private final CpuMeter cpu;
    private final Lateness lateness;
    private final Margins margins = new Margins();
    private final AtomicLong hotReleases = new AtomicLong();
    private final StageLoad load;

    private HotRun(HotPlan plan, BenchKafka kafka, Measurement run, Map<String, String> settings) {
        this.plan = plan;
        this.kafka = kafka;
        this.run = run;
        this.cpu = new CpuMeter(kafka);
        this.lateness = new Lateness(plan.intervalMicros());
        this.load = StageLoad.open(settings, kafka, run, plan.policies(), this::read);
    }

    /**
     * What was seen in some seconds.
     *
     * @param latenessMillis of the tail, at percentile 50 and 99, and the most
     * @param marginMillis that all but one in a hundred of the tail's releases were readable before their slots
     */
    record Window(
            double tailPerSecond, double hotPerSecond, Percentiles latenessMillis, double marginMillis, double cores) {

        double hotPercent() {
            return 100 * hotPerSecond / (hotPerSecond + tailPerSecond);
        }
    }

    record Percentiles(double median, double rare, double most) {}

    /** Returns when the tail has its steady pace. */
    static HotRun start(HotPlan plan, Map<String, String> settings, BenchKafka kafka, Measurement run)
            throws InterruptedException {
        HotRun started = new HotRun(plan, kafka, run, settings);
        started.load.publisher().publish(started.load.requests(plan::tailUrl), plan.tail());
        started.rest("first URLs of the tail", plan.firstSeconds() + OPEN_SECONDS);
        return started;
    }

    /** The tail alone. */
    Window without(String what) throws InterruptedException {
        return watch(what + ", without");
    }

    /** The same tail from the moment on in which the hot origin begins. */
    Window with(String what, int number) throws InterruptedException {
        AtomicLong published = new AtomicLong();
        long releasesBefore = hotReleases.get();
        Window window;
        try (LoadPublisher hot = LoadPublisher.open(kafka.address().client())) {
            LoadPublisher.Source urls = load.requests(url -> HotPlan.hotUrl(number, url));
            hot.publish(
                    url -> {
                        published.set(url + 1);
                        return urls.record(url);
                    },
                    plan.hot());
            window = watch(what + ", with");
            hot.check();
        }
        awaitDrained(releasesBefore + published.get());
        rest(what + ", settling", SETTLE_SECONDS);
        return window;
    }

    private Window watch(String what) throws InterruptedException {
        lateness.startAnew();
        margins.startAnew();
        long hotBefore = hotReleases.get();
        CpuUse usedBefore = cpu.read();
        long startNanos = System.nanoTime();
        rest(what, plan.seconds());
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        CpuUse used = cpu.read().since(usedBefore);
        return new Window(
                margins.count() / seconds,
                (hotReleases.get() - hotBefore) / seconds,
                new Percentiles(lateness.millis(50), lateness.millis(99), lateness.millis(100)),
                margins.millis(1),
                (used.app() + used.broker() + used.load()) / 1e6 / seconds);
    }

    private void awaitDrained(long releases) throws InterruptedException {
        long startNanos = System.nanoTime();
        while (hotReleases.get() < releases) {
            if (System.nanoTime() - startNanos > DRAINED_NANOS_MAX) {
                throw new CliException("the hot origin: " + hotReleases.get() + " of " + releases
                        + " URLs were released (expected: all of them soon after the last)");
            }
            look();
        }
    }

    private void read(ConsumerRecord<String, CrawlRelease> record, long nowMicros) {
        CrawlRelease release = record.value();
        if (release.getOriginKey().equals(HotPlan.HOT)) {
            hotReleases.incrementAndGet();
        } else {
            long releaseAtMicros = Micros.of(release.getReleaseAt());
            lateness.released(release.getOriginKey(), releaseAtMicros, nowMicros);
            margins.add(releaseAtMicros - nowMicros);
        }
    }

    private void rest(String what, int seconds) throws InterruptedException {
        run.progress(() -> what);
        long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (System.nanoTime() - endNanos < 0) {
            look();
        }
    }

    private void look() throws InterruptedException {
        kafka.check();
        load.check();
        load.publisher().check();
        run.rest(STEP);
    }

    @Override
    public void close() throws InterruptedException {
        load.close();
    }
}

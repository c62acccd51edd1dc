package org.decorum.stage.cli.bench;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.decorum.core.rate.Micros;
import org.decorum.schema.CrawlRelease;
import org.decorum.schema.FetchFeedback;
import org.decorum.stage.bench.Lateness;
import org.decorum.stage.bench.Margins;
import org.decorum.stage.bench.Starts;
import org.decorum.stage.topology.TopicNames;
import org.decorum.wire.AvroDeserializer;
import org.decorum.wire.AvroSerializer;

/** Watches releases of the stage, and releases that come without one, as a reader and a fetcher see them. */
final class PunctualityRun {

    private static final Duration STEP = Duration.ofMillis(100);

    /** In which the stage learns what its fetcher can do, and code is compiled. */
    private static final int OPEN_SECONDS = 5;

    /** Of releases without a stage: as far ahead, and as wide, as the stage's own. */
    private static final Duration AHEAD = Duration.ofMillis(200);

    private static final Duration SLOT = Duration.ofMillis(250);

    private final PunctualityPlan plan;
    private final Map<String, String> settings;
    private final BenchKafka kafka;
    private final Measurement run;
    private final CpuMeter cpu;
    private final Margins margins = new Margins();
    private final Lateness lateness;
    private final Starts starts = new Starts();
    private final AvroDeserializer<CrawlRelease> releases = new AvroDeserializer<>(CrawlRelease.class);
    private final AvroDeserializer<FetchFeedback> feedback = new AvroDeserializer<>(FetchFeedback.class);

    PunctualityRun(PunctualityPlan plan, Map<String, String> settings, BenchKafka kafka, Measurement run) {
        this.plan = plan;
        this.settings = settings;
        this.kafka = kafka;
        this.run = run;
        this.cpu = new CpuMeter(kafka);
        this.lateness = new Lateness(plan.intervalMicros());
        releases.configure(client(), false);
        feedback.configure(client(), false);
    }

    /**
     * What was seen in some seconds.
     *
     * @param inTimePercent of the releases, readable before {@code release_at}
     * @param marginMillis by which they were, at percentile 0.1, 1 and 50, and the least
     * @param startMillis of the fetcher after {@code release_at}, at percentile 50, 99 and 99.9, and the most
     * @param missedPercent of the slots, which the fetcher could not keep
     * @param behindMillis at percentile 99, by which slots were behind the grid of their origin and readable too late
     * @param cores that all together kept busy
     */
    record Window(
            double perSecond,
            double inTimePercent,
            Percentiles marginMillis,
            Percentiles startMillis,
            double missedPercent,
            double behindMillis,
            double cores) {}

    /** Of margins the low ones are of interest, of delays the high ones. */
    record Percentiles(double median, double rare, double rarest, double extreme) {}

    /** The releases of a stage, over and over. */
    List<Window> ofStage() throws InterruptedException {
        List<Window> found = new ArrayList<>();
        try (BenchWorld world = BenchWorld.open(settings, kafka.address(), run.data(), plan.policies());
                PromptFetcher fetcher = PromptFetcher.start(kafka, run.data(), "fetcher-of-stage");
                LoadReader reader = reader();
                LoadPublisher publisher = LoadPublisher.open(client())) {
            Runnable check = () -> {
                world.check();
                fetcher.check();
                reader.check();
                publisher.check();
            };
            publisher.publish(StageLoad.requests(client(), plan::url), plan.load());
            rest("first URLs of all origins", plan.firstSeconds() + OPEN_SECONDS, check);
            for (int number = 0; number <= plan.runs(); number++) {
                String what = number == 0 ? "warm-up" : "run " + number;
                Window window = watch(what, fetcher, check);
                if (number > 0) {
                    found.add(window);
                }
            }
        }
        return found;
    }

    /** What reader and fetcher see of releases that nobody had to decide: the same number, as far ahead. */
    Window ofLoadAlone() throws InterruptedException {
        try (PromptFetcher fetcher = PromptFetcher.start(kafka, run.data(), "fetcher-of-load");
                LoadReader reader = reader();
                LoadPublisher publisher = LoadPublisher.open(client())) {
            Runnable check = () -> {
                fetcher.check();
                reader.check();
                publisher.check();
            };
            publisher.publish(decided(), plan.load().withNoneAhead());
            rest("the load alone, first", OPEN_SECONDS, check);
            return watch("the load alone", fetcher, check);
        }
    }

    private Window watch(String what, PromptFetcher fetcher, Runnable check) throws InterruptedException {
        margins.startAnew();
        lateness.startAnew();
        starts.startAnew();
        CpuUse usedBefore = cpu.read();
        Duration fetcherBefore = fetcher.cpuTime();
        long startNanos = System.nanoTime();
        rest(what, plan.seconds(), check);
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        CpuUse used = cpu.read().since(usedBefore);
        double fetcherMicros = fetcher.cpuTime().minus(fetcherBefore).toNanos() / 1e3;
        return new Window(
                margins.count() / seconds,
                margins.inTimePercent(),
                new Percentiles(margins.millis(50), margins.millis(1), margins.millis(0.1), margins.millis(0)),
                new Percentiles(starts.millis(50), starts.millis(99), starts.millis(99.9), starts.millis(100)),
                starts.missedPercent(),
                lateness.millis(99),
                (used.app() + used.broker() + used.load() + fetcherMicros) / 1e6 / seconds);
    }

    private LoadReader reader() {
        return LoadReader.start(client(), this::read, TopicNames.RELEASE, TopicNames.FEEDBACK);
    }

    private void read(ConsumerRecord<byte[], byte[]> record, long nowMicros) {
        if (record.topic().equals(TopicNames.RELEASE)) {
            CrawlRelease release = releases.deserialize(record.topic(), record.headers(), record.value());
            long releaseAtMicros = Micros.of(release.getReleaseAt());
            margins.add(releaseAtMicros - nowMicros);
            lateness.released(release.getOriginKey(), releaseAtMicros, nowMicros);
            starts.released(release.getBookingId(), releaseAtMicros);
        } else {
            FetchFeedback report = feedback.deserialize(record.topic(), record.headers(), record.value());
            Instant started = report.getStartedAt();
            starts.reported(
                    report.getBookingId(),
                    started == null ? OptionalLong.empty() : OptionalLong.of(Micros.of(started)));
        }
    }

    private LoadPublisher.Source decided() {
        AvroSerializer<CrawlRelease> values = new AvroSerializer<>();
        values.configure(client(), false);
        return number -> {
            String origin = plan.origin(number);
            Instant now = Micros.toInstant(StandInFetcher.nowMicros());
            CrawlRelease release = CrawlRelease.newBuilder()
                    .setBookingId("load-" + number)
                    .setRequestId("load-" + number)
                    .setUrl(plan.url(number))
                    .setOriginKey(origin)
                    .setSiteKey(origin)
                    .setAttempt(1)
                    .setEpoch(0)
                    .setReleaseAt(now.plus(AHEAD))
                    .setExpiresAt(now.plus(AHEAD).plus(SLOT))
                    .setMinGapMicros(0)
                    .setInFlightMax(1)
                    .setCost(1)
                    .setCostRule("default")
                    .setReleasedAt(now)
                    .build();
            return new ProducerRecord<>(
                    TopicNames.RELEASE,
                    origin.getBytes(StandardCharsets.UTF_8),
                    values.serialize(TopicNames.RELEASE, release));
        };
    }

    private void rest(String what, int seconds, Runnable check) throws InterruptedException {
        run.progress(() -> what);
        long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (System.nanoTime() - endNanos < 0) {
            kafka.check();
            check.run();
            run.rest(STEP);
        }
    }

    private Map<String, Object> client() {
        return kafka.address().client();
    }
}

package org.decorum.stage.cli.bench;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.streams.StreamsConfig;
import org.decorum.schema.CrawlRelease;
import org.decorum.schema.CrawlRequest;
import org.decorum.schema.FetchOutcome;
import org.decorum.stage.bench.Zipf;
import org.decorum.stage.bench.bare.BareApp;
import org.decorum.stage.bench.bare.BareTopology;
import org.decorum.stage.cli.CliException;
import org.decorum.stage.config.StageConfig;
import org.decorum.stage.metrics.MeterNames;
import org.decorum.stage.runtime.Topics;
import org.decorum.stage.topology.TopicNames;
import org.decorum.wire.AvroSerializer;

/** Runs of the full cycle, of the bare application that it is compared with, and of the load alone. */
final class CycleRuns {

    private static final Duration READY_MAX = Duration.ofSeconds(120);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(20);

    /** Without any progress for so long, something is wrong. */
    private static final long STUCK_NANOS = TimeUnit.SECONDS.toNanos(120);

    private final CyclePlan plan;
    private final Map<String, String> settings;
    private final StageConfig config;
    private final BenchKafka kafka;
    private final Measurement run;
    private final CpuMeter cpu;

    /** @param settings of the stage, which the bare application has as well where they are Kafka's */
    CycleRuns(
            CyclePlan plan, Map<String, String> settings, StageConfig config, BenchKafka kafka, Measurement run) {
        this.plan = plan;
        this.settings = settings;
        this.config = config;
        this.kafka = kafka;
        this.run = run;
        this.cpu = new CpuMeter(kafka);
    }

    /**
     * One run.
     *
     * @param count URLs or records
     * @param late reports whose slot was over, where there are slots
     */
    record Outcome(long count, double seconds, CpuUse cpu, long late) {

        double perSecond() {
            return count / seconds;
        }

        /** CPU of application and broker for each. */
        double cpuMicros() {
            return (cpu.app() + cpu.broker()) / count;
        }
    }

    /** Each URL comes in, is released, reported and concluded. */
    Outcome cycle(int number, long urls) throws InterruptedException {
        try (BenchWorld world =
                        BenchWorld.open(settings, kafka.address(), run.data(), CyclePlan.policies());
                StandInFetcher fetcher = StandInFetcher.start(
                        client(), StandInFetcher.Manner.IN_SLOT, (release, nowMicros) -> {});
                LoadPublisher publisher = LoadPublisher.open(client())) {
            return measure(
                    "cycle " + number,
                    urls,
                    publisher,
                    requests(number),
                    fetcher::reported,
                    () -> (long) world.counted(MeterNames.FEEDBACK, MeterNames.OUTCOME, FetchOutcome.FETCHED),
                    () -> {
                        world.check();
                        fetcher.check();
                    },
                    fetcher::late);
        }
    }

    /** Each record comes in, is repartitioned, gotten, put and forwarded. */
    Outcome bare(int number, long records) throws InterruptedException {
        Map<String, Object> own = new HashMap<>();
        own.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, BenchWorld.THREADS);
        own.putAll(config.kafkaSettings());
        own.putAll(client());
        own.put(StreamsConfig.STATE_DIR_CONFIG, run.data().state().resolve("bare").toString());
        own.put(StageConfig.ROCKSDB_MEMORY_BYTES, config.getLong(StageConfig.ROCKSDB_MEMORY_BYTES));
        try (BareApp app = BareApp.start(own, BenchWorld.SHARDS);
                LoadReader reader = LoadReader.start(client(), BareTopology.SINK);
                LoadPublisher publisher = LoadPublisher.open(client())) {
            awaitRunning(app);
            return measure(
                    "bare " + number,
                    records,
                    publisher,
                    bareRecords(number),
                    reader::read,
                    reader::read,
                    () -> {
                        reader.check();
                        if (app.hasFailed()) {
                            throw new CliException("the bare application stopped by itself: -v shows why");
                        }
                    },
                    () -> 0);
        }
    }

    /** What the load does without any stage: releases are published, read and reported. */
    Outcome load(int number, long urls) throws InterruptedException {
        try (StandInFetcher fetcher = StandInFetcher.start(
                        client(), StandInFetcher.Manner.IN_SLOT, (release, nowMicros) -> {});
                LoadPublisher publisher = LoadPublisher.open(client())) {
            return measure(
                    "load alone",
                    urls,
                    publisher,
                    releases(number),
                    fetcher::reported,
                    fetcher::reported,
                    fetcher::check,
                    () -> 0);
        }
    }

    void createTopics() {
        try (Admin admin = Admin.create(client())) {
            new Topics(admin, BenchWorld.SHARDS, Optional.empty()).create(BareTopology.SOURCE, BareTopology.SINK);
        }
    }

    /**
     * Measures what comes after a ramp, in which the stage finds out how much the fetchers can do and queues fill. What is
     * under way in the end is waited for.
     */
    private Outcome measure(
            String what,
            long count,
            LoadPublisher publisher,
            LoadPublisher.Source source,
            LongSupplier answered,
            LongSupplier done,
            Runnable check,
            LongSupplier late)
            throws InterruptedException {
        long ramp = Math.min(count, plan.outstanding());
        publisher.publish(source, ramp + count, plan.outstanding(), answered);
        Runnable checkAll = () -> {
            publisher.check();
            kafka.check();
            check.run();
        };
        long from = await(what + ", ramp", ramp, done, checkAll);
        CpuUse before = cpu.read();
        long lateBefore = late.getAsLong();
        long startNanos = System.nanoTime();
        await(what, ramp + count, done, checkAll);
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        return new Outcome(ramp + count - from, seconds, cpu.read().since(before), late.getAsLong() - lateBefore);
    }

    /** What is done then, a little more than was asked for. */
    private long await(String what, long count, LongSupplier done, Runnable check) throws InterruptedException {
        long known = done.getAsLong();
        long changedNanos = System.nanoTime();
        while (known < count) {
            run.rest(LOOK_AGAIN);
            check.run();
            long now = done.getAsLong();
            if (now > known) {
                known = now;
                changedNanos = System.nanoTime();
            } else if (System.nanoTime() - changedNanos > STUCK_NANOS) {
                throw new CliException(what + ": stuck at " + known + " of " + count);
            }
            long shown = known;
            run.progress(() -> String.format(Locale.ROOT, "%s: %,d of %,d", what, shown, count));
        }
        return known;
    }

    private void awaitRunning(BareApp app) throws InterruptedException {
        long deadline = System.nanoTime() + READY_MAX.toNanos();
        while (!app.isRunning()) {
            if (app.hasFailed() || System.nanoTime() - deadline > 0) {
                throw new CliException("the bare application did not start: -v shows why");
            }
            run.rest(LOOK_AGAIN);
        }
    }

    private LoadPublisher.Source requests(int number) {
        Zipf origins = plan.originsOf(number);
        AvroSerializer<CrawlRequest> values = serializer();
        return url -> new ProducerRecord<>(
                TopicNames.REQUESTS,
                values.serialize(TopicNames.REQUESTS, request(CyclePlan.origin(origins.next()), number, url)));
    }

    /** The same bytes, under the key that the stage would find. */
    private LoadPublisher.Source bareRecords(int number) {
        Zipf origins = plan.originsOf(number);
        AvroSerializer<CrawlRequest> values = serializer();
        return url -> {
            int origin = origins.next();
            return new ProducerRecord<>(
                    BareTopology.SOURCE,
                    CyclePlan.key(origin),
                    values.serialize(TopicNames.REQUESTS, request(CyclePlan.origin(origin), number, url)));
        };
    }

    private LoadPublisher.Source releases(int number) {
        Zipf origins = plan.originsOf(number);
        AvroSerializer<CrawlRelease> values = serializer();
        Instant now = Instant.now().truncatedTo(ChronoUnit.MICROS);
        return url -> {
            String origin = CyclePlan.origin(origins.next());
            CrawlRelease release = CrawlRelease.newBuilder()
                    .setBookingId("load-" + url)
                    .setRequestId("load-" + url)
                    .setUrl(CyclePlan.url(origin, url))
                    .setOriginKey(origin)
                    .setSiteKey(origin)
                    .setAttempt(1)
                    .setEpoch(0)
                    .setReleaseAt(now)
                    .setExpiresAt(now)
                    .setMinGapMicros(0)
                    .setInFlightMax(1)
                    .setCost(1)
                    .setCostRule("default")
                    .setReleasedAt(now)
                    .build();
            return new ProducerRecord<>(
                    TopicNames.RELEASE, null, values.serialize(TopicNames.RELEASE, release));
        };
    }

    private CrawlRequest request(String origin, int number, long url) {
        return CrawlRequest.newBuilder()
                .setUrl(CyclePlan.url(origin, number * 2 * plan.urls() + url))
                .build();
    }

    private <T extends SpecificRecord> AvroSerializer<T> serializer() {
        AvroSerializer<T> serializer = new AvroSerializer<>();
        serializer.configure(client(), false);
        return serializer;
    }

    private Map<String, Object> client() {
        return kafka.address().client();
    }
}

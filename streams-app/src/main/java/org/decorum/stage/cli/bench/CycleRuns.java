package org.decorum.stage.cli.bench;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.streams.StreamsConfig;
import org.decorum.schema.CrawlRelease;
import org.decorum.schema.CrawlRequest;
import org.decorum.stage.bench.Zipf;
import org.decorum.stage.bench.bare.BareApp;
import org.decorum.stage.bench.bare.BareTopology;
import org.decorum.stage.cli.CliException;
import org.decorum.stage.config.StageConfig;
import org.decorum.stage.runtime.Topics;
import org.decorum.stage.topology.TopicNames;
import org.decorum.wire.AvroSerializer;

/** Runs of the full cycle, of the bare application that it is compared with, and of the load alone. */
final class CycleRuns {

    private static final Duration READY_MAX = Duration.ofSeconds(120);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(20);

    private final CyclePlan plan;
    private final Map<String, String> settings;
    private final StageConfig config;
    private final BenchKafka kafka;
    private final Measurement run;
    private final LoadRun runs;

    /** Origins that the stage before the next one knew. */
    private long known;

    /** @param settings of the stage, which the bare application has as well where they are Kafka's */
    CycleRuns(CyclePlan plan, Map<String, String> settings, StageConfig config, BenchKafka kafka, Measurement run) {
        this.plan = plan;
        this.settings = settings;
        this.config = config;
        this.kafka = kafka;
        this.run = run;
        this.runs = new LoadRun(run, kafka);
    }

    /** Each URL comes in, is released, reported and concluded. */
    LoadRun.Outcome cycle(int number, long urls) throws InterruptedException {
        try (StageLoad load = open()) {
            awaitMet(load);
            Zipf origins = plan.originsOf(number);
            LoadRun.Outcome outcome = runs.measure(
                    "cycle " + number,
                    urls,
                    plan.outstanding(),
                    load.publisher(),
                    load.requests(url -> url(origins.next(), number, url)),
                    load);
            known = load.world().origins();
            return outcome;
        }
    }

    /** Goes round until the code is compiled. */
    void warmUp() throws InterruptedException {
        for (int number = 1; number <= CyclePlan.WARM_UPS; number++) {
            var unused = cycle(-number, plan.warmUpUrls());
        }
    }

    /** Lets the stage know all origins: each has one URL, which is fetched. */
    void meetAll() throws InterruptedException {
        try (StageLoad load = open()) {
            runs.put(
                    plan.origins() + " origins",
                    plan.origins(),
                    plan.outstanding(),
                    load.publisher(),
                    load.requests(origin -> CyclePlan.url(CyclePlan.origin(origin), 0)),
                    load);
            known = load.world().origins();
        }
    }

    private StageLoad open() {
        return StageLoad.open(settings, kafka, run, CyclePlan.policies(), (release, nowMicros) -> {});
    }

    /** The stage meets again whom the one before knew, which is no part of what a URL costs. */
    private void awaitMet(StageLoad load) throws InterruptedException {
        long deadline = System.nanoTime() + READY_MAX.toNanos();
        while (load.world().origins() < known) {
            load.check();
            if (System.nanoTime() - deadline > 0) {
                throw new CliException("the stage has met " + load.world().origins() + " of " + known
                        + " origins within " + READY_MAX.toSeconds() + " s");
            }
            run.rest(LOOK_AGAIN);
        }
    }

    /** Each record comes in, is repartitioned, gotten, put and forwarded. */
    LoadRun.Outcome bare(int number, long records) throws InterruptedException {
        Map<String, Object> own = new HashMap<>();
        own.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, BenchWorld.THREADS);
        own.putAll(config.kafkaSettings());
        own.putAll(client());
        own.put(
                StreamsConfig.STATE_DIR_CONFIG,
                run.data().state().resolve("bare").toString());
        own.put(StageConfig.ROCKSDB_MEMORY_BYTES, config.getLong(StageConfig.ROCKSDB_MEMORY_BYTES));
        try (BareApp app = BareApp.start(own, BenchWorld.shards(settings));
                LoadReader reader = LoadReader.start(client(), BareTopology.SINK);
                LoadPublisher publisher = LoadPublisher.open(client())) {
            awaitRunning(app);
            return runs.measure(
                    "bare " + number, records, plan.outstanding(), publisher, bareRecords(number), new Driven() {
                        @Override
                        public long answered() {
                            return reader.read();
                        }

                        @Override
                        public long done() {
                            return reader.read();
                        }

                        @Override
                        public void check() {
                            reader.check();
                            if (app.hasFailed()) {
                                throw new CliException("the bare application stopped by itself: -v shows why");
                            }
                        }
                    });
        }
    }

    /** What the load does without any stage: releases are published, read and reported. */
    LoadRun.Outcome load(int number, long urls) throws InterruptedException {
        try (StandInFetcher fetcher =
                        StandInFetcher.start(client(), StandInFetcher.Manner.IN_SLOT, (release, nowMicros) -> {});
                LoadPublisher publisher = LoadPublisher.open(client())) {
            return runs.measure("load alone", urls, plan.outstanding(), publisher, releases(number), new Driven() {
                @Override
                public long answered() {
                    return fetcher.reported();
                }

                @Override
                public long done() {
                    return fetcher.reported();
                }

                @Override
                public void check() {
                    fetcher.check();
                }
            });
        }
    }

    void createTopics() {
        try (Admin admin = Admin.create(client())) {
            new Topics(admin, BenchWorld.shards(settings), Optional.empty())
                    .create(BareTopology.SOURCE, BareTopology.SINK);
        }
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

    /** The same bytes, under the key that the stage would find. */
    private LoadPublisher.Source bareRecords(int number) {
        Zipf origins = plan.originsOf(number);
        AvroSerializer<CrawlRequest> values = serializer();
        return url -> {
            int origin = origins.next();
            CrawlRequest request =
                    CrawlRequest.newBuilder().setUrl(url(origin, number, url)).build();
            return new ProducerRecord<>(
                    BareTopology.SOURCE, CyclePlan.key(origin), values.serialize(TopicNames.REQUESTS, request));
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
            return new ProducerRecord<>(TopicNames.RELEASE, null, values.serialize(TopicNames.RELEASE, release));
        };
    }

    /** The runs, with their ramps, have URLs of their own. */
    private String url(int origin, int number, long url) {
        return CyclePlan.url(CyclePlan.origin(origin), number * 2 * plan.urls() + url);
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

package org.decorum.stage.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.decorum.schema.CrawlDecision;
import org.decorum.schema.CrawlRejected;
import org.decorum.schema.CrawlRelease;
import org.decorum.schema.CrawlRequest;
import org.decorum.schema.DecisionKind;
import org.decorum.schema.FetchFeedback;
import org.decorum.schema.FetchOutcome;
import org.decorum.schema.KeyedRequest;
import org.decorum.schema.OriginHold;
import org.decorum.stage.config.StageConfig;
import org.decorum.stage.generation.Generation;
import org.decorum.stage.reshard.Reshard;
import org.decorum.stage.reshard.ReshardException;
import org.decorum.stage.reshard.ReshardPlan;
import org.decorum.stage.reshard.Step;
import org.decorum.stage.topology.TopicNames;
import org.decorum.wire.AvroSerde;
import org.decorum.wire.SubjectNaming;
import org.decorum.wire.registry.SchemaRegistries;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A stage with URLs held, leased, deferred and on their way, and with holds, gets four times as many shards, by a command
 * that dies after each of its steps. The next stage goes on as if nothing had happened.
 */
class ReshardIT {

    private static final int SHARDS = 16;
    private static final int ORIGINS = 100;
    private static final int URLS_EACH = 24;

    /** Of these, the last ones never got past a repartition topic, or wait in crawl.requests. */
    private static final int LEFT_ON_THE_WAY = 2;

    /** A new window lets out 32, and more with each report. */
    private static final int LEASED_MIN = 32;

    private static final int DEFERRED = 150;
    private static final String BASE = "decorum";
    private static final String LATER = "later.example";
    private static final String HELD_BRIEFLY = "brief.example";
    private static final String HELD_LONG = "long.example";
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final Map<String, Object> SETTINGS = Map.of(
            StageConfig.DEFAULT_INTERVAL_MS, 250,
            StageConfig.DEFAULT_LEASE_TIMEOUT_MS, 300_000,
            StageConfig.DEFAULT_MAX_IN_FLIGHT, 4);

    private static final Map<String, Object> STREAMS_GROUP = Map.of(
            StreamsConfig.GROUP_PROTOCOL_CONFIG, "streams",
            StageConfig.DEFAULT_INTERVAL_MS, 250,
            StageConfig.DEFAULT_LEASE_TIMEOUT_MS, 300_000,
            StageConfig.DEFAULT_MAX_IN_FLIGHT, 4);

    @TempDir
    Path directory;

    private final Set<String> concluded = new HashSet<>();
    private final Set<String> reported = new HashSet<>();

    /** A command that dies. */
    private static final class Crash extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    @Test
    void everythingGoesOnWithMoreShardsThoughTheCommandDiesAfterEachStep() throws Exception {
        Instant later = Instant.now().plusSeconds(40).truncatedTo(ChronoUnit.MICROS);
        try (LiveKafka kafka = new LiveKafka(directory)) {
            kafka.policy(LATER, "{\"interval_micros\":20000,\"max_in_flight\":50}");
            kafka.flush();
            try (StageRuntime stage = kafka.stage("old", SETTINGS)) {
                publishDeferred(kafka, later, "before");
                hold(kafka);
                publish(kafka, 0, URLS_EACH - 2 * LEFT_ON_THE_WAY);
                // Two an origin are reported; of the others, as many are leased as the fleet's window lets out.
                runUntil(kafka, 2, () -> concluded.size() >= 2 * ORIGINS);
                refusesWhileAStageRuns(kafka);
                assertThat(stage.live()).isTrue();
            }
            leaveOnTheWay(kafka, URLS_EACH - 2 * LEFT_ON_THE_WAY, URLS_EACH - LEFT_ON_THE_WAY);
            publish(kafka, URLS_EACH - LEFT_ON_THE_WAY, URLS_EACH);
            List<CrawlRelease> before = releases(kafka);
            try (Producer<String, byte[]> killed = openTransaction(kafka)) {
                says(kafka, "now   generation 1 (application id decorum, 4 shards)");
                dieAfterEachStep(kafka);
                reshard(kafka);
            }
            assertThat(partitions(kafka, "decorum-g2-origins-changelog")).isEqualTo(SHARDS);
            try (StageRuntime stage = kafka.stage("new", SETTINGS)) {
                publishDeferred(kafka, later, "after");
                int all = ORIGINS * URLS_EACH + 2 * DEFERRED;
                runUntil(kafka, Integer.MAX_VALUE, () -> ended() >= all);
                assertThat(stage.live()).isTrue();
            }
            judge(kafka, before, later);
            dropsTheOldGeneration(kafka);
        }
    }

    /** Those of origins that were never held. */
    private long ended() {
        return concluded.stream()
                .filter(id -> !id.contains(HELD_BRIEFLY) && !id.contains(HELD_LONG))
                .count();
    }

    private static String host(int origin) {
        return "origin-" + origin + ".example";
    }

    private static void publish(LiveKafka kafka, int from, int to) {
        for (int page = from; page < to; page++) {
            for (int origin = 0; origin < ORIGINS; origin++) {
                kafka.publishTo(
                        origin % LiveKafka.PARTITIONS,
                        json(host(origin) + "/" + page, "http://" + host(origin) + "/" + page));
            }
        }
        kafka.flush();
    }

    private static String json(String id, String url) {
        return "{\"request_id\":\"" + id + "\",\"url\":\"" + url + "\"}";
    }

    /** All to one instant: only their places among the records of all generations tell them apart. */
    private static void publishDeferred(LiveKafka kafka, Instant later, String when) {
        for (int page = 0; page < DEFERRED; page++) {
            kafka.publish(CrawlRequest.newBuilder()
                    .setRequestId(when + "-" + page)
                    .setUrl("http://" + LATER + "/" + when + "/" + page)
                    .setNotBefore(later)
                    .build());
        }
        kafka.flush();
    }

    private void hold(LiveKafka kafka) {
        for (int page = 0; page < 6; page++) {
            for (String host : List.of(HELD_BRIEFLY, HELD_LONG)) {
                kafka.publishTo(0, json(host + "/" + page, "http://" + host + "/" + page));
            }
        }
        kafka.flush();
        try (CommittedTail<CrawlRelease> releases = kafka.tail(TopicNames.RELEASE, CrawlRelease.class);
                CommittedTail<OriginHold> holds = kafka.tail(TopicNames.HOLDS, OriginHold.class)) {
            Set<String> refused = new HashSet<>();
            Poll.until(
                    PATIENCE,
                    () -> {
                        for (CrawlRelease release : releases.next()) {
                            String host = release.getOriginKey();
                            if ((host.equals(HELD_BRIEFLY) || host.equals(HELD_LONG)) && refused.add(host)) {
                                kafka.refused(release, host.equals(HELD_BRIEFLY) ? "45" : "3600");
                            }
                        }
                        holds.next();
                        return holds.values().size() >= 2;
                    },
                    () -> "holds: " + holds.values());
        }
    }

    /** Reports what is released, until the condition holds; of an origin, so many at most. */
    private void runUntil(LiveKafka kafka, int reportedMax, BooleanSupplier condition) {
        Map<String, Integer> reportedOf = new HashMap<>();
        try (CommittedTail<CrawlRelease> releases = kafka.tail(TopicNames.RELEASE, CrawlRelease.class);
                CommittedTail<CrawlDecision> decisions = kafka.tail(TopicNames.DECISIONS, CrawlDecision.class)) {
            Poll.until(
                    PATIENCE,
                    () -> {
                        decisions.next().stream()
                                .filter(decision -> decision.getKind() == DecisionKind.CONCLUDED)
                                .forEach(decision -> concluded.add(String.valueOf(decision.getRequestId())));
                        releases.next().stream()
                                .filter(release -> !release.getOriginKey().equals(HELD_LONG))
                                .filter(release ->
                                        reportedOf.merge(release.getOriginKey(), 1, Integer::sum) <= reportedMax)
                                .filter(release -> reported.add(release.getBookingId() + release.getOriginKey()))
                                .forEach(kafka::fetched);
                        kafka.flush();
                        return condition.getAsBoolean();
                    },
                    () -> concluded.size() + " concluded of "
                            + releases.values().size() + " released");
        }
    }

    private static void refusesWhileAStageRuns(LiveKafka kafka) {
        assertThatThrownBy(() -> reshard(kafka))
                .isInstanceOf(ReshardException.class)
                .hasMessageContaining("runs: its group has 2 members");
    }

    /** As a stage leaves them that reads its input and dies before the owner of the origin is told. */
    private static void leaveOnTheWay(LiveKafka kafka, int from, int to) {
        var registry = SchemaRegistries.of(String.valueOf(kafka.client().get(StageConfig.SCHEMA_REGISTRY_URL)));
        String topic = "decorum-requests-by-origin-repartition";
        try (AvroSerde<KeyedRequest> serde = AvroSerde.of(KeyedRequest.class, registry, SubjectNaming.RECORD, true);
                Producer<String, byte[]> producer =
                        new KafkaProducer<>(kafka.client(), new StringSerializer(), new ByteArraySerializer())) {
            for (int page = from; page < to; page++) {
                for (int origin = 0; origin < ORIGINS; origin++) {
                    KeyedRequest request = KeyedRequest.newBuilder()
                            .setRequestId(host(origin) + "/" + page)
                            .setUrl("http://" + host(origin) + "/" + page)
                            .setOriginKey(host(origin))
                            .setSiteKey(host(origin))
                            .setReceivedAt(Instant.now().truncatedTo(ChronoUnit.MICROS))
                            .setMetadata(Map.of())
                            .build();
                    byte[] value = serde.serializer().serialize(topic, request);
                    var unused = producer.send(new ProducerRecord<>(topic, host(origin), value));
                }
            }
            producer.flush();
        }
    }

    /** As a killed stage leaves it: neither committed nor aborted. */
    private static Producer<String, byte[]> openTransaction(LiveKafka kafka) {
        Map<String, Object> settings = kafka.client();
        settings.put("transactional.id", BASE + "-" + UUID.randomUUID() + "-1");
        settings.put("transaction.timeout.ms", 300_000);
        Producer<String, byte[]> producer =
                new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer());
        producer.initTransactions();
        producer.beginTransaction();
        for (int origin = 0; origin < ORIGINS; origin++) {
            var unused = producer.send(
                    new ProducerRecord<>("decorum-origins-changelog", origin % 4, host(origin), new byte[] {99}));
        }
        producer.flush();
        return producer;
    }

    private static Map<String, Object> smallTransactions(LiveKafka kafka) {
        Map<String, Object> settings = kafka.client();
        settings.put("max.poll.records", 500);
        return settings;
    }

    private static void says(LiveKafka kafka, String line) {
        try (Reshard reshard = new Reshard(kafka.client(), BASE, (step, what) -> {})) {
            ReshardPlan plan = reshard.plan(SHARDS);
            assertThat(plan.lines()).contains(line).anyMatch(said -> said.matches("about \\d+ s.*"));
        }
    }

    private static void reshard(LiveKafka kafka) {
        try (Reshard reshard = new Reshard(smallTransactions(kafka), BASE, (step, what) -> {})) {
            assertThat(reshard.to(SHARDS)).isEqualTo(new Generation(BASE, 2, SHARDS));
        }
    }

    private static void dieAfterEachStep(LiveKafka kafka) {
        for (Step last : Step.values()) {
            List<Step> reached = new ArrayList<>();
            try (Reshard reshard = new Reshard(smallTransactions(kafka), BASE, (step, what) -> {
                reached.add(step);
                if (step == last) {
                    throw new Crash();
                }
            })) {
                assertThatThrownBy(() -> reshard.to(SHARDS))
                        .as("after %s", last)
                        .isInstanceOf(Crash.class);
                assertThat(reached).last().isEqualTo(last);
            }
            if (last != Step.PUBLISHED) {
                noStageStarts(kafka);
            }
        }
    }

    private static void noStageStarts(LiveKafka kafka) {
        assertThatThrownBy(() -> kafka.stage("old", SETTINGS))
                .isInstanceOf(StartupException.class)
                .hasMessageContaining("decorum reshard --partitions " + SHARDS);
    }

    private static int partitions(LiveKafka kafka, String topic) throws Exception {
        try (Admin admin = Admin.create(kafka.client())) {
            return Objects.requireNonNull(admin.describeTopics(List.of(topic))
                            .allTopicNames()
                            .get()
                            .get(topic))
                    .partitions()
                    .size();
        }
    }

    private static List<CrawlRelease> releases(LiveKafka kafka) {
        try (CommittedTail<CrawlRelease> releases = kafka.tail(TopicNames.RELEASE, CrawlRelease.class)) {
            Poll.until(
                    PATIENCE,
                    () -> releases.next().isEmpty() && !releases.values().isEmpty(),
                    () -> "no releases");
            return releases.records().stream().map(ConsumerRecord::value).toList();
        }
    }

    private static void judge(LiveKafka kafka, List<CrawlRelease> before, Instant later) {
        List<CrawlRelease> all = releases(kafka);
        assertThat(before.size()).as("released before").isLessThan(all.size()).isGreaterThan(2 * ORIGINS + LEASED_MIN);
        Map<String, List<CrawlRelease>> byOrigin = new HashMap<>();
        all.forEach(release -> byOrigin.computeIfAbsent(release.getOriginKey(), origin -> new ArrayList<>())
                .add(release));
        byOrigin.forEach((origin, inOrder) -> {
            for (int i = 1; i < inOrder.size(); i++) {
                CrawlRelease release = inOrder.get(i);
                CrawlRelease previous = inOrder.get(i - 1);
                assertThat(release.getReleaseAt())
                        .as("%s after %s", release, previous)
                        .isAfterOrEqualTo(previous.getReleaseAt().plusNanos(1_000 * previous.getMinGapMicros()));
            }
        });
        for (int origin = 0; origin < ORIGINS; origin++) {
            String host = host(origin);
            assertThat(byOrigin.get(host))
                    .as("each URL of %s once, in the order of arrival", host)
                    .extracting(CrawlRelease::getRequestId)
                    .containsExactlyElementsOf(IntStream.range(0, URLS_EACH)
                            .mapToObj(page -> host + "/" + page)
                            .toList());
        }
        assertThat(byOrigin.get(LATER))
                .as("deferred before and after to the same instant")
                .hasSize(2 * DEFERRED)
                .allSatisfy(release -> assertThat(release.getReleaseAt()).isAfterOrEqualTo(later))
                .extracting(CrawlRelease::getRequestId)
                .doesNotHaveDuplicates();
        assertThat(byOrigin.getOrDefault(LATER, List.of()).stream().limit(DEFERRED))
                .as("first what was there first")
                .allMatch(release -> release.getRequestId().startsWith("before-"));
        try (CommittedTail<OriginHold> holds = kafka.tail(TopicNames.HOLDS, OriginHold.class);
                CommittedTail<CrawlRejected> rejected = kafka.tail(TopicNames.REJECTED, CrawlRejected.class)) {
            Poll.until(PATIENCE, () -> holds.next().isEmpty() && !holds.values().isEmpty(), () -> "no holds");
            holds.values()
                    .forEach(hold -> assertThat(byOrigin.get(hold.getOriginKey()))
                            .filteredOn(release -> release.getEpoch() >= hold.getEpoch())
                            .allSatisfy(release ->
                                    assertThat(release.getReleaseAt()).isAfterOrEqualTo(hold.getHoldUntil())));
            assertThat(byOrigin.get(HELD_LONG)).allMatch(release -> release.getEpoch() == 0);
            assertThat(rejected.next()).isEmpty();
        }
    }

    private static void dropsTheOldGeneration(LiveKafka kafka) throws Exception {
        try (Reshard reshard = new Reshard(kafka.client(), BASE, (step, what) -> {});
                Admin admin = Admin.create(kafka.client())) {
            assertThat(reshard.old()).containsExactly(new Generation(BASE, 1, LiveKafka.PARTITIONS));
            reshard.old().forEach(reshard::drop);
            assertThat(reshard.old()).isEmpty();
            assertThat(admin.listTopics().names().get())
                    .noneMatch(name -> name.startsWith(BASE + "-") && !name.startsWith(BASE + "-g2-"))
                    .anyMatch(name -> name.startsWith(BASE + "-g2-"));
        }
    }

    /**
     * Reports that were on their way are heard, and a reshard that is given up, or fails, leaves the stage as it was. With
     * the other kind of group.
     */
    @Test
    void aReshardThatIsGivenUpLeavesTheStageAsItWasAndTheNextOneMayHaveFewerShards() {
        try (LiveKafka kafka = new LiveKafka(directory)) {
            try (StageRuntime stage = kafka.stage("a", STREAMS_GROUP)) {
                publish(kafka, 0, 3);
                runUntil(kafka, 2, () -> concluded.size() >= 2 * ORIGINS);
                assertThat(stage.live()).isTrue();
            }
            try (Reshard reshard = new Reshard(kafka.client(), BASE, (step, what) -> {
                if (step == Step.VERIFIED) {
                    throw new Crash();
                }
            })) {
                assertThatThrownBy(() -> reshard.to(SHARDS)).isInstanceOf(Crash.class);
                assertThatThrownBy(() -> reshard.to(8)).hasMessageContaining("--partitions " + SHARDS);
                assertThat(reshard.abandon()).isEqualTo(new Generation(BASE, 1, LiveKafka.PARTITIONS));
                assertThat(reshard.old()).isEmpty();
            }
            aStageThatReadTheControlTopicTooEarlyDoesNotWork(kafka);
            aCopyThatDiffersIsNotPutInForce(kafka);
            try (StageRuntime stage = kafka.stage("a", STREAMS_GROUP)) {
                publish(kafka, 3, 4);
                runUntil(kafka, 3, () -> concluded.size() >= 3 * ORIGINS);
                assertThat(stage.live()).isTrue();
            }
            reportOnTheWay(kafka);
            try (Reshard reshard = new Reshard(kafka.client(), BASE, (step, what) -> {})) {
                assertThat(reshard.to(2)).isEqualTo(new Generation(BASE, 5, 2));
                assertThat(reshard.to(2)).isEqualTo(new Generation(BASE, 5, 2));
            }
            try (StageRuntime stage = kafka.stage("b", STREAMS_GROUP)) {
                runUntil(kafka, Integer.MAX_VALUE, () -> concluded.size() >= 4 * ORIGINS);
                assertThat(stage.live()).isTrue();
            }
            assertThat(releases(kafka)).extracting(CrawlRelease::getRequestId).doesNotHaveDuplicates();
            try (Reshard reshard = new Reshard(kafka.client(), BASE, (step, what) -> {})) {
                assertThat(reshard.old()).extracting(Generation::number).containsExactly(1, 4);
                reshard.old().forEach(reshard::drop);
                assertThat(reshard.old()).isEmpty();
            }
        }
    }

    /** It is told before its tasks work, when it is a member already. */
    private static void aStageThatReadTheControlTopicTooEarlyDoesNotWork(LiveKafka kafka) {
        try (StageRuntime early = kafka.unstarted("early", SETTINGS);
                Reshard reshard = new Reshard(kafka.client(), BASE, (step, what) -> {
                    throw new Crash();
                })) {
            assertThatThrownBy(() -> reshard.to(SHARDS)).isInstanceOf(Crash.class);
            early.start();
            Poll.until(PATIENCE, () -> !early.live(), () -> "it works: " + early.complaints());
            reshard.abandon();
            // It left no word with its group, which misses it after its session.
            Poll.until(PATIENCE, () -> reshard.plan(SHARDS).members() == 0, () -> "still a member");
        }
    }

    private static void aCopyThatDiffersIsNotPutInForce(LiveKafka kafka) {
        try (Reshard reshard = new Reshard(kafka.client(), BASE, (step, what) -> {
            if (step == Step.COPIED) {
                forge(kafka, "decorum-g4-origins-changelog");
            }
        })) {
            assertThatThrownBy(() -> reshard.to(SHARDS))
                    .isInstanceOf(ReshardException.class)
                    .hasMessageContaining("decorum-origins-changelog differs: forged.example: known here only")
                    .hasMessageContaining("generation 1 (application id decorum, 4 shards) stays in force");
            assertThat(reshard.present().building()).isEmpty();
        }
    }

    private static void forge(LiveKafka kafka, String topic) {
        try (Producer<String, byte[]> producer =
                new KafkaProducer<>(kafka.client(), new StringSerializer(), new ByteArraySerializer())) {
            var unused = producer.send(new ProducerRecord<>(topic, "forged.example", new byte[] {1}));
        }
    }

    /** Straight to the owner's door. */
    private void reportOnTheWay(LiveKafka kafka) {
        var registry = SchemaRegistries.of(String.valueOf(kafka.client().get(StageConfig.SCHEMA_REGISTRY_URL)));
        String topic = "decorum-feedback-by-origin-repartition";
        try (AvroSerde<FetchFeedback> serde = AvroSerde.of(FetchFeedback.class, registry, SubjectNaming.RECORD, true);
                Producer<String, byte[]> producer =
                        new KafkaProducer<>(kafka.client(), new StringSerializer(), new ByteArraySerializer())) {
            for (CrawlRelease release : releases(kafka)) {
                if (reported.add(release.getBookingId() + release.getOriginKey())) {
                    FetchFeedback feedback = FetchFeedback.newBuilder()
                            .setOutcome(FetchOutcome.FETCHED)
                            .setOriginKey(release.getOriginKey())
                            .setSiteKey(release.getSiteKey())
                            .setBookingId(release.getBookingId())
                            .setStatus(200)
                            .build();
                    byte[] value = serde.serializer().serialize(topic, feedback);
                    var unused = producer.send(new ProducerRecord<>(topic, release.getOriginKey(), value));
                }
            }
            producer.flush();
        }
    }
}

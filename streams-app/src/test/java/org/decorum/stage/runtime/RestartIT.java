package org.decorum.stage.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.decorum.schema.CrawlDecision;
import org.decorum.schema.CrawlRejected;
import org.decorum.schema.CrawlRelease;
import org.decorum.schema.DecisionKind;
import org.decorum.stage.config.StageConfig;
import org.decorum.stage.topology.TopicNames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A stage that stops with URLs held and leased goes on where it was: with its state directory, without it, and after the
 * broker itself was restarted. The default interval is far shorter than the policies', so that a release before the
 * policies are in force again would show.
 */
class RestartIT {

    private static final int ORIGINS = 4;
    private static final int URLS_EACH = 12;
    private static final long INTERVAL_MICROS = 400_000;
    private static final long CHANGED_MICROS = 700_000;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    Path directory;

    private final Set<String> concluded = new HashSet<>();

    @Test
    void nothingIsLostAndNoFloorIsBrokenOverRestarts() {
        Instant changedAt;
        try (LiveKafka kafka = new LiveKafka(directory)) {
            for (int origin = 0; origin < ORIGINS; origin++) {
                kafka.policy(host(origin), policy(INTERVAL_MICROS));
            }
            kafka.flush();
            try (StageRuntime stage = stage(kafka, "kept")) {
                publish(kafka, 0, URLS_EACH / 2);
                // Two an origin are reported, the others stay leased or held.
                runUntil(kafka, 2, () -> concluded.size() >= 2 * ORIGINS);
                becomesReady(stage);
            }
        }
        try (LiveKafka kafka = new LiveKafka(directory)) {
            publish(kafka, URLS_EACH / 2, URLS_EACH);
            kafka.policy(host(0), policy(CHANGED_MICROS));
            kafka.flush();
            changedAt = Instant.now();
            try (StageRuntime stage = stage(kafka, "kept")) {
                runUntil(kafka, 5, () -> concluded.size() >= 5 * ORIGINS);
                becomesReady(stage);
            }
            try (StageRuntime stage = stage(kafka, "fresh")) {
                runUntil(kafka, Integer.MAX_VALUE, () -> concluded.size() == URLS_EACH * ORIGINS);
                becomesReady(stage);
            }
            judge(kafka, changedAt);
        }
    }

    @Test
    void aliasesAreInForceBeforeTheFirstRequestIsRead() {
        try (LiveKafka kafka = new LiveKafka(directory);
                CommittedTail<CrawlRelease> releases = kafka.tail(TopicNames.RELEASE, CrawlRelease.class)) {
            for (int origin = 0; origin < ORIGINS; origin++) {
                kafka.alias(host(origin), "shared.example");
            }
            for (int start = 1; start <= 2; start++) {
                publish(kafka, start, start + 1);
                int expected = start * ORIGINS;
                try (StageRuntime stage = stage(kafka, "start-" + start)) {
                    Poll.until(
                            PATIENCE,
                            () -> {
                                releases.next();
                                return releases.values().size() >= expected;
                            },
                            () -> releases.values().size() + " of " + expected + " released");
                    becomesReady(stage);
                }
            }
            assertThat(releases.values()).extracting(CrawlRelease::getOriginKey).containsOnly("shared.example");
        }
    }

    /** Reports what is released, until the condition holds; nothing more of an origin that has had so many concluded. */
    private void runUntil(LiveKafka kafka, int concludedMax, BooleanSupplier condition) {
        concluded.clear();
        Map<String, Integer> concludedOf = new HashMap<>();
        try (CommittedTail<CrawlRelease> releases = kafka.tail(TopicNames.RELEASE, CrawlRelease.class);
                CommittedTail<CrawlDecision> decisions = kafka.tail(TopicNames.DECISIONS, CrawlDecision.class)) {
            Poll.until(
                    PATIENCE,
                    () -> {
                        for (CrawlDecision decision : decisions.next()) {
                            if (decision.getKind() == DecisionKind.CONCLUDED
                                    && concluded.add(decision.getRequestId())) {
                                concludedOf.merge(decision.getOriginKey(), 1, Integer::sum);
                            }
                        }
                        releases.next().stream()
                                .filter(release -> concludedOf.getOrDefault(release.getOriginKey(), 0) < concludedMax)
                                .forEach(kafka::fetched);
                        return condition.getAsBoolean();
                    },
                    () -> concluded.size() + " concluded: " + concludedOf);
        }
    }

    /** Tasks may run, and conclude, while the group still moves others of them to another thread. */
    private static void becomesReady(StageRuntime stage) {
        Poll.until(PATIENCE, stage::ready, () -> "still not ready: " + stage.complaints());
    }

    private static void judge(LiveKafka kafka, Instant changedAt) {
        try (CommittedTail<CrawlRelease> releases = kafka.tail(TopicNames.RELEASE, CrawlRelease.class);
                CommittedTail<CrawlRejected> rejected = kafka.tail(TopicNames.REJECTED, CrawlRejected.class)) {
            Poll.until(
                    PATIENCE,
                    () -> releases.next().isEmpty() && !releases.values().isEmpty(),
                    () -> "no releases");
            assertThat(rejected.next()).isEmpty();
            Map<String, List<CrawlRelease>> byOrigin = new HashMap<>();
            for (ConsumerRecord<String, CrawlRelease> release : releases.records()) {
                byOrigin.computeIfAbsent(release.key(), origin -> new ArrayList<>())
                        .add(release.value());
            }
            assertThat(byOrigin).hasSize(ORIGINS);
            byOrigin.forEach((origin, inOrder) -> {
                for (int i = 0; i < inOrder.size(); i++) {
                    CrawlRelease release = inOrder.get(i);
                    boolean changed =
                            origin.equals(host(0)) && release.getReleasedAt().isAfter(changedAt);
                    assertThat(release.getMinGapMicros())
                            .as("the policy in force for %s", release)
                            .isEqualTo(changed ? CHANGED_MICROS : INTERVAL_MICROS);
                    if (i > 0) {
                        CrawlRelease before = inOrder.get(i - 1);
                        assertThat(release.getReleaseAt())
                                .as("%s after %s", release, before)
                                .isAfterOrEqualTo(before.getReleaseAt().plusNanos(1_000 * before.getMinGapMicros()));
                    }
                }
            });
        }
    }

    private static StageRuntime stage(LiveKafka kafka, String stateDirectory) {
        return kafka.stage(stateDirectory, Map.of(StageConfig.DEFAULT_INTERVAL_MS, 50));
    }

    private static void publish(LiveKafka kafka, int from, int to) {
        for (int page = from; page < to; page++) {
            for (int origin = 0; origin < ORIGINS; origin++) {
                kafka.publish("http://" + host(origin) + "/" + page);
            }
        }
        kafka.flush();
    }

    private static String policy(long intervalMicros) {
        return "{\"interval_micros\":" + intervalMicros + ",\"lease_timeout_micros\":1000000,\"max_attempts\":100}";
    }

    private static String host(int origin) {
        return "origin-" + origin + ".example";
    }
}

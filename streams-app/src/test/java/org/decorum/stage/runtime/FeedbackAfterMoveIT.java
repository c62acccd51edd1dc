package org.decorum.stage.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.apache.avro.specific.SpecificRecord;
import org.decorum.schema.CrawlDecision;
import org.decorum.schema.CrawlRelease;
import org.decorum.schema.DecisionKind;
import org.decorum.stage.metrics.MeterNames;
import org.decorum.stage.metrics.MicrometerStageMeters;
import org.decorum.stage.topology.TopicNames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A release is reported after its task has moved: the new owner, which knows of it from the changelog alone, concludes it
 * once, and takes a second report of it for stale.
 */
class FeedbackAfterMoveIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int ORIGINS = 6;

    @TempDir
    Path directory;

    @Test
    void theNewOwnerConcludesWhatTheOldOneReleased() {
        try (LiveKafka kafka = new LiveKafka(directory);
                CommittedTail<CrawlRelease> releases = kafka.tail(TopicNames.RELEASE, CrawlRelease.class);
                CommittedTail<CrawlDecision> decisions = kafka.tail(TopicNames.DECISIONS, CrawlDecision.class)) {
            List<CrawlRelease> byTheOldOwner = releasedThenClosed(kafka, releases);
            SimpleMeterRegistry meters = new SimpleMeterRegistry();
            try (StageRuntime owner = kafka.stage("other", Map.of(), new MicrometerStageMeters(meters))) {
                byTheOldOwner.forEach(kafka::fetched);
                byTheOldOwner.forEach(kafka::fetched);
                readUntil(
                        decisions,
                        () -> meters.get(MeterNames.FEEDBACK_STALE).counter().count() >= ORIGINS);
                readUntil(
                        decisions,
                        () -> decisions.values().stream()
                                        .filter(FeedbackAfterMoveIT::isEnd)
                                        .count()
                                >= ORIGINS);
                assertThat(decisions.values().stream().filter(FeedbackAfterMoveIT::isEnd))
                        .allSatisfy(end -> {
                            assertThat(end.getKind()).isEqualTo(DecisionKind.CONCLUDED);
                            assertThat(end.getAttempt()).isEqualTo(1);
                        })
                        .extracting(CrawlDecision::getBookingId)
                        .containsExactlyInAnyOrderElementsOf(byTheOldOwner.stream()
                                .map(CrawlRelease::getBookingId)
                                .toList());
                assertThat(owner.live()).isTrue();
            }
        }
    }

    private static List<CrawlRelease> releasedThenClosed(LiveKafka kafka, CommittedTail<CrawlRelease> releases) {
        try (StageRuntime old = kafka.stage("old", Map.of())) {
            for (int origin = 0; origin < ORIGINS; origin++) {
                kafka.publish("http://origin-" + origin + ".example/");
            }
            kafka.flush();
            readUntil(releases, () -> releases.values().size() == ORIGINS);
            assertThat(old.live()).isTrue();
        }
        return releases.values();
    }

    private static <T extends SpecificRecord> void readUntil(CommittedTail<T> tail, BooleanSupplier condition) {
        Poll.until(
                PATIENCE,
                () -> {
                    tail.next();
                    return condition.getAsBoolean();
                },
                () -> "read so far: " + tail.values());
    }

    private static boolean isEnd(CrawlDecision decision) {
        return decision.getKind() == DecisionKind.CONCLUDED
                || decision.getKind() == DecisionKind.RETURNED
                || decision.getKind() == DecisionKind.REJECTED;
    }
}

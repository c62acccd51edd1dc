package org.decorum.stage.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.decorum.schema.AcceptedRecord;
import org.decorum.schema.CrawlRejected;
import org.decorum.schema.CrawlRelease;
import org.decorum.schema.RejectReason;
import org.decorum.stage.config.StageConfig;
import org.decorum.stage.topology.TopicNames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A bad policy or alias is rejected, once, and the last good one is in force after a restart that finds only the bad one. */
class PolicyRestartIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String KEY = "example.com";
    private static final long INTERVAL_MICROS = 123_000;

    @TempDir
    Path directory;

    @Test
    void theLastGoodPolicyOutlivesTheBadOneThatReplacedIt() throws Exception {
        try (LiveKafka kafka = new LiveKafka(directory)) {
            kafka.policy(KEY, "{\"interval_micros\": " + INTERVAL_MICROS + "}");
            kafka.flush();
            try (StageRuntime stage = stage(kafka, "first");
                    CommittedTail<AcceptedRecord> accepted =
                            kafka.tail(TopicNames.ACCEPTED_POLICIES, AcceptedRecord.class)) {
                assertThat(stage.complaints()).isEmpty();
                Poll.until(PATIENCE, () -> !accepted.next().isEmpty(), () -> "the good policy is not accepted");
                kafka.policy(KEY, "{\"interval_micros\": 0}");
                kafka.flush();
                awaitRejection(kafka);
            }
            // As compaction would have it: the good record is gone.
            kafka.forget(TopicNames.POLICIES, KEY);
            try (StageRuntime stage = stage(kafka, "second")) {
                assertThat(stage.complaints()).isEmpty();
                kafka.publish("http://example.com/");
                kafka.flush();
                try (CommittedTail<CrawlRelease> releases = kafka.tail(TopicNames.RELEASE, CrawlRelease.class)) {
                    Poll.until(PATIENCE, () -> !releases.next().isEmpty(), () -> "no release");
                    assertThat(releases.values())
                            .extracting(CrawlRelease::getMinGapMicros)
                            .containsExactly(INTERVAL_MICROS);
                }
            }
            try (CommittedTail<CrawlRejected> rejected = kafka.tail(TopicNames.REJECTED, CrawlRejected.class)) {
                Poll.until(PATIENCE, () -> !rejected.next().isEmpty(), () -> "no rejection");
                assertThat(rejected.values())
                        .extracting(CrawlRejected::getDetail)
                        .containsExactly("policy of example.com: interval_micros: 0 (expected: 1 to 31536000000000)");
            }
        }
    }

    @Test
    void theLastGoodAliasOutlivesTheBadOneThatReplacedIt() throws Exception {
        try (LiveKafka kafka = new LiveKafka(directory)) {
            kafka.alias(KEY, "g");
            kafka.flush();
            try (StageRuntime stage = stage(kafka, "first");
                    CommittedTail<AcceptedRecord> accepted =
                            kafka.tail(TopicNames.ACCEPTED_ALIASES, AcceptedRecord.class)) {
                assertThat(stage.complaints()).isEmpty();
                Poll.until(PATIENCE, () -> !accepted.next().isEmpty(), () -> "the good alias is not accepted");
                kafka.alias(KEY, "not canonical");
                kafka.flush();
                awaitRejection(kafka);
            }
            kafka.forget(TopicNames.ALIASES, KEY);
            try (StageRuntime stage = stage(kafka, "second")) {
                assertThat(stage.complaints()).isEmpty();
                kafka.publish("http://example.com/");
                kafka.flush();
                try (CommittedTail<CrawlRelease> releases = kafka.tail(TopicNames.RELEASE, CrawlRelease.class)) {
                    Poll.until(PATIENCE, () -> !releases.next().isEmpty(), () -> "no release");
                    assertThat(releases.values())
                            .extracting(CrawlRelease::getOriginKey)
                            .containsExactly("g");
                }
            }
            try (CommittedTail<CrawlRejected> rejected = kafka.tail(TopicNames.REJECTED, CrawlRejected.class)) {
                Poll.until(PATIENCE, () -> !rejected.next().isEmpty(), () -> "no rejection");
                assertThat(rejected.values())
                        .extracting(CrawlRejected::getReason, CrawlRejected::getSourceTopic)
                        .containsExactly(tuple(RejectReason.ALIAS_REFUSED, TopicNames.ALIASES));
            }
        }
    }

    private static void awaitRejection(LiveKafka kafka) {
        try (CommittedTail<CrawlRejected> rejected = kafka.tail(TopicNames.REJECTED, CrawlRejected.class)) {
            Poll.until(PATIENCE, () -> !rejected.next().isEmpty(), () -> "the bad record is not rejected");
        }
    }

    private static StageRuntime stage(LiveKafka kafka, String stateDirectory) {
        return kafka.stage(stateDirectory, Map.of(StageConfig.DEFAULT_INTERVAL_MS, "10"));
    }
}

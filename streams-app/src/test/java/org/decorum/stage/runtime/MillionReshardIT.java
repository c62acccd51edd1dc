package org.decorum.stage.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.decorum.schema.CrawlRelease;
import org.decorum.stage.config.StageConfig;
import org.decorum.stage.generation.Generation;
import org.decorum.stage.metrics.MeterNames;
import org.decorum.stage.metrics.MicrometerStageMeters;
import org.decorum.stage.reshard.Reshard;
import org.decorum.stage.reshard.Step;
import org.decorum.stage.topology.TopicNames;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/** A million URLs are held while their stage gets four times as many shards. */
@Tag("slow")
class MillionReshardIT {

    private static final int ORIGINS = 2_000;
    private static final int URLS_EACH = 502;
    private static final int SHARDS = 16;
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final Map<String, Object> SETTINGS = Map.of(
            StageConfig.DEFAULT_INTERVAL_MS, 20_000,
            StageConfig.DEFAULT_LEASE_TIMEOUT_MS, 3_600_000,
            StageConfig.DEFAULT_MAX_IN_FLIGHT, 2,
            StageConfig.DECISIONS_ENABLED, false);

    @TempDir
    Path directory;

    @Test
    void aMillionHeldUrlsAreKept(TestReporter reporter) {
        try (LiveKafka kafka = new LiveKafka(directory);
                CommittedTail<CrawlRelease> releases = kafka.tail(TopicNames.RELEASE, CrawlRelease.class)) {
            hold(kafka);
            Map<String, Long> nanosAt = new HashMap<>();
            List<String> said = new ArrayList<>();
            long began = System.nanoTime();
            try (Reshard reshard = new Reshard(kafka.client(), "decorum", (step, what) -> {
                nanosAt.put(step.name(), System.nanoTime());
                if (step == Step.VERIFIED || step == Step.COPIED) {
                    said.add(what);
                }
            })) {
                List<String> plan = reshard.plan(SHARDS).lines();
                said.addAll(plan.subList(plan.size() - 2, plan.size()));
                began = System.nanoTime();
                assertThat(reshard.to(SHARDS)).isEqualTo(new Generation("decorum", 2, SHARDS));
            }
            long done = System.nanoTime();
            try (StageRuntime stage = kafka.stage("new", SETTINGS)) {
                long ready = System.nanoTime();
                releasedAgain(kafka, releases);
                assertThat(stage.live()).isTrue();
                said.add(String.format(
                        Locale.ROOT,
                        "whole %.1f s, copied in %.1f s, compared in %.1f s; the stage is ready %.1f s later",
                        seconds(began, done),
                        seconds(nanosAt.getOrDefault("CREATED", 0L), nanosAt.getOrDefault("COPIED", 0L)),
                        seconds(nanosAt.getOrDefault("COPIED", 0L), nanosAt.getOrDefault("VERIFIED", 0L)),
                        seconds(done, ready)));
            }
            judge(releases);
            reporter.publishEntry("reshard", String.join("; ", said));
            assertThat(said).anyMatch(line -> line.contains(String.format(Locale.ROOT, "%,d origins", ORIGINS)));
        }
    }

    private static double seconds(long from, long to) {
        return (to - from) / 1e9;
    }

    private static String host(int origin) {
        return "origin-" + origin + ".example";
    }

    /** Until all are admitted, and each origin has as many out as it may. */
    private static void hold(LiveKafka kafka) {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        try (StageRuntime stage = kafka.stage("old", SETTINGS, new MicrometerStageMeters(meters));
                CommittedTail<CrawlRelease> releases = kafka.tail(TopicNames.RELEASE, CrawlRelease.class)) {
            for (int page = 0; page < URLS_EACH; page++) {
                for (int origin = 0; origin < ORIGINS; origin++) {
                    kafka.publishTo(
                            origin % LiveKafka.PARTITIONS,
                            "{\"request_id\":\"" + host(origin) + "/" + page + "\",\"url\":\"http://" + host(origin)
                                    + "/" + page + "\"}");
                }
            }
            kafka.flush();
            BooleanSupplier admitted =
                    () -> meters.get(MeterNames.REQUESTS).counter().count() >= ORIGINS * URLS_EACH;
            Poll.until(
                    PATIENCE,
                    () -> readAll(releases) && admitted.getAsBoolean(),
                    () -> stage.complaints() + ", admitted: "
                            + meters.get(MeterNames.REQUESTS).counter().count());
        }
    }

    private static boolean readAll(CommittedTail<CrawlRelease> releases) {
        return !releases.next().isEmpty() || !releases.values().isEmpty();
    }

    /** Every origin's next URL, once those that were leased are reported. */
    private static void releasedAgain(LiveKafka kafka, CommittedTail<CrawlRelease> releases) {
        Map<String, Integer> released = new HashMap<>();
        Poll.until(
                PATIENCE,
                () -> {
                    for (CrawlRelease release : releases.next()) {
                        released.merge(release.getOriginKey(), 1, Integer::sum);
                        kafka.fetched(release);
                    }
                    kafka.flush();
                    return released.size() == ORIGINS
                            && released.values().stream().allMatch(count -> count >= 4);
                },
                () -> released.size() + " origins, least "
                        + released.values().stream().mapToInt(count -> count).min());
    }

    private static void judge(CommittedTail<CrawlRelease> releases) {
        Map<String, CrawlRelease> last = new HashMap<>();
        Map<String, Integer> pages = new HashMap<>();
        Set<String> seen = new HashSet<>();
        for (CrawlRelease release : releases.values()) {
            CrawlRelease before = last.put(release.getOriginKey(), release);
            assertThat(seen.add(release.getRequestId())).as("%s once", release).isTrue();
            int page = pages.merge(release.getOriginKey(), 1, Integer::sum) - 1;
            assertThat(release.getRequestId()).as("in order").isEqualTo(release.getOriginKey() + "/" + page);
            if (before != null) {
                assertThat(release.getReleaseAt())
                        .as("%s after %s", release, before)
                        .isAfterOrEqualTo(before.getReleaseAt().plusNanos(1_000 * before.getMinGapMicros()));
            }
        }
    }
}

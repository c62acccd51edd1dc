package org.decorum.stage.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.decorum.schema.CrawlRelease;
import org.decorum.schema.OriginHold;
import org.decorum.stage.config.StageConfig;
import org.decorum.stage.topology.TopicNames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One origin is held for an hour with work left: others go on, the stage can stop, and the next one knows of the hold. */
class HeldOriginIT {

    /** Fewer than a new task releases before anybody has reported. */
    private static final int URLS = 12;

    private static final String HELD = "held.example";
    private static final String FREE = "free.example";
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Map<String, Object> SETTINGS = Map.of(StageConfig.DEFAULT_INTERVAL_MS, 250);

    @TempDir
    Path directory;

    @Test
    void aHoldDelaysNeitherOtherOriginsNorTheEndOfTheStageAndIsKnownWhereverTheOriginIsNext() {
        try (LiveKafka kafka = new LiveKafka(directory);
                CommittedTail<CrawlRelease> releases = kafka.tail(TopicNames.RELEASE, CrawlRelease.class);
                CommittedTail<OriginHold> holds = kafka.tail(TopicNames.HOLDS, OriginHold.class)) {
            StageRuntime stage = kafka.stage("first", SETTINGS);
            publish(kafka, HELD);
            until(releases, () -> of(releases, HELD).findFirst(), "a release of " + HELD);
            kafka.refused(of(releases, HELD).findFirst().orElseThrow(), "3600");
            until(holds, () -> holds.values().stream().findFirst(), "a hold");
            publish(kafka, FREE);
            until(releases, () -> all(of(releases, FREE)), "all of " + FREE);

            long before = of(releases, HELD).count();
            CompletableFuture<Void> closed = CompletableFuture.runAsync(stage::close);
            Poll.until(PATIENCE, closed::isDone, () -> "still closing");
            closed.join();

            try (StageRuntime next = kafka.stage("elsewhere", SETTINGS)) {
                publish(kafka, HELD);
                publish(kafka, "third.example");
                until(releases, () -> all(of(releases, "third.example")), "all of third.example");
                assertThat(of(releases, HELD).filter(release -> release.getEpoch() > 0))
                        .as("released since the hold")
                        .isEmpty();
                assertThat(of(releases, HELD).count()).isLessThan(URLS).isGreaterThanOrEqualTo(before);
                assertThat(next.complaints()).isEmpty();
            }
        }
    }

    private static Optional<Long> all(Stream<CrawlRelease> released) {
        return Optional.of(released.count()).filter(count -> count == URLS);
    }

    private static Stream<CrawlRelease> of(CommittedTail<CrawlRelease> releases, String origin) {
        List<CrawlRelease> all = releases.values();
        return all.stream().filter(release -> release.getOriginKey().equals(origin));
    }

    private static void until(CommittedTail<?> tail, Supplier<? extends Optional<?>> found, String what) {
        Poll.until(
                PATIENCE,
                () -> {
                    tail.next();
                    return found.get().isPresent();
                },
                () -> "no sight of " + what);
    }

    private static void publish(LiveKafka kafka, String host) {
        for (int page = 0; page < URLS; page++) {
            kafka.publish("http://" + host + "/" + page);
        }
        kafka.flush();
    }
}

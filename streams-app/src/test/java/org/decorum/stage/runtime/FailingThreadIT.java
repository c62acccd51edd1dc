package org.decorum.stage.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.decorum.schema.CrawlRelease;
import org.decorum.stage.metrics.StageMeters;
import org.decorum.stage.topology.TopicNames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FailingThreadIT {

    private static final int URLS = 40;
    private static final int FAILURES = 3;

    @TempDir
    Path directory;

    @Test
    void aThreadThatFailsInTheMiddleOfItsWorkIsReplacedAndNothingIsLostOrDoubled() {
        AtomicInteger admitted = new AtomicInteger();
        AtomicInteger failures = new AtomicInteger();
        StageMeters failing = FaultyMeters.beforeEachAdmission(() -> {
            if (admitted.incrementAndGet() % 10 == 0 && failures.get() < FAILURES) {
                failures.incrementAndGet();
                throw new IllegalStateException("on purpose");
            }
        });
        try (LiveKafka kafka = new LiveKafka(directory);
                StageRuntime stage = kafka.stage("a", Map.of(), failing);
                CommittedTail<CrawlRelease> releases = kafka.tail(TopicNames.RELEASE, CrawlRelease.class)) {
            for (int i = 0; i < URLS; i++) {
                kafka.publish("http://origin-" + i + ".example/");
            }
            kafka.flush();
            Set<String> released = new HashSet<>();
            Poll.until(
                    Duration.ofSeconds(40),
                    () -> {
                        // Unreported ones would keep their places until the fleet is taken to be silent.
                        for (CrawlRelease release : releases.next()) {
                            released.add(release.getUrl());
                            kafka.fetched(release);
                        }
                        return released.size() == URLS;
                    },
                    () -> released.size() + " released, failures: " + failures);
            assertThat(failures).hasValue(FAILURES);
            assertThat(releases.values()).as("each once").hasSize(URLS);
            Poll.until(Duration.ofSeconds(20), stage::ready, () -> String.join("; ", stage.complaints()));
            assertThat(stage.streams().metadataForLocalThreads()).hasSize(2);
        }
    }
}

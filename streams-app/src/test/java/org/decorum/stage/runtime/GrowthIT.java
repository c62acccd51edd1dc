package org.decorum.stage.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.decorum.schema.CrawlRelease;
import org.decorum.stage.topology.TopicNames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GrowthIT {

    private static final int GROWN = LiveKafka.PARTITIONS + 2;

    @TempDir
    Path directory;

    @Test
    void theRequestsTopicGrowsUnderARunningStage() throws Exception {
        try (LiveKafka kafka = new LiveKafka(directory);
                StageRuntime stage = kafka.stage("a", Map.of("metadata.max.age.ms", 500))) {
            publishTo(kafka, 0, LiveKafka.PARTITIONS);
            awaitReleases(kafka, LiveKafka.PARTITIONS);

            kafka.growTo(TopicNames.REQUESTS, GROWN);
            publishTo(kafka, LiveKafka.PARTITIONS, GROWN);
            awaitReleases(kafka, GROWN);
            assertThat(stage.live()).isTrue();
            Poll.until(Duration.ofSeconds(20), stage::ready, () -> String.join("; ", stage.complaints()));

            kafka.publish("http://afterwards.example/");
            kafka.flush();
            awaitReleases(kafka, GROWN + 1);
        }
    }

    private static void publishTo(LiveKafka kafka, int from, int to) {
        for (int partition = from; partition < to; partition++) {
            kafka.publishTo(partition, "http://partition-" + partition + ".example/");
        }
        kafka.flush();
    }

    private static void awaitReleases(LiveKafka kafka, int count) {
        Set<String> origins = new HashSet<>();
        try (CommittedTail<CrawlRelease> releases = kafka.tail(TopicNames.RELEASE, CrawlRelease.class)) {
            Poll.until(
                    Duration.ofSeconds(30),
                    () -> {
                        releases.next().forEach(release -> origins.add(release.getOriginKey()));
                        return origins.size() == count;
                    },
                    () -> "released: " + origins);
        }
    }
}

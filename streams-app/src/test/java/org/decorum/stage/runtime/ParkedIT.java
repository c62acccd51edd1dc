package org.decorum.stage.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.decorum.schema.CrawlRejected;
import org.decorum.schema.CrawlRelease;
import org.decorum.schema.CrawlRequest;
import org.decorum.stage.cli.Decorum;
import org.decorum.stage.cli.Terminal;
import org.decorum.stage.config.StageConfig;
import org.decorum.stage.topology.TopicNames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What came to a full backlog is parked, and published again piece by piece until all of it is released, each once. */
class ParkedIT {

    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final int URLS = 60;
    private static final int BACKLOG_MAX = 20;

    @TempDir
    Path directory;

    @Test
    void whatIsParkedComesBackUntilNothingIsLeft() {
        try (LiveKafka kafka = new LiveKafka(directory)) {
            kafka.policy(
                    "trap.example",
                    "{\"interval_micros\": 20000, \"backlog_max\": " + BACKLOG_MAX
                            + ", \"backlog_full\": \"PARK\", \"paused\": true}");
            kafka.flush();
            try (StageRuntime stage = kafka.stage("stage", Map.of());
                    CommittedTail<CrawlRequest> parked = kafka.tail(TopicNames.PARKED, CrawlRequest.class);
                    CommittedTail<CrawlRelease> releases = kafka.tail(TopicNames.RELEASE, CrawlRelease.class)) {
                for (int url = 0; url < URLS; url++) {
                    kafka.publish("http://trap.example/" + url);
                }
                kafka.flush();
                awaitParked(parked, URLS - BACKLOG_MAX);
                assertThat(publish(kafka, "--count", "10")).startsWith("published 10 parked requests");
                awaitParked(parked, URLS - BACKLOG_MAX + 10);
                kafka.policy(
                        "trap.example",
                        "{\"interval_micros\": 20000, \"backlog_max\": 1000, \"backlog_full\": \"PARK\"}");
                kafka.flush();
                awaitReleases(kafka, releases, BACKLOG_MAX);
                assertThat(publish(kafka)).startsWith("published 40 parked requests; left: 0");
                awaitReleases(kafka, releases, URLS);
                assertThat(releases.values()).extracting(CrawlRelease::getUrl).doesNotHaveDuplicates();
                assertThat(publish(kafka)).startsWith("published 0 parked requests");
                assertThat(stage.live()).isTrue();
            }
            try (CommittedTail<CrawlRejected> rejected = kafka.tail(TopicNames.REJECTED, CrawlRejected.class)) {
                assertThat(rejected.next()).isEmpty();
            }
        }
    }

    private static void awaitParked(CommittedTail<CrawlRequest> parked, int count) {
        Poll.until(
                PATIENCE,
                () -> {
                    parked.next();
                    return parked.values().size() == count;
                },
                () -> parked.values().size() + " of " + count + " parked");
    }

    private static void awaitReleases(LiveKafka kafka, CommittedTail<CrawlRelease> releases, int count) {
        Set<String> urls = new HashSet<>();
        Poll.until(
                PATIENCE,
                () -> {
                    releases.next().forEach(kafka::fetched);
                    releases.values().forEach(release -> urls.add(release.getUrl()));
                    return urls.size() == count;
                },
                () -> urls.size() + " of " + count + " released");
    }

    private static String publish(LiveKafka kafka, String... options) {
        Map<String, Object> client = kafka.client();
        List<String> arguments = new ArrayList<>(List.of(
                "parked",
                "publish",
                "--bootstrap-servers",
                String.valueOf(client.get("bootstrap.servers")),
                "--schema-registry",
                String.valueOf(client.get(StageConfig.SCHEMA_REGISTRY_URL))));
        arguments.addAll(List.of(options));
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = Decorum.commandLine(new Terminal(false, false, false))
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments.toArray(String[]::new));
        assertThat(exitCode).as(err.toString()).isZero();
        return out.toString();
    }
}

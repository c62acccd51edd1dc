package org.decorum.stage.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.decorum.schema.CrawlDecision;
import org.decorum.schema.CrawlRelease;
import org.decorum.schema.DecisionKind;
import org.decorum.stage.topology.TopicNames;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A stage whose local files are spoilt while it is down starts all the same, and has forgotten nothing. */
class SpoiltStateIT {

    private static final int URLS = 8;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"exactly_once_v2", "at_least_once"})
    void spoiltFilesAreReadAgainFromTheChangelogs(String guarantee) throws Exception {
        Map<String, Object> settings = Map.of("processing.guarantee", guarantee);
        try (LiveKafka kafka = new LiveKafka(directory);
                CommittedTail<CrawlRelease> releases = kafka.tail(TopicNames.RELEASE, CrawlRelease.class);
                CommittedTail<CrawlDecision> decisions = kafka.tail(TopicNames.DECISIONS, CrawlDecision.class)) {
            kafka.policy("a.example", "{\"interval_micros\":100000,\"lease_timeout_micros\":2000000}");
            for (int page = 0; page < URLS; page++) {
                kafka.publish("http://a.example/" + page);
            }
            kafka.flush();
            try (StageRuntime stage = kafka.stage("kept", settings)) {
                Poll.until(PATIENCE, () -> !releases.next().isEmpty(), () -> "no release");
                Poll.until(PATIENCE, stage::ready, () -> "not ready: " + stage.complaints());
            }

            assertThat(cutManifests()).isPositive();

            Set<String> concluded = new HashSet<>();
            try (StageRuntime stage = kafka.stage("kept", settings)) {
                Poll.until(
                        PATIENCE,
                        () -> {
                            releases.next().forEach(kafka::fetched);
                            decisions.next().stream()
                                    .filter(row -> row.getKind() == DecisionKind.CONCLUDED)
                                    .forEach(row -> concluded.add(String.valueOf(row.getRequestId())));
                            return concluded.size() == URLS;
                        },
                        () -> concluded.size() + " of " + URLS + " concluded");
                Poll.until(PATIENCE, stage::ready, () -> "not ready: " + stage.complaints());
            }
        }
    }

    private int cutManifests() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            List<Path> manifests = files.filter(
                            file -> file.getFileName().toString().startsWith("MANIFEST"))
                    .toList();
            manifests.forEach(SpoiltStateIT::cutToHalf);
            return manifests.size();
        }
    }

    private static void cutToHalf(Path file) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(channel.size() / 2);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}

package org.decorum.stage.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;
import org.decorum.core.capacity.Coefficient;
import org.decorum.core.capacity.Coefficients;
import org.decorum.schema.CrawlRelease;
import org.decorum.schema.CrawlRequest;
import org.decorum.schema.FetchFeedback;
import org.decorum.schema.FetchOutcome;
import org.decorum.wire.AvroSerializer;
import org.decorum.wire.registry.SchemaRegistries;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The bytes of a URL that the capacity model counts with: those of the topology, for URLs as {@code bench cycle} has them,
 * without compression and the heads of batches. Each decision is committed by itself here, so an origin is written as
 * often as it can be.
 */
class CapacityCountsTest {

    private static final int URLS = 50;
    private static final String ORIGIN = "site-12345.bench.example";

    @TempDir
    Path directory;

    @Test
    void theBytesThatTheModelCountsWithAreThoseOfTheTopology() {
        Map<Coefficient, Double> counted = new EnumMap<>(Coefficient.class);
        try (StageHarness stage = new StageHarness(directory.resolve("at-once"), Map.of())) {
            countAtOnce(stage, counted);
        }
        try (StageHarness stage = new StageHarness(directory.resolve("waiting"), Map.of())) {
            countWaiting(stage, counted);
        }

        Map<Coefficient, Double> bundled = new EnumMap<>(Coefficient.class);
        counted.keySet()
                .forEach(name ->
                        bundled.put(name, Coefficients.bundled().of(name).number()));
        assertThat(bundled)
                .as("coefficients.properties and the topology differ. It has to say:%n%s%n", lines(counted))
                .isEqualTo(counted);
    }

    private static void countAtOnce(StageHarness stage, Map<Coefficient, Double> counted) {
        stage.policy("*.bench.example", "{\"interval_micros\": 1, \"burst\": 1000, \"max_in_flight\": 1000}");
        stage.recordBytes();
        List<Integer> requests = new ArrayList<>();
        List<Integer> feedback = new ArrayList<>();
        for (int url = 0; url < URLS; url++) {
            requests.add(StageHarness.recordBytes(null, publish(stage, url)));
            List<CrawlRelease> releases = stage.releases();
            assertThat(releases).hasSize(1);
            counted.merge(Coefficient.RELEASE_BYTES, (double) releaseBytes(releases.get(0)), Double::sum);
            feedback.add(StageHarness.recordBytes(null, report(stage, releases.get(0))));
        }
        Map<String, List<Integer>> all = stage.recordBytes();
        counted.computeIfPresent(Coefficient.RELEASE_BYTES, (name, sum) -> (double) Math.round(sum / URLS));
        counted.put(Coefficient.REQUEST_BYTES, ofUrl(requests));
        counted.put(Coefficient.FEEDBACK_BYTES, ofUrl(feedback));
        counted.put(Coefficient.REPARTITION_BYTES, ofUrl(ending(all, "-repartition")));
        counted.put(Coefficient.DECISION_BYTES, ofUrl(ending(all, TopicNames.DECISIONS)));
        counted.put(Coefficient.CHANGELOG_BYTES, ofUrl(ending(all, "-changelog")));
        List<Integer> origins = ending(all, "origins-changelog");
        counted.put(Coefficient.ORIGIN_RECORD_BYTES, (double) origins.get(origins.size() - 1));
        counted.put(Coefficient.TOMBSTONE_BYTES, (double) ending(all, "backlog-changelog").stream()
                .mapToInt(bytes -> bytes)
                .min()
                .orElseThrow());
    }

    private static void countWaiting(StageHarness stage, Map<Coefficient, Double> counted) {
        publish(stage, 0);
        stage.recordBytes();
        for (int url = 1; url <= URLS; url++) {
            publish(stage, url);
        }
        assertThat(stage.releases()).isEmpty();
        stage.advance(Duration.ofMillis(10));
        counted.put(Coefficient.HELD_URL_BYTES, ofUrl(ending(stage.recordBytes(), "backlog-changelog")));
    }

    private static byte[] publish(StageHarness stage, int url) {
        CrawlRequest request = CrawlRequest.newBuilder()
                .setUrl("https://" + ORIGIN + "/archive/2026/some-words-of-a-title-" + (1_000_000 + url) + ".html")
                .build();
        stage.publishRecord(request);
        return serialized(TopicNames.REQUESTS, request);
    }

    private static byte[] report(StageHarness stage, CrawlRelease release) {
        FetchFeedback report = FetchFeedback.newBuilder()
                .setOutcome(FetchOutcome.FETCHED)
                .setOriginKey(release.getOriginKey())
                .setSiteKey(release.getSiteKey())
                .setBookingId(release.getBookingId())
                .setStatus(200)
                .setStartedAt(release.getReleaseAt())
                .setFinishedAt(release.getReleaseAt())
                .build();
        stage.feedbackRecord(report);
        return serialized(TopicNames.FEEDBACK, report);
    }

    private static int releaseBytes(CrawlRelease release) {
        return StageHarness.recordBytes(
                release.getOriginKey().getBytes(StandardCharsets.UTF_8), serialized(TopicNames.RELEASE, release));
    }

    private static <T extends SpecificRecord> byte[] serialized(String topic, T record) {
        return Objects.requireNonNull(
                new AvroSerializer<T>(SchemaRegistries.of("mock://capacity")).serialize(topic, record));
    }

    private static List<Integer> ending(Map<String, List<Integer>> all, String name) {
        return all.entrySet().stream()
                .filter(topic -> topic.getKey().endsWith(name))
                .map(Map.Entry::getValue)
                .flatMap(Collection::stream)
                .toList();
    }

    private static double ofUrl(List<Integer> bytes) {
        return Math.round(bytes.stream().mapToInt(one -> one).sum() / (double) URLS);
    }

    private static String lines(Map<Coefficient, Double> counted) {
        return counted.entrySet().stream()
                .map(one -> String.format(
                        Locale.ROOT,
                        "%s = %.0f counted CapacityCountsTest",
                        one.getKey().key(),
                        one.getValue()))
                .collect(Collectors.joining(System.lineSeparator()));
    }
}

package org.decorum.stage.topology;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.decorum.schema.CrawlRelease;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cache in front of an origin, as an alias and a policy declare it. */
class CacheTopologyTest {

    private static final String CDN = "cdn.farm.example";
    private static final String FARM = "farm.example";

    @TempDir
    Path directory;

    @Test
    void theOriginBehindACachePaysForItsMissesAndNotForItsHits() {
        try (StageHarness stage = new StageHarness(directory, Map.of())) {
            stage.alias(
                    CDN,
                    "{\"origin_key\": \"" + FARM
                            + "\", \"said_by\": \"ops\", \"updated_at\": \"2026-01-01T00:00:00Z\"}");
            stage.policy(FARM, "{\"interval_micros\": 10000000}");
            stage.policy(CDN, "{\"interval_micros\": 1000000, \"misses_only\": true}");
            for (int page = 0; page < 4; page++) {
                stage.publish("http://" + CDN + "/" + page);
            }
            Instant first = answerNext(stage, "HIT").getReleaseAt();
            Instant second = answerNext(stage, "HIT").getReleaseAt();
            CrawlRelease missed = answerNext(stage, "MISS");
            assertThat(missed.getOriginKey()).isEqualTo(FARM);
            assertThat(second).isEqualTo(first.plusSeconds(1));
            assertThat(missed.getReleaseAt()).isEqualTo(first.plusSeconds(2));

            stage.publish("http://" + FARM + "/");
            stage.advance(Duration.ofSeconds(30));
            List<CrawlRelease> rest = stage.releases();
            assertThat(rest).extracting(CrawlRelease::getSiteKey).containsExactlyInAnyOrder(CDN, FARM);
            assertThat(rest)
                    .filteredOn(release -> release.getSiteKey().equals(FARM))
                    .allSatisfy(release -> assertThat(release.getReleaseAt())
                            .isAfterOrEqualTo(missed.getReleaseAt().plusSeconds(10)));
        }
    }

    /** Lets half a second pass at a time until something is released, and answers it at once. */
    private static CrawlRelease answerNext(StageHarness stage, String xCache) {
        List<CrawlRelease> releases = stage.releases();
        for (int half = 0; releases.isEmpty() && half < 60; half++) {
            stage.advance(Duration.ofMillis(500));
            releases = stage.releases();
        }
        assertThat(releases).hasSize(1);
        CrawlRelease release = releases.get(0);
        stage.feedback(("{\"outcome\": \"FETCHED\", \"status\": 200, \"origin_key\": \"" + release.getOriginKey()
                        + "\", \"booking_id\": \"" + release.getBookingId() + "\", \"headers\": {\"x-cache\": \""
                        + xCache
                        + "\"}}")
                .getBytes(UTF_8));
        return release;
    }
}

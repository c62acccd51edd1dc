package org.decorum.stage.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.decorum.schema.CrawlDecision;
import org.decorum.schema.CrawlRelease;
import org.decorum.schema.DecisionKind;
import org.decorum.schema.FetchOutcome;
import org.decorum.stage.metrics.MeterNames;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An alias changes while requests wait, are leased, and are deferred. */
class AliasMoveTest {

    private static final String H = "h.example";

    @TempDir
    Path directory;

    private StageHarness stage;

    @BeforeEach
    void start() {
        stage = new StageHarness(directory, Map.of());
    }

    @AfterEach
    void stop() {
        stage.close();
    }

    @Test
    void whatWaitsGoesToTheNewOriginAndTheFloorHolds() {
        publish(4);
        CrawlRelease first = stage.releases().get(0);
        stage.alias(H, to("g.example"));
        stage.advance(Duration.ofSeconds(16));
        List<CrawlRelease> moved = stage.releases();
        assertThat(moved).extracting(CrawlRelease::getOriginKey).containsExactly("g.example", "g.example", "g.example");
        Instant last = first.getReleaseAt();
        for (CrawlRelease release : moved) {
            assertThat(release.getReleaseAt()).isEqualTo(last.plusSeconds(5));
            last = release.getReleaseAt();
        }
        assertThat(stage.counted(MeterNames.MOVED)).isEqualTo(3);
        assertThat(stage.counted(MeterNames.REQUESTS)).as("each counts once").isEqualTo(4);
        assertThat(stage.decisions())
                .filteredOn(row -> row.getKind() == DecisionKind.LANE_GIVEN || row.getKind() == DecisionKind.LANE_TAKEN)
                .extracting(CrawlDecision::getKind, CrawlDecision::getOriginKey, CrawlDecision::getSiteKey)
                .containsExactly(tuple(DecisionKind.LANE_GIVEN, H, H), tuple(DecisionKind.LANE_TAKEN, "g.example", H));
    }

    @Test
    void whatComesBackFromALeaseAndWhatWasDeferredGoThereAsWell() {
        publish(1);
        CrawlRelease leased = stage.releases().get(0);
        stage.publish("{\"url\": \"http://" + H + "/later\", \"not_before\": \"2026-01-01T00:00:20Z\"}");
        stage.alias(H, to("g.example"));
        stage.advance(Duration.ofSeconds(2));
        stage.report(leased, FetchOutcome.FAILED);
        stage.advance(Duration.ofSeconds(20));
        assertThat(stage.releases())
                .satisfiesExactly(
                        again -> {
                            assertThat(again.getOriginKey()).isEqualTo("g.example");
                            assertThat(again.getRequestId()).isEqualTo(leased.getRequestId());
                            assertThat(again.getAttempt()).isEqualTo(2);
                        },
                        later -> {
                            assertThat(later.getOriginKey()).isEqualTo("g.example");
                            assertThat(later.getReleaseAt()).isAfterOrEqualTo(Instant.parse("2026-01-01T00:00:20Z"));
                        });
    }

    @Test
    void aPatternMovesWhatItSpeaksOfAndBackWhenItIsTakenAway() {
        publish(5);
        stage.publish("http://other.test/1");
        stage.publish("http://other.test/2");
        stage.releases();
        stage.alias("*.example", to("g.test"));
        stage.advance(Duration.ofSeconds(6));
        assertThat(stage.releases()).extracting(CrawlRelease::getOriginKey).containsOnly("g.test", "other.test");
        stage.alias("*.example", null);
        stage.advance(Duration.ofSeconds(20));
        assertThat(stage.releases())
                .extracting(CrawlRelease::getOriginKey)
                .hasSize(3)
                .containsOnly(H);
    }

    private void publish(int count) {
        for (int i = 0; i < count; i++) {
            stage.publish("http://" + H + "/" + i);
        }
    }

    private static String to(String originKey) {
        return "{\"origin_key\": \"" + originKey
                + "\", \"said_by\": \"ops\", \"updated_at\": \"2026-01-01T00:00:00Z\"}";
    }
}

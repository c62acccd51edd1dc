package org.decorum.stage.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.decorum.schema.CrawlDecision;
import org.decorum.schema.CrawlRejected;
import org.decorum.schema.CrawlRelease;
import org.decorum.schema.DecisionKind;
import org.decorum.schema.FetchOutcome;
import org.decorum.schema.RejectReason;
import org.decorum.stage.metrics.MeterNames;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Patterns, pauses and blocks, on what waits already. */
class PolicyChangeTest {

    private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

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
    void aPatternActsOnAllThatWaitBelowItAndOnNoOther() {
        for (String host : List.of("a.example.com", "b.example.com", "example.com", "example.net")) {
            publish(host, 4);
        }
        stage.releases();
        stage.policy("*.example.com", "{\"interval_micros\": 100000}");
        stage.advance(Duration.ofSeconds(6));
        assertThat(stage.releases())
                .extracting(CrawlRelease::getOriginKey)
                .containsOnlyOnce("example.com", "example.net")
                .filteredOn(key -> key.endsWith(".example.com"))
                .hasSize(6);
        assertThat(stage.decisions())
                .filteredOn(row -> row.getKind() == DecisionKind.POLICY_CHANGED)
                .extracting(CrawlDecision::getOriginKey)
                .containsExactly("a.example.com", "b.example.com");
    }

    @Test
    void aPatternIsFoundAmongMoreOriginsThanOneTickLooksAt() {
        stage.policy("*", "{\"paused\": true}");
        for (int i = 0; i < 2_500; i++) {
            publish("h" + i + ".example", 1);
        }
        stage.advance(TEN_SECONDS);
        assertThat(stage.releases()).isEmpty();
        stage.policy("*", null);
        Set<String> released = new HashSet<>();
        for (int seconds = 0; seconds < 60; seconds += 1) {
            stage.advance(Duration.ofSeconds(1));
            for (CrawlRelease release : stage.releases()) {
                released.add(release.getOriginKey());
                stage.report(release, FetchOutcome.FETCHED);
            }
        }
        assertThat(released).hasSize(2_500);
    }

    @Test
    void aPausedOriginReleasesNothingUntilItIsResumedAndThenNoFasterThanBefore() {
        publish("example.com", 4);
        assertThat(stage.releases()).hasSize(1);
        stage.policy("example.com", "{\"paused\": true}");
        stage.advance(Duration.ofMinutes(1));
        assertThat(stage.releases()).isEmpty();
        assertThat(stage.rejected()).isEmpty();
        stage.policy("example.com", null);
        stage.advance(Duration.ofSeconds(11));
        List<CrawlRelease> released = stage.releases();
        assertThat(released).hasSize(3);
        for (int i = 1; i < 3; i++) {
            assertThat(released.get(i).getReleaseAt())
                    .isEqualTo(released.get(i - 1).getReleaseAt().plusSeconds(5));
        }
    }

    @Test
    void whatABlockedOriginHoldsAndWhatArrivesIsRejected() {
        publish("example.com", 400);
        stage.releases();
        stage.policy("example.com", "{\"blocked\": true}");
        stage.advance(Duration.ofSeconds(1));
        publish("example.com", 1);
        publish("example.net", 1);
        List<CrawlRejected> rejected = stage.rejected();
        assertThat(rejected)
                .hasSize(400)
                .extracting(CrawlRejected::getReason)
                .containsOnly(RejectReason.POLICY_BLOCKED);
        assertThat(rejected.get(0).getDetail()).isEqualTo("blocked by the policy of its origin");
        assertThat(stage.releases()).extracting(CrawlRelease::getOriginKey).containsExactly("example.net");
        assertThat(stage.gauged(MeterNames.BACKLOG)).isZero();
    }

    @Test
    void aKeyThatIsNotCanonicalIsIgnored() {
        stage.policy("WWW.Example.com", "{\"paused\": true}");
        stage.policy("*.Example.com", "{\"paused\": true}");
        stage.policy("https://example.com/", "{\"paused\": true}");
        stage.policy("", "{\"paused\": true}");
        publish("www.example.com", 1);
        publish("a.example.com", 1);
        assertThat(stage.releases()).hasSize(2);
    }

    private void publish(String host, int count) {
        for (int i = 0; i < count; i++) {
            stage.publish("http://" + host + "/" + i);
        }
    }
}

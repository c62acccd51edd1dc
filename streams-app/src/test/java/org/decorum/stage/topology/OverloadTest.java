package org.decorum.stage.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.decorum.schema.CrawlDecision;
import org.decorum.schema.CrawlRelease;
import org.decorum.schema.DecisionKind;
import org.decorum.schema.FetchOutcome;
import org.decorum.schema.OriginHold;
import org.decorum.stage.metrics.MeterNames;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An origin says that it is too much, and the whole fleet hears of it. */
class OverloadTest {

    @TempDir
    Path directory;

    private StageHarness stage;

    @BeforeEach
    void start() {
        stage = new StageHarness(directory, Map.of());
        stage.policy("example.com", "{\"interval_micros\": 100000}");
    }

    @AfterEach
    void stop() {
        stage.close();
    }

    @Test
    void aRetryAfterHoldsTheOriginForEverybodyAndTheRequestComesBack() {
        publish(20);
        CrawlRelease refused = stage.releases().get(0);
        report(refused, 429, "30", null);
        OriginHold hold = stage.holds().get(0);
        assertThat(hold.getOriginKey()).isEqualTo("example.com");
        assertThat(hold.getEpoch()).isGreaterThan(refused.getEpoch());
        assertThat(hold.getHoldUntil()).isEqualTo(StageHarness.START.plusSeconds(30));

        stage.advance(Duration.ofMillis(29_700));
        assertThat(stage.releases()).isEmpty();
        stage.advance(Duration.ofSeconds(5));
        List<CrawlRelease> probe = stage.releases();
        assertThat(probe).extracting(CrawlRelease::getRequestId).containsExactly(refused.getRequestId());
        assertThat(probe.get(0).getAttempt()).isEqualTo(1);
        assertThat(probe.get(0).getEpoch()).isEqualTo(hold.getEpoch());

        stage.report(probe.get(0), FetchOutcome.FETCHED);
        stage.advance(Duration.ofSeconds(1));
        assertThat(stage.releases()).hasSizeGreaterThan(5);
    }

    @Test
    void aDateIsReadByTheOriginsOwnClock() {
        publish(1);
        report(stage.releases().get(0), 503, "Thu, 01 Jan 2026 05:00:20 GMT", "Thu, 01 Jan 2026 05:00:00 GMT");
        assertThat(stage.holds().get(0).getHoldUntil()).isEqualTo(StageHarness.START.plusSeconds(20));
    }

    @Test
    void aHeaderThatMakesNoSenseMeansTheLadderAndNeverZero() {
        publish(1);
        report(stage.releases().get(0), 429, "soon", null);
        Duration held =
                Duration.between(StageHarness.START, stage.holds().get(0).getHoldUntil());
        assertThat(held).isBetween(Duration.ofSeconds(54), Duration.ofSeconds(66));
        assertThat(stage.counted(MeterNames.HOLDS, MeterNames.CAUSE, "ladder")).isEqualTo(1);
        assertThat(stage.decisions()).extracting(CrawlDecision::getKind).contains(DecisionKind.HELD);
    }

    @Test
    void whatFollowsTheHoldGoesAtHalfTheRateUntilGoodAnswersCome() {
        publish(100);
        report(stage.releases().get(0), 429, "30", null);
        stage.advance(Duration.ofSeconds(35));
        CrawlRelease probe = stage.releases().get(0);

        assertThat(probe.getMinGapMicros()).isEqualTo(200_000);

        stage.report(probe, FetchOutcome.FETCHED);
        stage.advance(Duration.ofSeconds(2));
        List<CrawlRelease> slow = stage.releases();
        assertThat(slow).hasSizeGreaterThan(8).allMatch(release -> release.getMinGapMicros() == 177_777);
        slow.forEach(release -> stage.report(release, FetchOutcome.FETCHED));
        stage.advance(Duration.ofSeconds(1));
        assertThat(stage.releases())
                .last()
                .extracting(CrawlRelease::getMinGapMicros)
                .isEqualTo(100_000L);
    }

    private void publish(int urls) {
        for (int i = 0; i < urls; i++) {
            stage.publish("http://example.com/" + i);
        }
    }

    private void report(CrawlRelease release, int status, String retryAfter, @Nullable String date) {
        stage.feedback(String.format(
                        "{\"outcome\":\"FETCHED\",\"origin_key\":\"example.com\",\"booking_id\":\"%s\",\"status\":%d,"
                                + "\"retry_after\":\"%s\",\"date\":%s}",
                        release.getBookingId(), status, retryAfter, date == null ? "null" : "\"" + date + "\"")
                .getBytes(StandardCharsets.UTF_8));
    }
}

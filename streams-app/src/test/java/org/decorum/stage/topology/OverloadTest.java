package org.decorum.stage.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.decorum.schema.AlertKind;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An origin says that it is too much, and the whole fleet hears of it. */
class OverloadTest {

    @TempDir
    Path directory;

    private final Queue<CrawlRelease> pending = new ArrayDeque<>();

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

    @ParameterizedTest
    @ValueSource(strings = {"soon", "-1", "0", "1.5", "", "Wed, 31 Dec 2025 23:59:59 GMT"})
    void aHeaderThatNamesNoDelayMeansTheLadderAndNeverZero(String header) {
        publish(1);
        report(stage.releases().get(0), 429, header, null);
        Duration held =
                Duration.between(StageHarness.START, stage.holds().get(0).getHoldUntil());
        assertThat(held).isBetween(Duration.ofSeconds(60), Duration.ofSeconds(66));
        assertThat(stage.counted(MeterNames.HOLDS, MeterNames.CAUSE, "ladder")).isEqualTo(1);
        assertThat(stage.decisions()).extracting(CrawlDecision::getKind).contains(DecisionKind.HELD);
    }

    @Test
    void aDateWithoutOneOfTheAnswerIsReadByTheStagesClock() {
        publish(1);
        report(stage.releases().get(0), 429, "Thu, 01 Jan 2026 00:10:00 GMT", null);
        assertThat(stage.holds().get(0).getHoldUntil()).isEqualTo(StageHarness.START.plusSeconds(600));
    }

    @Test
    void anAbsurdDelayIsThePolicysLongestAndAnAlertSaysSoOnce() {
        publish(10);
        stage.advance(Duration.ofMillis(300));
        List<CrawlRelease> out = stage.releases();
        assertThat(out).hasSizeGreaterThan(2);
        out.forEach(release -> report(release, 429, "99999999999", null));
        Instant heldAt = StageHarness.START.plusMillis(300);
        assertThat(stage.holds())
                .isNotEmpty()
                .allSatisfy(hold -> assertThat(hold.getHoldUntil()).isEqualTo(heldAt.plus(Duration.ofDays(1))));
        assertThat(stage.alerts()).singleElement().satisfies(alert -> {
            assertThat(alert.getKind()).isEqualTo(AlertKind.RETRY_AFTER_CAPPED);
            assertThat(alert.getOriginKey()).isEqualTo("example.com");
            assertThat(alert.getDetail())
                    .isEqualTo("example.com asked for 99999999999 s, and is left alone for 86400 s, "
                            + "the policy's longest");
        });
        assertThat(stage.counted(MeterNames.ALERTS, MeterNames.KIND, "retry_after_capped"))
                .isEqualTo(1);
    }

    @Test
    void errorsInARowHoldTheOriginForEverybody() {
        stage.policy("example.com", "{\"interval_micros\": 100000, \"failure_run\": 3}");
        publish(20);
        for (int failures = 0; failures < 3; failures++) {
            assertThat(stage.holds()).isEmpty();
            CrawlRelease failed = nextRelease();
            report(failed, 500, "120", null);
        }
        List<CrawlDecision> decisions = stage.decisions();
        OriginHold hold = stage.holds().get(0);
        assertThat(hold.getCause()).isEqualTo("FAILURES");
        assertThat(hold.getEpoch()).isEqualTo(1);
        assertThat(Duration.between(hold.getHeldAt(), hold.getHoldUntil()))
                .as("the ladder, whatever an error says of Retry-After")
                .isBetween(Duration.ofSeconds(60), Duration.ofSeconds(66));
        assertThat(decisions)
                .filteredOn(decision -> decision.getKind() == DecisionKind.CONCLUDED)
                .as("the origin answered")
                .hasSize(3)
                .allMatch(decision -> decision.getStatus() == 500);
        assertThat(decisions)
                .filteredOn(decision -> decision.getKind() == DecisionKind.HELD)
                .singleElement()
                .satisfies(decision -> {
                    assertThat(decision.getOutcome()).isEqualTo("FAILURES");
                    assertThat(decision.getHoldCause()).isEqualTo("FAILURES");
                    assertThat(decision.getHoldUntil()).isEqualTo(hold.getHoldUntil());
                });
        assertThat(stage.counted(MeterNames.HOLDS, MeterNames.CAUSE, "failures"))
                .isEqualTo(1);
        stage.releases();
        stage.advance(Duration.ofSeconds(55));
        assertThat(stage.releases()).isEmpty();
    }

    @Test
    void anOriginThatIsHeldForAnHourDelaysNoOther() {
        stage.policy("free.example", "{\"interval_micros\": 100000}");
        publish(20);
        report(stage.releases().get(0), 503, "3600", null);
        for (int page = 0; page < 20; page++) {
            stage.publish("http://free.example/" + page);
        }
        stage.advance(Duration.ofSeconds(5));
        assertThat(stage.releases())
                .hasSize(20)
                .extracting(CrawlRelease::getOriginKey)
                .containsOnly("free.example");
    }

    @Test
    void reportsOfTwoFetchersInTheSameInstantAreTwoReportsOfOneOrigin() {
        stage.policy("example.com", "{\"interval_micros\": 1000000}");
        publish(10);
        stage.advance(Duration.ofMillis(1_000));
        List<CrawlRelease> out = stage.releases();
        assertThat(out).hasSize(2);
        assertThat(Duration.between(out.get(0).getReleaseAt(), out.get(1).getReleaseAt()))
                .as("published in the same instant")
                .isEqualTo(Duration.ofSeconds(1));
        report(out.get(0), 429, "60", null);
        stage.report(out.get(1), FetchOutcome.FETCHED);
        assertThat(stage.holds()).hasSize(1);
        stage.advance(Duration.ofSeconds(59));
        assertThat(stage.releases()).isEmpty();
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

    private CrawlRelease nextRelease() {
        for (int ticks = 0; ticks < 1_000; ticks++) {
            if (pending.isEmpty()) {
                pending.addAll(stage.releases());
            }
            CrawlRelease next = pending.poll();
            if (next != null) {
                return next;
            }
            stage.advance(Duration.ofMillis(10));
        }
        throw new AssertionError("no release within 10 s");
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

package org.decorum.stage.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.decorum.schema.CrawlDecision;
import org.decorum.schema.CrawlRejected;
import org.decorum.schema.CrawlRelease;
import org.decorum.schema.CrawlRequest;
import org.decorum.schema.DecisionKind;
import org.decorum.schema.FetchOutcome;
import org.decorum.schema.RejectReason;
import org.decorum.stage.config.StageConfig;
import org.decorum.stage.metrics.MeterNames;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A request's walk through the whole topology. */
class StageTopologyTest {

    private static final Duration FIVE_SECONDS = Duration.ofSeconds(5);

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
    void aPlainUrlIsReleasedAheadOfItsSlot() {
        stage.publish("https://www.Example.com/a?b=c");
        CrawlRelease release = only(stage.releases());
        assertThat(release.getUrl()).isEqualTo("https://www.Example.com/a?b=c");
        assertThat(release.getOriginKey()).isEqualTo("example.com");
        assertThat(release.getSiteKey()).isEqualTo("example.com");
        assertThat(release.getAttempt()).isEqualTo(1);
        assertThat(release.getReleaseAt()).isEqualTo(StageHarness.START.plusMillis(200));
        assertThat(release.getExpiresAt()).isEqualTo(StageHarness.START.plusMillis(450));
        assertThat(release.getMinGapMicros()).isEqualTo(5_000_000);
    }

    @Test
    void aClockThatIsSetWrongIsTheOneThatDecides() {
        stage.close();
        stage = new StageHarness(directory, Map.of(StageConfig.CLOCK_OFFSET_MS, -1_500));

        stage.publish("https://example.com/");

        CrawlRelease release = only(stage.releases());
        assertThat(release.getReleaseAt()).isEqualTo(StageHarness.START.plusMillis(200 - 1_500));
        assertThat(release.getReleasedAt()).isEqualTo(StageHarness.START.minusMillis(1_500));
    }

    @Test
    void urlsOfOneOriginAreSpacedByItsIntervalThoughNothingElseArrives() {
        for (int i = 0; i < 3; i++) {
            stage.publish((i == 1 ? "http" : "https") + "://example.com/" + i);
        }
        stage.advance(Duration.ofSeconds(11));
        List<CrawlRelease> releases = stage.releases();
        assertThat(releases).hasSize(3);
        for (int i = 1; i < 3; i++) {
            assertThat(Duration.between(
                            releases.get(i - 1).getReleaseAt(), releases.get(i).getReleaseAt()))
                    .isEqualTo(FIVE_SECONDS);
        }
    }

    @Test
    void originsDoNotWaitForEachOther() {
        for (int i = 0; i < 100; i++) {
            stage.publish("http://slow.example/" + i);
        }
        stage.publish("http://free.example/");
        assertThat(stage.releases()).extracting(CrawlRelease::getOriginKey).contains("free.example");
    }

    @Test
    void aFetchedRequestIsConcludedAndLeavesNothingBehind() {
        stage.publish("http://example.com/");
        stage.report(only(stage.releases()), FetchOutcome.FETCHED);
        assertThat(stage.decisions())
                .extracting(CrawlDecision::getKind)
                .containsExactly(DecisionKind.BOOKED, DecisionKind.CONCLUDED);
        assertThat(stage.gauged(MeterNames.BACKLOG)).isZero();
        assertThat(stage.gauged(MeterNames.IN_FLIGHT)).isZero();
    }

    @Test
    void aMissedSlotIsGivenAgainWithoutCostingAnAttempt() {
        stage.publish("http://example.com/");
        CrawlRelease first = only(stage.releases());
        stage.report(first, FetchOutcome.MISSED_SLOT);
        stage.advance(FIVE_SECONDS);
        CrawlRelease second = only(stage.releases());
        assertThat(second.getRequestId()).isEqualTo(first.getRequestId());
        assertThat(second.getAttempt()).isEqualTo(1);
        assertThat(second.getReleaseAt()).isEqualTo(first.getReleaseAt().plus(FIVE_SECONDS));
    }

    @Test
    void aLeaseWithoutFeedbackIsTriedAgainUntilItsAttemptsAreSpent() {
        stage.publish("http://example.com/");
        List<CrawlRelease> releases = new ArrayList<>(stage.releases());
        stage.advance(Duration.ofMinutes(15));
        releases.addAll(stage.releases());
        assertThat(releases).extracting(CrawlRelease::getAttempt).containsExactly(1, 2, 3);
        CrawlRejected rejected = only(stage.rejected());
        assertThat(rejected.getReason()).isEqualTo(RejectReason.ATTEMPTS_EXHAUSTED);
        assertThat(rejected.getUrl()).isEqualTo("http://example.com/");
        assertThat(stage.gauged(MeterNames.BACKLOG)).isZero();
    }

    @Test
    void feedbackThatNamesNoLeaseChangesNothingAndIsCounted() {
        stage.publish("http://example.com/");
        CrawlRelease release = only(stage.releases());
        stage.report(release, FetchOutcome.FETCHED);
        stage.report(release, FetchOutcome.FAILED);
        stage.feedback("{\"outcome\":\"FETCHED\",\"origin_key\":\"never.seen\",\"booking_id\":\"1-1\"}"
                .getBytes(StandardCharsets.UTF_8));
        assertThat(stage.counted(MeterNames.FEEDBACK_STALE)).isEqualTo(2);
        assertThat(stage.gauged(MeterNames.ORIGINS)).isEqualTo(1);
    }

    @Test
    void robotsOfASiteAreReadUnderTheKeyThatTheStageWouldWrite() {
        stage.publish("http://example.com/1");
        stage.publish("http://example.com/2");
        stage.feedback(robots("\"origin_key\":\"WWW.Example.com.\",\"site_key\":\"www.EXAMPLE.com\""));
        stage.advance(Duration.ofSeconds(21));
        List<CrawlRelease> releases = stage.releases();
        assertThat(Duration.between(
                        releases.get(0).getReleaseAt(), releases.get(1).getReleaseAt()))
                .isEqualTo(Duration.ofSeconds(20));
        assertThat(stage.gauged(MeterNames.ORIGINS)).isEqualTo(1);
    }

    @Test
    void robotsOfSitesThatAreNotOfTheOriginOpenNoLanesAndAreCounted() {
        stage.publish("http://example.com/1");
        CrawlRelease release = only(stage.releases());
        for (int i = 0; i < 50; i++) {
            stage.feedback(robots("\"origin_key\":\"example.com\",\"site_key\":\"forged-" + i + ".example\""));
            stage.feedback(robots("\"origin_key\":\"never.seen\",\"site_key\":\"forged-" + i + ".example\""));
        }
        stage.feedback(robots("\"origin_key\":\"example.com\",\"site_key\":\"wrong.example\",\"booking_id\":\""
                + release.getBookingId() + "\""));
        assertThat(stage.counted(MeterNames.FEEDBACK_STALE)).isEqualTo(101);
        assertThat(stage.lanes("example.com")).containsExactly("example.com");
        assertThat(stage.gauged(MeterNames.ORIGINS)).isEqualTo(1);

        stage.advance(FIVE_SECONDS);
        assertThat(only(stage.releases()).getMinGapMicros())
                .as("the slot is given again, at the pace of before")
                .isEqualTo(5_000_000);
    }

    @Test
    void robotsOfASiteThatAnAliasLeadsToTheOriginAreRead() {
        stage.alias("a.example", "{\"origin_key\":\"g\",\"said_by\":\"ops\",\"updated_at\":\"2026-01-01T00:00:00Z\"}");
        stage.feedback(robots("\"origin_key\":\"g\",\"site_key\":\"a.example\""));
        stage.feedback(robots("\"origin_key\":\"g\",\"site_key\":\"b.example\""));
        assertThat(stage.lanes("g")).containsExactly("a.example");
        assertThat(stage.counted(MeterNames.FEEDBACK_STALE)).isEqualTo(1);
    }

    @Test
    void robotsOfNoSiteAreRejected() {
        stage.feedback(robots("\"origin_key\":\"not a host\""));
        stage.feedback(robots("\"origin_key\":\"example.com\",\"site_key\":\"a/b\""));
        assertThat(stage.rejected())
                .extracting(CrawlRejected::getDetail)
                .containsExactly(
                        "feedback: origin_key: not a host (expected: a host or an origin key)",
                        "feedback: site_key: a/b (expected: a host or an origin key)");
        assertThat(stage.gauged(MeterNames.ORIGINS)).isZero();
    }

    private static byte[] robots(String keys) {
        return ("{\"outcome\":\"ROBOTS\"," + keys + ",\"crawl_delay_micros\":20000000}")
                .getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void bothSchemesOfAHostShareItsPace() {
        stage.publish("http://example.com/");
        stage.publish("https://example.com/");
        stage.advance(Duration.ofSeconds(10));
        assertThat(gaps("example.com")).containsExactly(Duration.ofSeconds(5));
    }

    @Test
    void eachSiteKeepsTheCrawlDelayOfItsOwnAndNoneMeansTheDefault() {
        stage.feedback(json("{\"outcome\":\"ROBOTS\",\"origin_key\":\"a.example\",\"crawl_delay_micros\":1000000}"));
        stage.feedback(json("{\"outcome\":\"ROBOTS\",\"origin_key\":\"b.example\",\"crawl_delay_micros\":20000000}"));
        stage.feedback(json("{\"outcome\":\"ROBOTS\",\"origin_key\":\"c.example\",\"crawl_delay_micros\":0}"));
        for (String host : List.of("a.example", "b.example", "c.example")) {
            stage.publish("http://" + host + "/1");
            stage.publish("http://" + host + "/2");
        }
        List<CrawlRelease> releases = new ArrayList<>();
        for (int second = 0; second < 25; second++) {
            stage.advance(Duration.ofSeconds(1));
            releases.addAll(stage.releases());
        }
        assertThat(gaps(releases, "a.example")).containsExactly(Duration.ofSeconds(5));
        assertThat(gaps(releases, "b.example")).containsExactly(Duration.ofSeconds(20));
        assertThat(gaps(releases, "c.example")).containsExactly(Duration.ofSeconds(5));
    }

    private static byte[] json(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private List<Duration> gaps(String originKey) {
        return gaps(stage.releases(), originKey);
    }

    private static List<Duration> gaps(List<CrawlRelease> releases, String originKey) {
        List<Instant> starts = releases.stream()
                .filter(release -> release.getOriginKey().equals(originKey))
                .map(CrawlRelease::getReleaseAt)
                .toList();
        return IntStream.range(1, starts.size())
                .mapToObj(i -> Duration.between(starts.get(i - 1), starts.get(i)))
                .toList();
    }

    @Test
    void aFullBacklogIsToldOfOnceUntilItHasFallenBelowHalf() {
        stage.policy("example.com", "{\"interval_micros\":1000000,\"backlog_max\":4}");
        for (int i = 0; i < 30; i++) {
            stage.publish("http://example.com/" + i);
            stage.advance(Duration.ofMillis(500));
        }
        assertThat(stage.counted(MeterNames.ALERTS, MeterNames.KIND, "backlog_full"))
                .isEqualTo(1);
        stage.advance(Duration.ofSeconds(10));
        for (int i = 0; i < 10; i++) {
            stage.publish("http://example.com/again/" + i);
        }
        assertThat(stage.counted(MeterNames.ALERTS, MeterNames.KIND, "backlog_full"))
                .isEqualTo(2);
    }

    @Test
    void aTickThatComesLateSaysByHowMuch() {
        stage.advance(Duration.ofMillis(100));
        stage.pause(Duration.ofSeconds(2));
        assertThat(stage.longest(MeterNames.TICK_LATENESS)).isEqualTo(Duration.ofMillis(1_990));
    }

    @Test
    void aRequestWaitsForItsTimeWithoutDelayingOthers() {
        stage.publish(
                "{\"url\":\"http://example.com/later\",\"not_before\":\"" + StageHarness.START.plusSeconds(60) + "\"}");
        stage.publish("http://example.com/now");
        assertThat(only(stage.releases()).getUrl()).isEqualTo("http://example.com/now");
        stage.advance(Duration.ofSeconds(59));
        assertThat(stage.releases()).isEmpty();
        stage.advance(Duration.ofSeconds(1));
        CrawlRelease later = only(stage.releases());
        assertThat(later.getUrl()).isEqualTo("http://example.com/later");
        assertThat(later.getReleaseAt()).isEqualTo(StageHarness.START.plusSeconds(60));
    }

    @Test
    void aPolicyChangesTheFloorOfWhatWaitsAlready() {
        for (int i = 0; i < 10; i++) {
            stage.publish("http://example.com/" + i);
        }
        stage.advance(Duration.ofSeconds(1));
        assertThat(stage.releases()).hasSize(1);
        stage.policy("example.com", "{\"interval_micros\": 100000}");
        stage.advance(Duration.ofSeconds(6));
        assertThat(stage.releases()).hasSize(9);
        assertThat(stage.decisions()).extracting(CrawlDecision::getKind).containsOnlyOnce(DecisionKind.POLICY_CHANGED);
    }

    @Test
    void aPolicyThatCannotBeUsedLeavesTheOneInForce() {
        stage.policy("example.com", "{\"interval_micros\": 1000000}");
        stage.policy("example.com", "{\"interval_micros\": 0}");
        stage.policy("example.com", "nonsense");
        stage.publish("http://example.com/");
        assertThat(only(stage.releases()).getMinGapMicros()).isEqualTo(1_000_000);
        stage.policy("example.com", null);
        stage.advance(FIVE_SECONDS);
        stage.publish("http://example.com/");
        assertThat(only(stage.releases()).getMinGapMicros()).isEqualTo(5_000_000);
    }

    @Test
    void robotsTxtSlowsASiteDownButNeverSpeedsItUp() {
        stage.feedback("{\"outcome\":\"ROBOTS\",\"origin_key\":\"example.com\",\"crawl_delay_micros\":20000000}"
                .getBytes(StandardCharsets.UTF_8));
        stage.feedback("{\"outcome\":\"ROBOTS\",\"origin_key\":\"example.com\",\"crawl_delay_micros\":200000}"
                .getBytes(StandardCharsets.UTF_8));
        stage.publish("http://example.com/1");
        assertThat(only(stage.releases()).getMinGapMicros()).isEqualTo(20_000_000);
    }

    @Test
    void aSlotThatWentToRobotsTxtGivesTheRequestBackAtThePaceThatRobotsTxtAsksFor() {
        stage.publish("http://example.com/1");
        CrawlRelease first = only(stage.releases());
        stage.feedback(("{\"outcome\":\"ROBOTS\",\"origin_key\":\"example.com\",\"crawl_delay_micros\":20000000,"
                        + "\"booking_id\":\"" + first.getBookingId() + "\"}")
                .getBytes(StandardCharsets.UTF_8));
        stage.advance(Duration.ofSeconds(30));

        CrawlRelease second = only(stage.releases());
        assertThat(second.getUrl()).isEqualTo("http://example.com/1");
        assertThat(second.getAttempt()).isEqualTo(1);
        assertThat(second.getMinGapMicros()).isEqualTo(20_000_000);
    }

    @Test
    void whatRobotsTxtDoesNotAllowIsRejected() {
        stage.publish("http://example.com/private");
        stage.report(only(stage.releases()), FetchOutcome.DISALLOWED);

        CrawlRejected rejected = only(stage.rejected());
        assertThat(rejected.getReason()).isEqualTo(RejectReason.ROBOTS_DISALLOWED);
        assertThat(rejected.getUrl()).isEqualTo("http://example.com/private");
        stage.advance(Duration.ofSeconds(300));
        assertThat(stage.releases()).as("never again").isEmpty();
    }

    @Test
    void thePublishersWordsTravelUntouched() {
        stage.publishRecord(CrawlRequest.newBuilder()
                .setUrl("http://example.com/")
                .setRequestId("mine-7")
                .setKind("search")
                .setMetadata(Map.of("job", "seven", "größe", "5 €"))
                .build());
        CrawlRelease release = only(stage.releases());
        assertThat(release.getRequestId()).isEqualTo("mine-7");
        assertThat(release.getMetadata()).containsExactlyInAnyOrderEntriesOf(Map.of("job", "seven", "größe", "5 €"));
        assertThat(release.getCost()).isEqualTo(4);
        assertThat(release.getCostRule()).isEqualTo("kind:search");
    }

    @Test
    void aBacklogThatIsFullTurnsRequestsAwayAndRaisesOneAlert() {
        stage.policy("example.com", "{\"backlog_max\": 2}");
        for (int i = 0; i < 10; i++) {
            stage.publish("http://example.com/" + i);
        }
        List<CrawlRejected> rejected = stage.rejected();
        assertThat(rejected).hasSize(7).extracting(CrawlRejected::getReason).containsOnly(RejectReason.BACKLOG_FULL);
        assertThat(rejected.get(0).getDetail()).contains("[2/2]");
        assertThat(stage.counted(MeterNames.ALERTS, MeterNames.KIND, "backlog_full"))
                .isEqualTo(1);
    }

    @Test
    void aDecisionTellsTheStatusThatTheOriginAnswered() {
        stage.publish("http://example.com/");
        stage.report(only(stage.releases()), FetchOutcome.FETCHED);
        assertThat(stage.decisions()).extracting(CrawlDecision::getStatus).containsExactly(null, 200);
    }

    @Test
    void anIdleOriginIsForgottenAfterItsRetention() {
        stage.policy("example.com", "{\"retention_micros\": 60000000}");
        stage.publish("http://example.com/");
        stage.report(only(stage.releases()), FetchOutcome.FETCHED);
        stage.advance(Duration.ofSeconds(60));
        assertThat(stage.gauged(MeterNames.ORIGINS)).isEqualTo(1);
        stage.advance(Duration.ofSeconds(10));
        assertThat(stage.gauged(MeterNames.ORIGINS)).isZero();
        assertThat(stage.decisions()).extracting(CrawlDecision::getKind).endsWith(DecisionKind.FORGOTTEN);
    }

    private static <T> T only(List<T> values) {
        assertThat(values).hasSize(1);
        return values.get(0);
    }
}

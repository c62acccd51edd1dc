package org.decorum.stage.topology;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.decorum.schema.CrawlRelease;
import org.decorum.schema.FetchOutcome;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What requests cost and how fast they go, by the policy in force when they are released. */
class CostAndProfileTest {

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
    void rulesThatChangeActOnWhatIsHeld() {
        for (int i = 0; i < 3; i++) {
            stage.publish("{\"url\": \"http://example.com/find?q=" + i + "\", \"kind\": \"page\"}");
        }
        stage.publish("{\"url\": \"http://example.com/find?q=own\", \"cost\": 7}");
        assertThat(costs(stage.releases())).containsExactly("2 kind:page");
        stage.policy("example.com", "{\"cost_rules\": [{\"path\": \"/find*\", \"query\": \"q\", \"cost\": 3}]}");
        stage.advance(Duration.ofSeconds(10));
        assertThat(costs(stage.releases())).containsExactly("3 path:/find*,query:q");
        stage.policy("example.com", "{\"cost_rules\": []}");
        stage.advance(Duration.ofSeconds(25));
        assertThat(costs(stage.releases())).containsExactly("1 default", "7 request");
    }

    @Test
    void theContentTypeOfAnAnswerPricesTheUrlsOfItsShape() {
        stage.policy("example.com", "{\"cost_rules\": [{\"content_type\": \"image/*\", \"cost\": 3}]}");
        stage.publish("http://example.com/img/1.png");
        CrawlRelease first = stage.releases().get(0);
        assertThat(first.getCostRule()).isEqualTo("default");
        stage.answered(first, "image/png");
        stage.publish("http://example.com/img/2.png");
        stage.publish("http://example.com/img/2.html");
        stage.advance(Duration.ofSeconds(21));
        assertThat(costs(stage.releases())).containsExactly("3 content-type:image/*", "1 default");
    }

    @Test
    void aBucketIsPacedByItsProfileUnderBothItsNames() {
        for (int i = 0; i < 15; i++) {
            stage.publish("https://books.s3.amazonaws.com/" + i);
            stage.publish("https://s3.amazonaws.com/books/" + i);
        }
        stage.advance(Duration.ofMillis(600));
        List<CrawlRelease> released = stage.releases();
        assertThat(released).extracting(CrawlRelease::getOriginKey).containsOnly("s3:books");
        assertThat(released).hasSize(30);
    }

    @Test
    void aProfileThatAPolicyNamesActsOnWhatIsHeld() {
        for (int i = 0; i < 10; i++) {
            stage.publish("http://example.com/" + i);
        }
        assertThat(stage.releases()).hasSize(1);
        stage.policy("*.com", "{\"profile\": \"cdn\"}");
        stage.advance(Duration.ofMillis(5_000));
        assertThat(stage.releases()).hasSize(9);
    }

    @Test
    void aPolicyGivesAPriorityToRequestsThatNameNone() {
        stage.policy("example.com", "{\"priority\": 8}");
        stage.publish("{\"url\": \"http://example.com/first\"}");
        stage.publish("{\"url\": \"http://example.com/seven\", \"priority\": 7}");
        stage.publish("http://example.com/none");
        stage.advance(Duration.ofSeconds(11));
        List<CrawlRelease> released = stage.releases();
        assertThat(released)
                .extracting(CrawlRelease::getUrl)
                .containsExactly("http://example.com/first", "http://example.com/none", "http://example.com/seven");
        assertThat(released).extracting(CrawlRelease::getPriority).containsExactly(8, 8, 7);
    }

    @Test
    void aPolicyMakesACrawlDelayCountFromTheEndOfARequest() {
        stage.feedback("{\"outcome\": \"ROBOTS\", \"origin_key\": \"example.com\", \"crawl_delay_micros\": 20000000}"
                .getBytes(UTF_8));
        stage.policy("example.com", "{\"crawl_delay\": \"FINISH_TO_START\"}");
        stage.publish("http://example.com/1");
        stage.publish("http://example.com/2");
        stage.advance(Duration.ofSeconds(30));
        CrawlRelease first = stage.releases().get(0);
        assertThat(stage.releases()).as("the first is out").isEmpty();
        stage.report(first, FetchOutcome.FETCHED);
        stage.advance(Duration.ofSeconds(20));
        assertThat(stage.releases())
                .singleElement()
                .extracting(CrawlRelease::getReleaseAt)
                .isEqualTo(StageHarness.START.plusSeconds(50));
    }

    @Test
    void aPolicySaysHowLongToLeaveAnOriginAlone() {
        stage.policy("example.com", "{\"backoff_initial_micros\": 7000000}");
        stage.publish("http://example.com/");
        CrawlRelease first = stage.releases().get(0);
        stage.feedback(
                ("{\"outcome\": \"FETCHED\", \"origin_key\": \"example.com\", \"status\": 503, \"booking_id\": \""
                                + first.getBookingId() + "\"}")
                        .getBytes(UTF_8));
        assertThat(Duration.between(StageHarness.START, stage.holds().get(0).getHoldUntil()))
                .isBetween(Duration.ofSeconds(7), Duration.ofMillis(7_700));
    }

    private static List<String> costs(List<CrawlRelease> releases) {
        return releases.stream()
                .map(release -> release.getCost() + " " + release.getCostRule())
                .toList();
    }
}

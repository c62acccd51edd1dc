package org.decorum.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.decorum.fetch.Samples.ORIGIN;

import java.util.Arrays;
import java.util.Map;
import org.decorum.core.rate.Micros;
import org.decorum.schema.CrawlRelease;
import org.decorum.schema.FetchFeedback;
import org.decorum.schema.FetchOutcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FeedbackTest {

    private final CrawlRelease release = Samples.release(7, ORIGIN, 1_000_000, 250_000, 5_000_000);

    @Test
    void anAnswerCarriesItsStatusAndHeadersVerbatim() {
        AnswerHeaders headers = Samples.headers(
                Map.of("retry-after", " 120", "date", "Sun, 06 Nov", "content-type", "text/html; charset=x"));
        FetchFeedback feedback =
                Feedback.of(release, new FetchResult.Fetched(503, 1_000_123, 1_040_456, headers, null), "me");

        assertThat(feedback.getOutcome()).isEqualTo(FetchOutcome.FETCHED);
        assertThat(feedback.getStatus()).isEqualTo(503);
        assertThat(feedback.getRetryAfter()).isEqualTo(" 120");
        assertThat(feedback.getDate()).isEqualTo("Sun, 06 Nov");
        assertThat(feedback.getContentType()).isEqualTo("text/html; charset=x");
        assertThat(feedback.getHeaders()).isEmpty();
        assertThat(feedback.getStartedAt()).isEqualTo(Micros.toInstant(1_000_123));
        assertThat(feedback.getFinishedAt()).isEqualTo(Micros.toInstant(1_040_456));
        assertThat(feedback.getBookingId()).isEqualTo("booking-7");
        assertThat(feedback.getRequestId()).isEqualTo("request-7");
        assertThat(feedback.getOriginKey()).isEqualTo(ORIGIN);
        assertThat(feedback.getFetcherId()).isEqualTo("me");
        assertThat(feedback.getError()).isNull();
    }

    @Test
    void headersThatTellWhetherACacheAnsweredAreSentAndNoOthers() {
        AnswerHeaders headers = Samples.headers(Map.of("age", "12", "x-cache", "Hit from c", "set-cookie", "secret"));
        FetchFeedback feedback = Feedback.of(release, new FetchResult.Fetched(200, 1, 2, headers, null), "me");

        assertThat(feedback.getHeaders()).isEqualTo(Map.of("age", "12", "x-cache", "Hit from c"));
    }

    @Test
    void aFailureBeforeTheRequestHasNoStart() {
        FetchFeedback feedback =
                Feedback.of(release, new FetchResult.Failed(FailReason.SSRF_BLOCKED, "10.0.0.1", null, 5), "me");

        assertThat(feedback.getOutcome()).isEqualTo(FetchOutcome.FAILED);
        assertThat(feedback.getStartedAt()).isNull();
        assertThat(feedback.getError()).isEqualTo("ssrf blocked: 10.0.0.1");
    }

    @Test
    void aMissSaysWhy() {
        FetchFeedback feedback = Feedback.of(release, new FetchResult.Missed(MissReason.READ_LATE), "me");

        assertThat(feedback.getOutcome()).isEqualTo(FetchOutcome.MISSED_SLOT);
        assertThat(feedback.getError()).isEqualTo("read late");
        assertThat(feedback.getMissReason()).isEqualTo(org.decorum.schema.MissReason.READ_LATE);
        assertThat(feedback.getStatus()).isNull();
    }

    @ParameterizedTest
    @EnumSource
    void everyReasonOfAMissHasItsNameInTheFeedback(MissReason reason) {
        FetchFeedback feedback = Feedback.of(release, new FetchResult.Missed(reason), "me");

        assertThat(feedback.getMissReason()).hasToString(reason.name());
    }

    @Test
    void theFeedbackKnowsNoOtherReasonsOfAMiss() {
        assertThat(Arrays.stream(org.decorum.schema.MissReason.values()).map(Enum::name))
                .containsExactlyInAnyOrderElementsOf(
                        Arrays.stream(MissReason.values()).map(Enum::name).toList());
    }

    @Test
    void whatWasNotMissedHasNoReason() {
        assertThat(Feedback.of(release, FetchResult.Fetched.of(200, 1, 2), "me").getMissReason())
                .isNull();
    }

    @Test
    void robotsSpeakForTheirSiteAndForNoRelease() {
        FetchFeedback feedback = Feedback.ofRobots(ORIGIN, "shop.example.org", 7_000_000L, "me");

        assertThat(feedback.getOutcome()).isEqualTo(FetchOutcome.ROBOTS);
        assertThat(feedback.getSiteKey()).isEqualTo("shop.example.org");
        assertThat(feedback.getCrawlDelayMicros()).isEqualTo(7_000_000L);
        assertThat(feedback.getBookingId()).isNull();
        assertThat(Feedback.ofRobots(ORIGIN, ORIGIN, null, "me").getCrawlDelayMicros())
                .isNull();
    }

    @Test
    void whatAServerSaysIsClipped() {
        FetchFeedback feedback = Feedback.of(
                release,
                new FetchResult.Fetched(
                        429,
                        1,
                        2,
                        Samples.headers(Map.of("retry-after", "9".repeat(9_999), "x-cache", "HIT".repeat(9_999))),
                        "x".repeat(9_999)),
                "me");

        assertThat(feedback.getRetryAfter()).hasSizeLessThanOrEqualTo(200);
        assertThat(feedback.getHeaders().get("x-cache")).hasSize(500);
        assertThat(feedback.getError()).hasSizeLessThanOrEqualTo(500);
    }
}

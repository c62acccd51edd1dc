package org.decorum.fetch.robots;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okio.ByteString;
import org.decorum.fetch.AnswerHeaders;
import org.decorum.fetch.FailReason;
import org.decorum.fetch.FetchResult;
import org.decorum.fetch.MissReason;
import org.decorum.fetch.http.Page;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SiteRobotsTest {

    private static final long T0 = 1_000_000_000L;
    private static final long SECOND = 1_000_000;
    private static final HttpUrl PAGE = HttpUrl.get("https://example.org:8443/deep/page?q=1");
    private static final String FILE = "User-agent: *\nDisallow: /private\nCrawl-delay: 2.5\n";

    private final SiteRobots site = new SiteRobots(SiteRobots.placeFor(PAGE));

    @Test
    void robotsTxtIsThatOfSchemeHostAndPort() {
        assertThat(ask(T0)).isEqualTo("https://example.org:8443/robots.txt");
    }

    @Test
    void whileItIsAskedForNobodyElseAsksAndNothingIsSent() {
        ask(T0);

        assertThat(waiting(T0).retryAfter()).as("its next slot may be at once").isNull();
        assertThat(waiting(T0).startedAtMicros()).isNull();
    }

    @Test
    void aFileIsObeyedForADayAndThenReadAgain() {
        ask(T0);
        FetchResult.Robots answer = (FetchResult.Robots) answer(200, FILE, Map.of(), T0);
        assertThat(answer.crawlDelayMicros()).isEqualTo(2_500_000);
        assertThat(answer.startedAtMicros()).isEqualTo(1);
        assertThat(answer.retryAfter()).isNull();

        assertThat(obeyed(T0 + 86_399 * SECOND).allows("https://example.org:8443/private"))
                .isFalse();
        assertThat(ask(T0 + 86_400 * SECOND)).isEqualTo("https://example.org:8443/robots.txt");
    }

    @ParameterizedTest
    @CsvSource({
        "max-age=3600, 3600",
        "'public, max-age=900, x', 900",
        "max-age=1, 300",
        "max-age=999999999, 86400",
        "no-store, 300",
        "'No-Cache, max-age=99999', 300",
        "s-maxage=60, 86400",
        "max-age=oops, 86400"
    })
    void aShorterMaxAgeCountsBetweenFiveMinutesAndADay(String control, long seconds) {
        ask(T0);
        answer(200, FILE, Map.of("Cache-Control", control), T0);

        assertThat(site.next(T0 + seconds * SECOND - 1)).isInstanceOf(SiteRobots.Obey.class);
        assertThat(site.next(T0 + seconds * SECOND)).isInstanceOf(SiteRobots.Ask.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 404, 410, 451})
    void whereThereIsNoFileEverythingIsAllowed(int status) {
        ask(T0);
        answer(status, FILE, Map.of(), T0);

        assertThat(obeyed(T0 + 1).allows("https://example.org:8443/private")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 503})
    void anOverloadedSiteIsReportedAsSuchAndAskedAgainSoonerThanAnUnknownOne(int status) {
        ask(T0);
        FetchResult.Robots answer = (FetchResult.Robots) answer(status, "", Map.of("Retry-After", "77"), T0);

        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.retryAfter()).isEqualTo("77");
        assertThat(site.next(T0 + 9 * SECOND)).isInstanceOf(SiteRobots.Wait.class);
        assertThat(ask(T0 + 10 * SECOND)).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(ints = {304, 500, 502, 504, 600})
    void whatSaysNothingForbidsEverythingForAWhile(int status) {
        ask(T0);
        FetchResult.Robots answer = (FetchResult.Robots) answer(status, FILE, Map.of(), T0);

        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.retryAfter()).isEqualTo("600");
        assertThat(waiting(T0 + 599 * SECOND + 1).retryAfter()).as("rounded up").isEqualTo("1");
        assertThat(ask(T0 + 600 * SECOND)).isNotNull();
    }

    @Test
    void whatWasBookedFasterBeforeTheStageHeardOfTheDelayGoesBack() {
        ask(T0);
        answer(200, FILE, Map.of(), T0);

        assertThat(site.tooFast(T0 - SECOND, 2_499_999)).hasValueSatisfying(result -> {
            assertThat(((FetchResult.Robots) result).retryAfter()).isNull();
            assertThat(((FetchResult.Robots) result).startedAtMicros()).isNull();
        });
        assertThat(site.tooFast(T0 + SECOND - 1, 2_499_999))
                .as("the report is on its way")
                .isPresent();
        assertThat(site.tooFast(T0 + SECOND, 2_499_999)).as("a policy wants it").isEmpty();
        assertThat(site.tooFast(T0 - SECOND, 2_500_000)).as("slow enough").isEmpty();
    }

    @Test
    void withoutADelayNothingWasBookedTooFast() {
        assertThat(site.tooFast(T0, 0)).as("nothing was read").isEmpty();
        ask(T0);
        answer(200, "User-agent: *\nDisallow:\n", Map.of(), T0);

        assertThat(site.tooFast(T0, 0)).isEmpty();
    }

    @Test
    void aFileThatWasReadBeforeStaysInForceWhileNothingIsKnown() {
        ask(T0);
        answer(200, FILE, Map.of(), T0);
        long later = T0 + 86_400 * SECOND;
        ask(later);
        FetchResult.Robots answer = (FetchResult.Robots) answer(500, "", Map.of(), later);

        assertThat(answer.retryAfter()).isNull();
        assertThat(obeyed(later + 599 * SECOND).allows("https://example.org:8443/private"))
                .isFalse();
        assertThat(ask(later + 600 * SECOND)).isNotNull();
    }

    @Test
    void aRedirectIsFollowedSlotBySlotFiveTimes() {
        for (int hop = 1; hop <= 5; hop++) {
            ask(T0);
            FetchResult.Robots answer = (FetchResult.Robots) answer(301, "", Map.of("Location", "/hop" + hop), T0);
            assertThat(answer.retryAfter()).isNull();
        }
        assertThat(ask(T0)).isEqualTo("https://example.org:8443/hop5");
        FetchResult.Robots last = (FetchResult.Robots) answer(301, "", Map.of("Location", "/hop6"), T0);

        assertThat(last.retryAfter()).isEqualTo("600");
        assertThat(last.note()).contains("[6/5]");
        assertThat(ask(T0 + 600 * SECOND)).as("from the start").isEqualTo("https://example.org:8443/robots.txt");
    }

    @Test
    void aRedirectThatMustNotBeFollowedAllowsNothing() {
        ask(T0);
        answer(302, "", Map.of("Location", "http://127.0.0.1/robots.txt"), T0);
        assertThat(ask(T0)).isEqualTo("http://127.0.0.1/robots.txt");
        FetchResult result = site.answered(
                new FetchResult.Failed(FailReason.SSRF_BLOCKED, "127.0.0.1 (loopback)", null, 2), null, null, "b", T0);

        assertThat(((FetchResult.Robots) result).retryAfter()).isEqualTo("600");
        assertThat(site.next(T0 + 1)).isInstanceOf(SiteRobots.Wait.class);
    }

    @Test
    void aSiteThatCannotBeReachedAtAllFailsItsPages() {
        ask(T0);
        FetchResult.Failed failed = new FetchResult.Failed(FailReason.DNS, "no such host", null, 2);

        assertThat(site.answered(failed, null, null, "b", T0)).isEqualTo(failed);
        assertThat(site.next(T0)).isInstanceOf(SiteRobots.Ask.class);
    }

    @Test
    void aBodyThatBrokeIsNoFile() {
        ask(T0);
        FetchResult result = site.answered(fetched(200, Map.of()), null, null, "b", T0);

        assertThat(((FetchResult.Robots) result).retryAfter()).isEqualTo("600");
    }

    @Test
    void aMissedSlotIsOnlyAMissedSlot() {
        ask(T0);
        FetchResult.Missed missed = new FetchResult.Missed(MissReason.STARTED_LATE);

        assertThat(site.answered(missed, null, null, "b", T0)).isEqualTo(missed);
        assertThat(site.next(T0)).isInstanceOf(SiteRobots.Ask.class);
    }

    private String ask(long nowMicros) {
        return ((SiteRobots.Ask) site.next(nowMicros)).url().toString();
    }

    private FetchResult.Robots waiting(long nowMicros) {
        return ((SiteRobots.Wait) site.next(nowMicros)).result();
    }

    private RobotsFile obeyed(long nowMicros) {
        return ((SiteRobots.Obey) site.next(nowMicros)).file();
    }

    private FetchResult answer(int status, String body, Map<String, String> headers, long nowMicros) {
        Page page = new Page(status, Headers.of(headers), ByteString.encodeUtf8(body), false);
        return site.answered(fetched(status, headers), null, page, "ourbot/1.0", nowMicros);
    }

    private static FetchResult.Fetched fetched(int status, Map<String, String> headers) {
        Headers all = Headers.of(headers);
        return new FetchResult.Fetched(status, 1, 2, AnswerHeaders.of(all::get), null);
    }
}

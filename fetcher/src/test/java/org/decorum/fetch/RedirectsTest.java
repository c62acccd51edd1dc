package org.decorum.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.decorum.schema.CrawlRelease;
import org.decorum.schema.CrawlRequest;
import org.decorum.wire.input.RequestDecoder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedirectsTest {

    private final Redirects redirects = new Redirects(10);
    private final CrawlRelease release = Samples.release(1, "example.org", 0, 1, 1);

    @ParameterizedTest
    @CsvSource({
        "https://example.org/a/b?q=1, ../c, https://example.org/c",
        "https://example.org/a/b?q=1, ?q=2, https://example.org/a/b?q=2",
        "https://example.org/a/b?q=1, //other.example/x, https://other.example/x",
        "https://example.org/a, http://example.org/a, http://example.org/a",
        "https://example.org/a, https://example.org/a#part, https://example.org/a",
        "https://example.org/a, '  /spaced  ', https://example.org/spaced",
        "https://example.org/a, /ä b, https://example.org/%C3%A4%20b",
        "https://example.org/a, \\\\other.example\\x, https://other.example/x",
        "https://example.org/a, HTTP://OTHER.example:80, http://other.example/",
        "https://example.org/a, http://127.0.0.1/, http://127.0.0.1/",
        "https://example.org/a, '', https://example.org/a"
    })
    void aTargetIsResolvedAgainstTheUrlThatNamedItAndLosesItsFragment(String url, String location, String target) {
        release.setUrl(url);

        assertThat(onward(location).getUrl()).isEqualTo(target);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"ftp://example.org/", "javascript:alert(1)", "mailto:a@example.org", "http://", "http://a b/"})
    void aTargetThatCannotBeFetchedIsReportedAndNotPublished(String location) {
        assertThat(deadEnd(location)).contains(location);
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 304, 305, 404})
    void anAnswerThatIsNoRedirectLeadsNowhereEvenWithALocation(int status) {
        AnswerHeaders headers = Samples.headers(Map.of("location", "/b"));

        assertThat(redirects.of(release, new FetchResult.Fetched(status, 1, 2, headers, null)))
                .isEmpty();
    }

    @Test
    void aRedirectWithoutALocationLeadsNowhere() {
        assertThat(redirects.of(release, FetchResult.Fetched.of(302, 1, 2))).isEmpty();
    }

    @Test
    void theTargetKeepsWhatThePublisherSaid() {
        CrawlRequest onward = onward("/b");

        assertThat(onward.getMetadata()).isEqualTo(Map.of("job", "42"));
        assertThat(onward.getPriority()).isEqualTo(7);
        assertThat(onward.getKind()).isEqualTo("page");
        assertThat(onward.getCost()).as("by rule, not by the publisher").isNull();
        release.setCostRule("request");
        release.setCost(9);
        assertThat(onward("/b").getCost()).isEqualTo(9);
    }

    @Test
    void aRepeatHasTheSameIdAndEveryHopAnother() {
        assertThat(onward("/b").getRequestId()).isEqualTo("request-1/r1");
        assertThat(onward("/c").getRequestId()).isEqualTo("request-1/r1");
        release.setRedirects(1);
        release.setRequestId("request-1/r1");
        assertThat(onward("/b").getRequestId()).isEqualTo("request-1/r2");
    }

    @Test
    void aPublishersOwnIdThatLooksLikeAHopStaysWhole() {
        release.setRequestId("mine/r1");

        assertThat(onward("/b").getRequestId()).isEqualTo("mine/r1/r1");
    }

    @Test
    void idsStayWithinTheirLimitAndApart() {
        release.setRequestId("x".repeat(RequestDecoder.REQUEST_ID_CHARS_MAX - 1) + "y");
        String one = onward("/b").getRequestId();
        release.setRequestId("x".repeat(RequestDecoder.REQUEST_ID_CHARS_MAX - 1) + "z");

        assertThat(one).hasSizeLessThanOrEqualTo(RequestDecoder.REQUEST_ID_CHARS_MAX);
        assertThat(onward("/b").getRequestId()).isNotEqualTo(one);
    }

    @Test
    void aLoopEnds() {
        release.setRedirects(9);
        assertThat(onward("/a").getRedirects()).isEqualTo(10);
        release.setRedirects(10);
        assertThat(deadEnd("/a")).isEqualTo("redirects: [11/10], the last to /a");
    }

    @Test
    void aTargetThatNoStageTakesIsReportedAndNotPublished() {
        assertThat(deadEnd("/" + "x".repeat(8_190))).isEqualTo("redirect to a URL of [8210/8192] bytes");
    }

    @Test
    void withoutHopsNothingIsPublished() {
        assertThat(new Redirects(0).of(release, Samples.redirect("/b")))
                .contains(new Redirects.DeadEnd("redirect to /b"));
        assertThatThrownBy(() -> new Redirects(-1)).hasMessage("redirects: -1 (expected: 0 to 1000)");
    }

    private CrawlRequest onward(String location) {
        return ((Redirects.Onward)
                        redirects.of(release, Samples.redirect(location)).orElseThrow())
                .request();
    }

    private String deadEnd(String location) {
        return ((Redirects.DeadEnd)
                        redirects.of(release, Samples.redirect(location)).orElseThrow())
                .why();
    }
}

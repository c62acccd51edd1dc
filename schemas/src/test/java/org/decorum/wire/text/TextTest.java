package org.decorum.wire.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextTest {

    private static final List<String> KNOWN = List.of("url", "priority", "not_before", "request_id");

    @Test
    void anExcerptIsOneShortPrintableLine() {
        assertThat(Excerpt.of("plain é")).isEqualTo("plain é");
        assertThat(Excerpt.of("a\nb\u001b[31m\ud800")).isEqualTo("a\\u000ab\\u001b[31m\\ud800");
        assertThat(Excerpt.of("x".repeat(1_000_000))).isEqualTo("x".repeat(64) + "… (1,000,000 characters)");
    }

    @Test
    void aFailureShowsItsKindAndItsMessageIfItHasOne() {
        assertThat(Excerpt.of(new IOException("gone"))).isEqualTo("IOException, gone");
        assertThat(Excerpt.of(new IOException())).isEqualTo("IOException");
        assertThat(Excerpt.of(new IOException("y".repeat(500)))).hasSizeLessThan(250);
    }

    @Test
    void theClosestNameIsTheOneProbablyMeant() {
        assertThat(Closest.to("ulr", KNOWN)).contains("url");
        assertThat(Closest.to("prioritty", KNOWN)).contains("priority");
        assertThat(Closest.to("notBefore", KNOWN)).contains("not_before");
        assertThat(Closest.to("requestId", KNOWN)).contains("request_id");
    }

    @Test
    void farFromEveryNameThereIsNone() {
        assertThat(Closest.to("temperature", KNOWN)).isEmpty();
        assertThat(Closest.to("x".repeat(100_000), KNOWN)).isEmpty();
        assertThat(Closest.to("", KNOWN)).isEmpty();
    }
}

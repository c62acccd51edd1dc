package org.decorum.fetch.robots;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class RobotsFileTest {

    private static final String PLACE = "https://example.org/robots.txt";

    static Stream<Arguments> delays() throws IOException {
        try (InputStream table =
                Objects.requireNonNull(RobotsFileTest.class.getResourceAsStream("/robots/crawl-delays.tsv"))) {
            return new String(table.readAllBytes(), UTF_8)
                    .lines()
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .map(line -> line.split("\t", -1))
                    .map(cells -> Arguments.of(unescape(cells[2]), cells[0], cells[1]));
        }
    }

    @ParameterizedTest
    @MethodSource("delays")
    void aDelayIsTheSlowestThatTheFileAsksThisCrawlerFor(String file, String agent, String seconds) {
        RobotsFile robots = parse(file, agent);

        assertThat(robots.crawlDelayMicros())
                .isEqualTo(seconds.equals("NONE") ? OptionalLong.empty() : OptionalLong.of(micros(seconds)));
        if (!file.contains("isallow")) {
            assertThat(robots.allows("https://example.org/"))
                    .as("a delay forbids nothing")
                    .isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "Mozilla/5.0, /private/a, false",
        "ourbot/1.0 (+https://bot.example/), /private/a, true",
        "ourbot/1.0 (+https://bot.example/), /tmp/a, false",
        "OURBOT, /tmp/a, false",
        "ourbotnews, /private/open, true",
        "ourbotnews, /robots.txt, true",
        "ourbotnews, /private/a.html?x=1, false"
    })
    void theGroupThatNamesTheCrawlerCountsAndTheLongestRuleWins(String agent, String path, boolean allowed) {
        String file =
                "User-agent: *\nDisallow: /private/\nAllow: /private/open\n\nUser-agent: ourbot\nDisallow: /tmp/\n";

        assertThat(parse(file, agent).allows("https://example.org" + path)).isEqualTo(allowed);
    }

    @Test
    void sitemapsAreToldToEverybody() {
        RobotsFile robots = parse("Sitemap: https://example.org/one.xml\nSitemap: /two.xml\n", "ourbot");

        assertThat(robots.sitemaps()).containsExactly("https://example.org/one.xml", "https://example.org/two.xml");
    }

    @Test
    void whatIsBeyondTheLimitDoesNotCountNorDoesALineThatIsCut() {
        String line = "Disallow: /a/" + "x".repeat(1_000) + "\n";
        String file = "User-agent: *\n" + line.repeat(RobotsFile.BYTES_MAX / line.length()) + "Disallow: /b\n" + line;
        int cut = RobotsFile.BYTES_MAX;
        String tail = file.substring(0, cut);
        RobotsFile robots = parse(tail + "Disallow: /late\nCrawl-delay: 9\n", "ourbot");

        assertThat(robots.bytes()).isLessThanOrEqualTo(RobotsFile.BYTES_MAX);
        assertThat(robots.allows("https://example.org/late")).isTrue();
        assertThat(robots.crawlDelayMicros()).isEmpty();
    }

    @Test
    void aByteOrderMarkHidesNothing() {
        assertThat(parse("\uFEFFUser-agent: *\nCrawl-delay: 7\n", "ourbot").crawlDelayMicros())
                .hasValue(7_000_000);
    }

    private static RobotsFile parse(String file, String agent) {
        return RobotsFile.parse(file.getBytes(UTF_8), PLACE, agent);
    }

    private static long micros(String seconds) {
        return new BigDecimal(seconds)
                .movePointRight(6)
                .toBigInteger()
                .min(BigInteger.valueOf(Long.MAX_VALUE))
                .longValueExact();
    }

    private static String unescape(String cell) {
        return cell.replace("\\n", "\n").replace("\\r", "\r").replace("\\t", "\t");
    }
}

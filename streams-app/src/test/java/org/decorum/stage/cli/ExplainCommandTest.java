package org.decorum.stage.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExplainCommandTest {

    private static final String FILE = """
            User-agent: *
            Crawl-delay: 2.5
            Disallow: /private
            Sitemap: https://example.com/sitemap.xml
            """;

    @TempDir
    Path directory;

    @Test
    void aRobotsFileIsToldAsOneCrawlerReadsIt() throws IOException {
        Run run = Run.of(
                "explain",
                "--robots",
                robots(),
                "--agent",
                "ourbot/1.0",
                "https://e.example/private/a",
                "https://e.example/b");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out().lines())
                .containsExactly(
                        "crawl delay  2500000  (microseconds)",
                        "sitemap      https://example.com/sitemap.xml",
                        "disallowed   https://e.example/private/a",
                        "allowed      https://e.example/b");
    }

    @Test
    void aListAgainstARobotsFileIsOneLineEach() throws IOException {
        Path urls = Files.writeString(directory.resolve("urls"), "https://e.example/private\nhttps://e.example/\n");
        Run run = Run.of("explain", "--robots", robots(), "--agent", "ourbot", "--tsv", urls.toString(), "--header");

        assertThat(run.out().lines())
                .containsExactly(
                        "#input\tverdict\tcrawl_delay_micros",
                        "https://e.example/private\tDISALLOWED\t2500000",
                        "https://e.example/\tALLOWED\t2500000");
    }

    @Test
    void aRobotsFileIsReadForSomebody() throws IOException {
        Run run = Run.of("explain", "--robots", robots());

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("--agent: missing");
    }

    @ParameterizedTest
    @CsvSource({
        "120, '', read as      120 s, 120.000 s  (as asked)",
        "'Sun, 29 Nov 2026 12:02:00 GMT', '', read as      120 s, 120.000 s  (as asked)",
        "'Sun, 29 Nov 2026 12:02:00 GMT', 'Sun, 29 Nov 2026 12:01:00 GMT', read as      60 s, 60.000 s  (as asked)",
        "99999999999, '', read as      99999999999 s, 86400.000 s  (the policy's longest)",
        "1.5, '', read as      INVALID, 60.000 s  (the first rung",
        "0, '', read as      0 s, 60.000 s  (the first rung"
    })
    void aRetryAfterIsToldWithThePauseThatFollows(String header, String date, String read, String pause) {
        Run run = date.isEmpty()
                ? Run.of("explain", "--retry-after", header, "--now", "2026-11-29T12:00:00Z")
                : Run.of("explain", "--retry-after", header, "--now", "2026-11-29T12:00:00Z", "--date", date);

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains(read, "pause        " + pause);
    }

    @Test
    void aMomentThatIsNoneIsAUsageError() {
        Run run = Run.of("explain", "--retry-after", "120", "--now", "noon");

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("--now: noon (expected: an instant");
    }

    @ParameterizedTest
    @CsvSource({"'our\nbot'", "'größe/1'", "' '", "''", "'(no token)'"})
    void aUserAgentThatIsNoHeaderIsRefusedBeforeAnythingStarts(String agent) {
        Run run = Run.of("fetch", "--user-agent", agent);

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("user agent: ", "expected: a name");
    }

    private String robots() throws IOException {
        return Files.writeString(directory.resolve("robots.txt"), FILE).toString();
    }
}

package org.decorum.stage.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
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
    void aRunningStageTellsWhatItKnowsOfTheOriginNow() throws IOException {
        HttpServer stage = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        stage.createContext("/origins/", exchange -> {
            boolean known = exchange.getRequestURI().getPath().equals("/origins/a.example");
            byte[] body = """
                    {"origin_key":"a.example","waiting":7,"in_flight":3,"epoch":2,"interval_micros":21400,
                     "in_flight_max":9,"parallelism":8.04,"normal_latency_micros":20300,
                     "hold_until":"2026-11-29T12:00:00Z","hold_cause":"failures","a_field_of_tomorrow":1,"sites":[]}
                    """.getBytes(UTF_8);
            exchange.sendResponseHeaders(known ? 200 : 404, known ? body.length : -1);
            if (known) {
                exchange.getResponseBody().write(body);
            }
            exchange.close();
        });
        stage.start();
        try {
            String url = "http://127.0.0.1:" + stage.getAddress().getPort();
            Run run = Run.of("explain", "--stage", url, "https://a.example/x", "https://b.example/", "mailto:x");

            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(run.out())
                    .contains(
                            "7 waiting, 3 released and not reported yet, at most 9 at the origin, epoch 2",
                            "one unit of cost each 21.400 ms, next start at once",
                            "20.300 ms with nothing of ours waiting there; works on 8.0 at once",
                            "until 2026-11-29T12:00:00Z, since one request after another went wrong",
                            "nothing is known at " + url);
        } finally {
            stage.stop(0);
        }
    }

    @Test
    void aStageThatIsNoneIsAFailureOfOneLine() {
        Run notThere = Run.of("explain", "--stage", "http://127.0.0.1:1", "https://a.example/x");
        assertThat(notThere.exitCode()).isEqualTo(1);
        assertThat(notThere.err().lines())
                .singleElement()
                .asString()
                .contains("--stage http://127.0.0.1:1: nobody answers there");
        Run noUrl = Run.of("explain", "--stage", "localhost:8080", "https://a.example/x");
        assertThat(noUrl.exitCode()).isEqualTo(2);
        assertThat(noUrl.err()).contains("--stage: localhost:8080 (expected: a URL such as http://127.0.0.1:8080)");
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

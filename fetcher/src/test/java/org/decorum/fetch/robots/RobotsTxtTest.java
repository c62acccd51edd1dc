package org.decorum.fetch.robots;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.decorum.fetch.FetchResult;
import org.decorum.fetch.Fetcher;
import org.decorum.fetch.MissReason;
import org.decorum.fetch.Permit;
import org.decorum.fetch.http.OkHttpFetcher;
import org.decorum.fetch.http.Page;
import org.decorum.fetch.http.Route;
import org.decorum.schema.CrawlRelease;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RobotsTxtTest {

    private static final Permit OPEN = () -> new Permit.Go(42);

    private final BlockingQueue<String> requests = new LinkedBlockingQueue<>();
    private final BlockingQueue<Page> pages = new LinkedBlockingQueue<>();
    private final Map<String, String> files = new HashMap<>();
    private final Map<String, String> moved = new HashMap<>();
    private HttpServer server;
    private OkHttpFetcher http;
    private Fetcher fetcher;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        server.createContext("/", this::handle);
        server.start();
        http = OkHttpFetcher.builder()
                .userAgent("ourbot/1.0")
                .route(Route.allTo(server.getAddress()))
                .onPage((release, page) -> pages.add(page))
                .build();
        fetcher = RobotsTxt.readBy(http).obeyedBy(http);
    }

    @AfterEach
    void stop() {
        http.close();
        server.stop(0);
    }

    @Test
    void theFirstReleaseOfASiteGivesItsSlotToRobotsTxtAndTheNextOneGoes() throws Exception {
        files.put("a.example/robots.txt", "User-agent: ourbot\nCrawl-delay: 3\nDisallow: /private\n");
        FetchResult.Robots first = (FetchResult.Robots) fetch("http://a.example/page");
        assertThat(first.crawlDelayMicros()).isEqualTo(3_000_000);
        assertThat(first.status()).isEqualTo(200);
        assertThat(pages).as("robots.txt is no page").isEmpty();

        assertThat(fetch("http://a.example/page")).isInstanceOf(FetchResult.Fetched.class);
        assertThat(fetch("http://a.example/private/x")).isEqualTo(new FetchResult.Disallowed());
        assertThat(requests).containsExactly("a.example/robots.txt", "a.example/page");
        assertThat(pages).hasSize(1);
    }

    @Test
    void aPageThatWasBookedAtTheOldPaceIsNotSentSoonAfterRobotsTxt() throws Exception {
        files.put("a.example/robots.txt", "User-agent: *\nCrawl-delay: 3\n");
        fetch("http://a.example/page");
        CrawlRelease early = release("http://a.example/page");
        early.setMinGapMicros(300_000);
        FetchResult.Robots result = (FetchResult.Robots) fetch(early, OPEN);
        assertThat(result.startedAtMicros()).isNull();
        assertThat(requests).containsExactly("a.example/robots.txt");

        early.setReleasedAt(Instant.now().plusSeconds(60));
        assertThat(fetch(early, OPEN)).as("a policy wants it").isInstanceOf(FetchResult.Fetched.class);
    }

    @Test
    void eachSchemeAndPortHasItsOwn() throws Exception {
        fetch("http://a.example/page");
        fetch("http://a.example:8080/page");
        fetch("https://a.example/page");

        assertThat(requests)
                .containsExactly("a.example/robots.txt", "a.example:8080/robots.txt", "a.example/robots.txt");
    }

    @Test
    void theDelayOfOneHostIsNotAnothers() throws Exception {
        files.put("a.example/robots.txt", "User-agent: *\nCrawl-delay: 1\n");
        files.put("b.example/robots.txt", "User-agent: *\nCrawl-delay: 20\n");

        assertThat(((FetchResult.Robots) fetch("http://a.example/")).crawlDelayMicros())
                .isEqualTo(1_000_000);
        assertThat(((FetchResult.Robots) fetch("http://b.example/")).crawlDelayMicros())
                .isEqualTo(20_000_000);
    }

    @Test
    void aRedirectedFileTakesASlotForEachHop() throws Exception {
        moved.put("a.example/robots.txt", "http://www.a.example/robots.txt");
        files.put("www.a.example/robots.txt", "User-agent: *\nDisallow: /\n");
        assertThat(((FetchResult.Robots) fetch("http://a.example/page")).note()).contains("www.a.example");
        assertThat(requests).containsExactly("a.example/robots.txt");

        assertThat(fetch("http://a.example/page")).isInstanceOf(FetchResult.Robots.class);
        assertThat(requests).containsExactly("a.example/robots.txt", "www.a.example/robots.txt");
        assertThat(fetch("http://a.example/page")).isEqualTo(new FetchResult.Disallowed());
    }

    @Test
    void anotherOriginThatGaveNoSlotIsNotAskedForAFile() throws Exception {
        moved.put("a.example/robots.txt", "http://hub.example/a.txt");
        fetch("http://a.example/");
        FetchResult.Robots next = (FetchResult.Robots) fetch("http://a.example/");

        assertThat(requests).containsExactly("a.example/robots.txt");
        assertThat(next.startedAtMicros()).as("not sent").isNull();
        assertThat(next.retryAfter()).as("the site is left alone").isEqualTo("600");
        assertThat(next.note()).contains("hub.example");
    }

    @Test
    void aFileThatIsKnownAlreadyIsNotAskedForAgain() throws Exception {
        files.put("hub.example/robots.txt", "User-agent: *\nDisallow: /private\n");
        moved.put("a.example/robots.txt", "http://hub.example/robots.txt");
        fetch("http://hub.example/");
        fetch("http://a.example/");
        fetch("http://a.example/");

        assertThat(fetch("http://a.example/private")).isEqualTo(new FetchResult.Disallowed());
        assertThat(requests)
                .filteredOn(request -> request.equals("hub.example/robots.txt"))
                .hasSize(1);
    }

    @Test
    void aSlotThatIsGoneSendsNothingAndForgetsNothing() throws Exception {
        FetchResult.Missed missed = new FetchResult.Missed(MissReason.STARTED_LATE);

        assertThat(fetch("http://a.example/page", () -> new Permit.Stop(missed)))
                .isEqualTo(missed);
        assertThat(requests).isEmpty();
        assertThat(fetch("http://a.example/page")).isInstanceOf(FetchResult.Robots.class);
    }

    @Test
    void aReleaseThatComesWhileRobotsTxtIsReadIsNotSent() throws Exception {
        CompletableFuture<Permit.Entry> opens = new CompletableFuture<>();
        CompletableFuture<FetchResult> first =
                fetcher.fetch(release("http://a.example/1"), opens::join).toCompletableFuture();
        FetchResult.Robots second = (FetchResult.Robots) fetch("http://a.example/2");
        assertThat(second.startedAtMicros()).isNull();

        opens.complete(new Permit.Go(42));
        assertThat(first.get(20, TimeUnit.SECONDS)).isInstanceOf(FetchResult.Robots.class);
        assertThat(requests).containsExactly("a.example/robots.txt");
    }

    @Test
    void aUrlThatIsNoneIsLeftToTheFetcher() throws Exception {
        assertThat(fetch("no url")).isInstanceOf(FetchResult.Failed.class);
    }

    private void handle(HttpExchange exchange) throws IOException {
        String asked = exchange.getRequestHeaders().getFirst("Host") + exchange.getRequestURI();
        requests.add(asked);
        String target = moved.get(asked);
        String file = files.getOrDefault(asked, "");
        int status = asked.endsWith(".txt") && file.isEmpty() ? 404 : 200;
        if (target != null) {
            exchange.getResponseHeaders().set("Location", target);
            status = 301;
        }
        byte[] body = file.getBytes(UTF_8);
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    private FetchResult fetch(String url) throws Exception {
        return fetch(url, OPEN);
    }

    private FetchResult fetch(String url, Permit permit) throws Exception {
        return fetch(release(url), permit);
    }

    private FetchResult fetch(CrawlRelease release, Permit permit) throws Exception {
        return fetcher.fetch(release, permit).toCompletableFuture().get(20, TimeUnit.SECONDS);
    }

    /** One that was booked long ago, at the pace of the slowest file here. */
    private static CrawlRelease release(String url) {
        Instant now = Instant.EPOCH;
        String site = url.replaceFirst("^https?://", "").replaceFirst("[:/].*", "");
        return new CrawlRelease(
                "b", "r", url, site, site, 1, 0L, now, now, 20_000_000L, 0, 1, "default", now, Map.of(), 5, null, 0);
    }
}

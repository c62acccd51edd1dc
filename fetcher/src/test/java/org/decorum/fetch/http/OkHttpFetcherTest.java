package org.decorum.fetch.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPOutputStream;
import org.decorum.core.ssrf.CidrList;
import org.decorum.fetch.AnswerHeaders;
import org.decorum.fetch.FailReason;
import org.decorum.fetch.FetchResult;
import org.decorum.fetch.MicroClock;
import org.decorum.fetch.MissReason;
import org.decorum.fetch.Permit;
import org.decorum.schema.CrawlRelease;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OkHttpFetcherTest {

    private static final Permit OPEN = new Permit() {
        @Override
        public Entry enter() {
            return new Go(42);
        }

        @Override
        public long sent() {
            return 43;
        }
    };

    private final BlockingQueue<String> requests = new LinkedBlockingQueue<>();
    private final ExecutorService serverThreads = Executors.newCachedThreadPool();
    private HttpHandler handler = exchange -> respond(exchange, 200, "hello");
    private HttpServer server;

    @BeforeEach
    void startServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        server.setExecutor(serverThreads);
        server.createContext("/", exchange -> {
            requests.add(exchange.getRequestMethod() + " "
                    + exchange.getRequestHeaders().getFirst("Host") + exchange.getRequestURI());
            handler.handle(exchange);
        });
        server.start();
    }

    @AfterEach
    void stopServer() {
        server.stop(0);
        serverThreads.shutdownNow();
    }

    @Test
    void anAnswerIsReportedWithTheMomentItsRequestWasOnTheWire() throws Exception {
        handler = exchange -> {
            exchange.getResponseHeaders().set("Retry-After", "Sun, 06 Nov 1994 08:49:37 GMT");
            respond(exchange, 429, "slow down");
        };
        FetchResult result = fetch(routed(), "https://www.example.org/a?b=c", OPEN);

        FetchResult.Fetched fetched = (FetchResult.Fetched) result;
        assertThat(fetched.status()).isEqualTo(429);
        assertThat(fetched.startedAtMicros()).isEqualTo(43);
        assertThat(fetched.headers().get(AnswerHeaders.RETRY_AFTER)).isEqualTo("Sun, 06 Nov 1994 08:49:37 GMT");
        assertThat(fetched.headers().get(AnswerHeaders.DATE)).isNotNull();
        assertThat(requests).as("the URL's own host, over plain HTTP").containsExactly("GET www.example.org/a?b=c");
    }

    @Test
    void aFetchBeginsWhenItIsSentAndEndsWhenItsBodyIsInWhateverIsDoneBeforeAndAfter() throws Exception {
        MicroClock now = MicroClock.SYSTEM;
        AtomicLong enteredMicros = new AtomicLong();
        AtomicLong askedMicros = new AtomicLong();
        AtomicLong lastPartMicros = new AtomicLong();
        AtomicLong handedOnMicros = new AtomicLong();
        handler = exchange -> {
            askedMicros.set(now.nowMicros());
            exchange.sendResponseHeaders(200, 2);
            OutputStream body = exchange.getResponseBody();
            body.write('a');
            body.flush();
            waitAWhile();
            lastPartMicros.set(now.nowMicros());
            body.write('b');
            body.close();
        };
        OkHttpFetcher fetcher = OkHttpFetcher.builder()
                .route(Route.allTo(server.getAddress()))
                .onPage((release, page) -> {
                    handedOnMicros.set(now.nowMicros());
                    waitAWhile();
                })
                .build();
        FetchResult.Fetched fetched = (FetchResult.Fetched) fetch(fetcher, "http://example.org/", () -> {
            long askedForMicros = now.nowMicros();
            waitAWhile();
            enteredMicros.set(now.nowMicros());
            return new Permit.Go(askedForMicros);
        });

        assertThat(fetched.startedAtMicros()).isBetween(enteredMicros.get(), askedMicros.get());
        assertThat(fetched.finishedAtMicros()).isBetween(lastPartMicros.get(), handedOnMicros.get());
    }

    @Test
    void thePermitHearsOfTheEndBeforeThePageIsWorkedOn() throws Exception {
        handler = exchange -> respond(exchange, 429, "slow down");
        List<String> events = new CopyOnWriteArrayList<>();
        OkHttpFetcher fetcher = OkHttpFetcher.builder()
                .route(Route.allTo(server.getAddress()))
                .onPage((release, page) -> events.add("page"))
                .build();
        FetchResult result = fetch(fetcher, "http://example.org/", new Permit() {
            @Override
            public Entry enter() {
                return new Go(42);
            }

            @Override
            public void landed(FetchResult landing) {
                events.add("landed " + ((FetchResult.Fetched) landing).status());
            }
        });

        assertThat(result).isInstanceOf(FetchResult.Fetched.class);
        assertThat(events).containsExactly("landed 429", "page");
    }

    @Test
    void aPortOtherThanTheDefaultStaysInTheHostHeader() throws Exception {
        fetch(routed(), "http://example.org:8080/", OPEN);

        assertThat(requests).containsExactly("GET example.org:8080/");
    }

    @Test
    void aRedirectIsReportedAndNotFollowed() throws Exception {
        handler = exchange -> {
            exchange.getResponseHeaders().set("Location", "/elsewhere");
            respond(exchange, 301, "");
        };
        FetchResult.Fetched fetched = (FetchResult.Fetched) fetch(routed(), "http://example.org/", OPEN);

        assertThat(fetched.status()).isEqualTo(301);
        assertThat(fetched.headers().get(AnswerHeaders.LOCATION)).isEqualTo("/elsewhere");
        assertThat(requests).hasSize(1);
    }

    @Test
    void an503ThatAsksForAnImmediateRetryIsNotRepeated() throws Exception {
        handler = exchange -> {
            exchange.getResponseHeaders().set("Retry-After", "0");
            respond(exchange, 503, "");
        };
        FetchResult.Fetched fetched = (FetchResult.Fetched) fetch(routed(), "http://example.org/", OPEN);

        assertThat(fetched.status()).isEqualTo(503);
        assertThat(fetched.headers().get(AnswerHeaders.RETRY_AFTER)).isEqualTo("0");
        assertThat(requests).as("one release, one request").hasSize(1);
    }

    @Test
    void a408IsNotRepeated() throws Exception {
        handler = exchange -> respond(exchange, 408, "");
        FetchResult.Fetched fetched = (FetchResult.Fetched) fetch(routed(), "http://example.org/", OPEN);

        assertThat(fetched.status()).isEqualTo(408);
        assertThat(requests).hasSize(1);
    }

    @Test
    void aSlotThatIsGoneOnceConnectedSendsNothing() throws Exception {
        FetchResult.Missed missed = new FetchResult.Missed(MissReason.STARTED_LATE);

        assertThat(fetch(routed(), "http://example.org/", () -> new Permit.Stop(missed)))
                .isEqualTo(missed);
        assertThat(requests).isEmpty();
    }

    @Test
    void pagesReachTheSinkUpToTheLimitOfDecodedBytes() throws Exception {
        handler = exchange -> {
            exchange.getResponseHeaders().set("Content-Encoding", "gzip");
            byte[] bomb = gzip("x".repeat(1 << 20));
            exchange.sendResponseHeaders(200, bomb.length);
            try (OutputStream body = exchange.getResponseBody()) {
                body.write(bomb);
            }
        };
        BlockingQueue<Page> pages = new LinkedBlockingQueue<>();
        OkHttpFetcher fetcher = OkHttpFetcher.builder()
                .route(Route.allTo(server.getAddress()))
                .bodyBytesMax(1_000)
                .onPage((release, page) -> pages.add(page))
                .build();
        FetchResult.Fetched fetched = (FetchResult.Fetched) fetch(fetcher, "http://example.org/", OPEN);

        Page page = pages.remove();
        assertThat(page.body().size()).isEqualTo(1_000);
        assertThat(page.cut()).isTrue();
        assertThat(fetched.note()).isEqualTo("body cut at 1000 bytes");
    }

    @Test
    void aSinkThatFailsIsNoFailedFetch() throws Exception {
        OkHttpFetcher fetcher = OkHttpFetcher.builder()
                .route(Route.allTo(server.getAddress()))
                .onPage((release, page) -> {
                    throw new IllegalStateException("disk full");
                })
                .build();
        FetchResult.Fetched fetched = (FetchResult.Fetched) fetch(fetcher, "http://example.org/", OPEN);

        assertThat(fetched.status()).isEqualTo(200);
        assertThat(fetched.note()).isEqualTo("page not taken");
    }

    @Test
    void theUserAgentIsTheCrawlersOwn() throws Exception {
        BlockingQueue<String> agents = new LinkedBlockingQueue<>();
        handler = exchange -> {
            agents.add(exchange.getRequestHeaders().getFirst("User-Agent"));
            respond(exchange, 200, "");
        };
        fetch(
                OkHttpFetcher.builder()
                        .route(Route.allTo(server.getAddress()))
                        .userAgent("TestBot/1.0 (+https://bot.example)")
                        .build(),
                "http://example.org/",
                OPEN);

        assertThat(agents).containsExactly("TestBot/1.0 (+https://bot.example)");
    }

    @Test
    void aServerThatNeverAnswersIsATimeout() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            OkHttpFetcher fetcher = OkHttpFetcher.builder()
                    .route(Route.allTo((InetSocketAddress) silent.getLocalSocketAddress()))
                    .timeout(Duration.ofMillis(200))
                    .build();

            assertThat(failed(fetcher, "http://example.org/").reason()).isEqualTo(FailReason.TIMEOUT);
        }
    }

    @Test
    void aConnectionThatBreaksIsNotTriedAgain() throws Exception {
        try (ServerSocket rude = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            BlockingQueue<Integer> accepted = new LinkedBlockingQueue<>();
            serverThreads.execute(() -> hangUpOnEverybody(rude, accepted));
            OkHttpFetcher fetcher = OkHttpFetcher.builder()
                    .route(Route.allTo((InetSocketAddress) rude.getLocalSocketAddress()))
                    .build();
            FetchResult.Failed failed = failed(fetcher, "http://example.org/");

            assertThat(failed.reason()).isEqualTo(FailReason.BROKEN);
            assertThat(failed.startedAtMicros())
                    .as("entered, and perhaps on the wire")
                    .isIn(42L, 43L);
            assertThat(accepted).hasSize(1);
        }
    }

    @Test
    void anAnswerThatIsNoHttpStatusFailsTheFetchAndDoesNotLeaveItOpen() throws Exception {
        try (ServerSocket odd = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            serverThreads.execute(() -> answerOnce(odd, "HTTP/1.1 099 Odd\r\nContent-Length: 0\r\n\r\n"));
            OkHttpFetcher fetcher = OkHttpFetcher.builder()
                    .route(Route.allTo((InetSocketAddress) odd.getLocalSocketAddress()))
                    .build();

            assertThatThrownBy(() -> fetch(fetcher, "http://example.org/", OPEN))
                    .isInstanceOf(ExecutionException.class)
                    .hasRootCauseMessage("status: 99 (expected: 100 to 999)");
        }
    }

    @Test
    void aClosedPortIsAConnectFailureWithoutAStart() throws Exception {
        InetSocketAddress closed;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            closed = (InetSocketAddress) socket.getLocalSocketAddress();
        }
        FetchResult.Failed failed =
                failed(OkHttpFetcher.builder().route(Route.allTo(closed)).build(), "http://example.org/");

        assertThat(failed.reason()).isEqualTo(FailReason.CONNECT);
        assertThat(failed.startedAtMicros()).isNull();
    }

    @Test
    void aNameWithAGoodAndABadAnswerIsNotConnectedTo() throws Exception {
        OkHttpFetcher fetcher = OkHttpFetcher.builder()
                .resolver(PinnedDnsTest.answering("8.8.8.8", "127.0.0.1"))
                .build();
        FetchResult.Failed failed = failed(fetcher, "http://rebind.example:" + port() + "/");

        assertThat(failed.reason()).isEqualTo(FailReason.SSRF_BLOCKED);
        assertThat(failed.detail()).contains("127.0.0.1");
        assertThat(requests).isEmpty();
    }

    @Test
    void aNameThatFlipsIsConnectedToWhereItWasChecked() throws Exception {
        Deque<String> answers = new ArrayDeque<>(List.of("127.0.0.1", "127.0.0.99", "127.0.0.99"));
        OkHttpFetcher fetcher = OkHttpFetcher.builder()
                .resolver(host -> List.of(PinnedDnsTest.address(answers.remove())))
                .allow(CidrList.parse("127.0.0.1/32"))
                .build();

        assertThat(fetch(fetcher, "http://flip.example:" + port() + "/", OPEN)).isInstanceOf(FetchResult.Fetched.class);
        assertThat(answers).as("asked once").hasSize(2);
        assertThat(requests).hasSize(1);
    }

    @Test
    void theNextAddressIsTriedWhereTheFirstDoesNotConnect() throws Exception {
        OkHttpFetcher fetcher = OkHttpFetcher.builder()
                .resolver(PinnedDnsTest.answering("127.0.0.99", "127.0.0.1"))
                .allow(CidrList.parse("127.0.0.0/8"))
                .build();

        assertThat(fetch(fetcher, "http://two.example:" + port() + "/", OPEN)).isInstanceOf(FetchResult.Fetched.class);
    }

    @Test
    void aLiteralInternalAddressIsBlockedBeforeAnyConnection() throws Exception {
        FetchResult.Failed failed = failed(OkHttpFetcher.builder().build(), "http://127.1:" + port() + "/");

        assertThat(failed.reason()).isEqualTo(FailReason.SSRF_BLOCKED);
        assertThat(requests).isEmpty();
    }

    private OkHttpFetcher routed() {
        return OkHttpFetcher.builder().route(Route.allTo(server.getAddress())).build();
    }

    private int port() {
        return server.getAddress().getPort();
    }

    private static FetchResult.Failed failed(OkHttpFetcher fetcher, String url) throws Exception {
        return (FetchResult.Failed) fetch(fetcher, url, OPEN);
    }

    private static FetchResult fetch(OkHttpFetcher fetcher, String url, Permit permit) throws Exception {
        try (fetcher) {
            return fetcher.fetch(release(url), permit).toCompletableFuture().get(20, TimeUnit.SECONDS);
        }
    }

    private static CrawlRelease release(String url) {
        Instant now = Instant.EPOCH;
        return new CrawlRelease(
                "b",
                "r",
                url,
                "example.org",
                "example.org",
                1,
                0L,
                now,
                now,
                0L,
                0,
                1,
                "default",
                now,
                Map.of(),
                5,
                null,
                0);
    }

    private static void respond(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }

    /** Long enough that a time taken before differs from one taken after. */
    private static void waitAWhile() {
        long untilMicros = MicroClock.SYSTEM.nowMicros() + 3_000;
        while (MicroClock.SYSTEM.nowMicros() < untilMicros) {
            Thread.onSpinWait();
        }
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(text.getBytes(UTF_8));
        }
        return packed.toByteArray();
    }

    private static void answerOnce(ServerSocket server, String answer) {
        try (Socket socket = server.accept()) {
            BufferedReader request = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
            String line = request.readLine();
            while (line != null && !line.isEmpty()) {
                line = request.readLine();
            }
            socket.getOutputStream().write(answer.getBytes(UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void hangUpOnEverybody(ServerSocket server, BlockingQueue<Integer> accepted) {
        try {
            while (true) {
                try (Socket socket = server.accept()) {
                    accepted.add(socket.getPort());
                    byte[] head = new byte[1_024];
                    accepted.addAll(socket.getInputStream().read(head) > 0 ? List.of() : List.of(-1));
                }
            }
        } catch (IOException e) {
            // The test is over.
        }
    }
}

package org.decorum.fetch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.decorum.fetch.http.OkHttpFetcher;
import org.decorum.fetch.http.Route;
import org.decorum.fetch.robots.RobotsTxt;
import org.junit.jupiter.api.Test;

/** The cap over real HTTP, as the server sees it, with robots.txt of several sites of one origin. */
class InFlightHttpTest {

    private static final long SLOT_MICROS = 60_000_000;
    private static final long SERVICE_NANOS = 2_000_000;
    private static final int SITES = 8;

    private final MicroClock clock = MicroClock.SYSTEM;
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicInteger inFlightMost = new AtomicInteger();
    private final BlockingQueue<String> paths = new LinkedBlockingQueue<>();
    private final BlockingQueue<FetchResult> results = new LinkedBlockingQueue<>();

    @Test
    void robotsTxtAndPagesOfAllSitesOfAnOriginKeepToItsCapTogether() throws Exception {
        ExecutorService serverThreads = Executors.newCachedThreadPool();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        server.setExecutor(serverThreads);
        server.createContext("/", this::serve);
        server.start();
        HoldTable holds = new HoldTable(3_600_000_000L, clock);
        holds.completeAt(clock.elapsedMicros());
        try (OkHttpFetcher http =
                OkHttpFetcher.builder().route(Route.allTo(server.getAddress())).build()) {
            StartQueue queue = new StartQueue(
                    RobotsTxt.readBy(http).obeyedBy(http),
                    new StartGate(holds, Samples.group(clock)),
                    clock,
                    new FetchStats(),
                    100,
                    (open, result) -> results.add(result));
            try (StartThread starter = new StartThread(queue, clock)) {
                Thread thread = new Thread(starter::run, "starts");
                thread.setDaemon(true);
                thread.start();
                offerOneOfEachSite(queue, 0);
                assertThat(nextResults()).hasOnlyElementsOfType(FetchResult.Robots.class);
                offerOneOfEachSite(queue, SITES);
                assertThat(nextResults()).hasOnlyElementsOfType(FetchResult.Fetched.class);
            }
        } finally {
            server.stop(0);
            serverThreads.shutdownNow();
        }

        assertThat(paths).hasSize(2 * SITES);
        assertThat(paths.stream().filter("/robots.txt"::equals)).hasSize(SITES);
        assertThat(inFlightMost).hasValueLessThanOrEqualTo(2);
    }

    private void offerOneOfEachSite(StartQueue queue, int firstNumber) {
        for (int i = 0; i < SITES; i++) {
            OpenRelease open = Samples.capped(firstNumber + i, "shared.example", clock.nowMicros(), SLOT_MICROS, 0, 2);
            open.release.setSiteKey("site" + i + ".example");
            open.release.setUrl("http://site" + i + ".example/page");
            queue.offer(open);
        }
    }

    private List<FetchResult> nextResults() throws InterruptedException {
        FetchResult[] next = new FetchResult[SITES];
        for (int i = 0; i < SITES; i++) {
            FetchResult result = results.poll(30, TimeUnit.SECONDS);
            assertThat(result).isNotNull();
            next[i] = result;
        }
        return List.of(next);
    }

    private void serve(HttpExchange exchange) throws IOException {
        inFlightMost.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
        paths.add(exchange.getRequestURI().getPath());
        LockSupport.parkNanos(SERVICE_NANOS);
        inFlight.decrementAndGet();
        byte[] body = "User-agent: *\n".getBytes(UTF_8);
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }
}

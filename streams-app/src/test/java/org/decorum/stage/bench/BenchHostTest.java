package org.decorum.stage.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import org.decorum.core.ssrf.CidrList;
import org.decorum.fetch.http.OkHttpFetcher;
import org.decorum.fetch.http.Route;
import org.junit.jupiter.api.Test;

class BenchHostTest {

    private static final HostSpec SMALL = new HostSpec("small", 2, 5_000, 1, 0, Optional.empty());

    @Test
    void robotsTxtIsMissingAndNotLogged() throws IOException {
        try (BenchHost host = BenchHost.open(SMALL, 1)) {
            assertThat(status(host.address(), "/robots.txt")).isEqualTo(404);
            assertThat(host.log().size()).isZero();
            assertThat(status(host.address(), "/page/1")).isEqualTo(200);
            assertThat(host.log().visits()).singleElement().satisfies(visit -> {
                assertThat(visit.arrivedMicros()).isZero();
                assertThat(visit.latencyMicros()).isEqualTo(5_000);
            });
            assertThat(host.log().latenessMillis(100)).isNotNegative();
        }
    }

    @Test
    void aClosedLoopWithAsManyAsThereAreWorkersNeverWaits() throws InterruptedException {
        try (BenchHost host = BenchHost.open(SMALL, 1);
                OkHttpFetcher fetcher = fetcher(host)) {
            ClosedLoop.runPages(fetcher, "http://small.example", 2, 2, 50, Duration.ofSeconds(60));

            assertThat(host.log().pages()).isEqualTo(50);
            assertThat(host.log().visits()).allMatch(Visit::isPage);
        }
    }

    @Test
    void aClosedLoopBringsBackWhatWasRefusedUntilAllPagesAreThere() throws InterruptedException {
        HostSpec slow = new HostSpec("small", 1, 100_000, 1, 0, Optional.empty());
        try (BenchHost host = BenchHost.open(slow, 1);
                OkHttpFetcher fetcher = fetcher(host)) {
            ClosedLoop.runPages(fetcher, "http://small.example", 6, 6, 20, Duration.ofSeconds(60));

            assertThat(host.log().pages()).isEqualTo(20);
            assertThat(host.log().size()).isGreaterThan(20);
        }
    }

    private static OkHttpFetcher fetcher(BenchHost host) {
        return OkHttpFetcher.builder()
                .allow(CidrList.parse("127.0.0.0/8,::1/128"))
                .route(Route.allTo(host.address()))
                .build();
    }

    private static int status(InetSocketAddress address, String path) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) URI.create("http://127.0.0.1:" + address.getPort() + path)
                .toURL()
                .openConnection();
        return connection.getResponseCode();
    }
}

package org.decorum.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class FetchLoopTest {

    private static final Fetcher NONE = (release, slot) -> new CompletableFuture<>();

    @Test
    void aLoopThatCannotReachKafkaStartsNothingAndStillCloses() throws Exception {
        FetchLoop loop = FetchLoop.builder()
                .bootstrapServers("127.0.0.1:" + closedPort())
                .schemaRegistry("mock://fetch-loop-test")
                .fetcher(NONE)
                .start();
        assertThat(loop.awaitStop(Duration.ofMillis(300))).isFalse();
        loop.close();

        assertThat(loop.awaitStop(Duration.ZERO)).isTrue();
        assertThat(loop.failure()).isEmpty();
        assertThat(loop.counters().read()).isZero();
        assertThat(loop.counters().started()).isZero();
    }

    @Test
    void aLoopWithoutAFetcherSaysSo() {
        assertThatThrownBy(() -> FetchLoop.builder().start()).hasMessage("fetcher: not set");
    }

    @Test
    void limitsThatContradictEachOtherAreRefused() {
        assertThatThrownBy(() -> FetchLoop.builder()
                        .fetcher(NONE)
                        .inFlightMax(10)
                        .openMax(9)
                        .start())
                .hasMessage("open releases: 9 (expected: >= 10, the requests in flight)");
    }

    private static int closedPort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}

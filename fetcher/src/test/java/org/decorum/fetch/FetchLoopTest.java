package org.decorum.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

class FetchLoopTest {

    private static final Node[] NO_NODES = {};
    private static final Fetcher NONE = (release, permit) -> new CompletableFuture<>();

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
    void aFatalErrorOfOneThreadStopsTheLoopAndItsStarts() throws Exception {
        MockConsumer<byte[], byte[]> holds = new MockConsumer<>("earliest");
        holds.updatePartitions("crawl.holds", List.of(new PartitionInfo("crawl.holds", 0, null, NO_NODES, NO_NODES)));
        holds.setOffsetsException(new AuthorizationException("may not read crawl.holds"));
        MockProducer<String, SpecificRecord> producer =
                new MockProducer<>(true, null, new StringSerializer(), (topic, report) -> new byte[0]);
        FetchChannels channels = new FetchChannels(
                new MockConsumer<>("earliest"),
                (topic, value) -> Samples.release(0, "", 0, 0, 0),
                holds,
                (topic, value) -> Samples.hold("", 0, 0),
                producer);
        FetchSettings settings =
                new FetchSettings(FetchTopics.DEFAULT, "me", 1, 1, 10, Duration.ofSeconds(3), Duration.ofSeconds(1));
        FetchLoop loop = new FetchLoop(settings, NONE, channels, MicroClock.SYSTEM);
        loop.start();

        assertThat(loop.awaitStop(Duration.ofSeconds(30))).isTrue();
        assertThat(loop.failure()).containsInstanceOf(AuthorizationException.class);
        assertThat(producer.closed()).isTrue();
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

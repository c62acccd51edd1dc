package org.decorum.stage.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.decorum.stage.error.Stop;
import org.decorum.stage.metrics.MicrometerStageMeters;
import org.decorum.stage.metrics.RuntimeMeters;
import org.decorum.stage.query.OriginLookup;
import org.decorum.stage.query.OriginView;
import org.decorum.stage.runtime.Service;
import org.decorum.stage.runtime.StartupException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StageServerTest {
    private static final OriginView KNOWN = new OriginView(
            "example.com",
            3,
            1,
            2,
            5_000_000,
            2,
            1.5,
            20_000L,
            "2026-01-01T00:00:05Z",
            null,
            null,
            null,
            null,
            List.of());

    private static final Map<String, String> ALIASES = Map.of("mirror.example", "example.com", "other.example", "g");

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final FakeService service = new FakeService();
    private final OriginLookup origins = new OriginLookup() {
        @Override
        public Optional<OriginView> find(String originKey) {
            return originKey.equals(KNOWN.originKey()) ? Optional.of(KNOWN) : Optional.empty();
        }

        @Override
        public String originOf(String hostOrKey) {
            return ALIASES.getOrDefault(hostOrKey, hostOrKey);
        }
    };
    private final StageServer server = StageServer.start("127.0.0.1", 0, service, origins, registry);
    private final HttpClient client = HttpClient.newHttpClient();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void aStageAtWorkIsLiveAndReady() throws Exception {
        service.live = true;
        service.ready = true;
        for (String path : List.of(Paths.LIVE, Paths.READY)) {
            HttpResponse<String> response = get(path);
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.headers().firstValue("content-type")).contains("application/json");
            assertThat(response.body()).contains("\"status\":\"up\"").contains("\"reasons\":[]");
        }
    }

    @Test
    void aStageThatRestoresIsLiveButNotReadyAndSaysWhy() throws Exception {
        service.live = true;
        assertThat(get(Paths.LIVE).statusCode()).isEqualTo(200);
        HttpResponse<String> ready = get(Paths.READY);
        assertThat(ready.statusCode()).isEqualTo(503);
        assertThat(ready.body()).contains("\"status\":\"down\"").contains("\"restores 3 \\\"stores\\\"\"");
    }

    @Test
    void anOriginIsShownAsItIsNowAndAnUnknownOneIsNotFound() throws Exception {
        HttpResponse<String> known = get(Paths.ORIGINS + "example.com");
        assertThat(known.statusCode()).isEqualTo(200);
        assertThat(known.body())
                .contains("\"origin_key\":\"example.com\"", "\"waiting\":3", "\"next_start\":\"2026-01-01T00:00:05Z\"")
                .doesNotContain("hold_until");
        HttpResponse<String> unknown = get(Paths.ORIGINS + "s3:some/bucket");
        assertThat(unknown.statusCode()).isEqualTo(404);
        assertThat(unknown.body()).contains("no state of s3:some/bucket on this instance");
    }

    @Test
    void ofAHostWithAnAliasItsOriginIsShown() throws Exception {
        assertThat(get(Paths.ORIGINS + "mirror.example").body()).contains("\"origin_key\":\"example.com\"");
        HttpResponse<String> elsewhere = get(Paths.ORIGINS + "other.example");
        assertThat(elsewhere.statusCode()).isEqualTo(404);
        assertThat(elsewhere.body()).contains("no state of g, which pays for other.example, on this instance");
    }

    @Test
    void aDeadStageIsNeither() throws Exception {
        service.ready = true;
        assertThat(get(Paths.LIVE).statusCode()).isEqualTo(503);
        assertThat(get(Paths.READY).statusCode()).isEqualTo(503);
    }

    @Test
    void metricsArePrometheusTextWithOursAndTheJvms() throws Exception {
        new MicrometerStageMeters(registry).requestAdmitted();
        try (RuntimeMeters runtime = new RuntimeMeters(registry)) {
            assertThat(runtime).isNotNull();
            HttpResponse<String> response = get(Paths.METRICS);
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.headers().firstValue("content-type"))
                    .hasValue("text/plain; version=0.0.4; charset=utf-8");
            assertThat(response.body())
                    .contains("decorum_requests_total 1.0", "jvm_memory_used_bytes", "process_uptime");
        }
    }

    @Test
    void theHomePageNamesEveryOtherPath() throws Exception {
        HttpResponse<String> response = get(Paths.HOME);
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).contains(Paths.METRICS, Paths.LIVE, Paths.READY);
        assertThat(server.url()).isEqualTo("http://127.0.0.1:" + server.port() + "/");
    }

    @Test
    void aTakenPortIsSaidKindly() {
        assertThatThrownBy(() -> StageServer.start("127.0.0.1", server.port(), service, origins, registry))
                .isInstanceOf(StartupException.class)
                .hasMessageContaining("127.0.0.1:" + server.port())
                .hasMessageContaining("--http-port");
    }

    private HttpResponse<String> get(String path) throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + server.port() + path);
        return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
    }

    private static final class FakeService implements Service {
        volatile boolean live;
        volatile boolean ready;

        @Override
        public Optional<Stop> stopped() {
            return Optional.empty();
        }

        @Override
        public void start() {}

        @Override
        public boolean live() {
            return live;
        }

        @Override
        public boolean ready() {
            return ready;
        }

        @Override
        public List<String> complaints() {
            return List.of("restores 3 \"stores\"");
        }

        @Override
        public void close() {}
    }
}

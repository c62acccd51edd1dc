package org.decorum.stage.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.decorum.stage.runtime.DataDirectory;
import org.decorum.stage.runtime.LocalKafka;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stage in this process over its own Kafka: a URL goes in by one command and comes out by another. */
class StageProcessIT {
    @TempDir
    Path directory;

    @Test
    void aPublishedUrlIsReleasedAndEverythingShowsOverHttp() throws Exception {
        DataDirectory data = new DataDirectory(directory);
        try (LocalKafka kafka = LocalKafka.start(data, 0, 0)) {
            Map<String, Object> settings = settings(kafka, data);
            assertThatThrownBy(() -> StageProcess.prepareTopics(settings, false, 2))
                    .isInstanceOf(CliException.class)
                    .hasMessageContaining("crawl.requests: missing")
                    .hasMessageContaining("decorum topics --create");
            StageProcess.prepareTopics(settings, true, 2);
            try (StageProcess stage = StageProcess.start(settings)) {
                assertThat(within(Duration.ofSeconds(60), stage::ready)).isTrue();
                assertThat(get(stage, "health/ready")).contains("\"up\"");

                assertThat(run(kafka, "publish", "http://example.org/a").exitCode())
                        .isZero();
                Run releases = run(kafka, "releases", "--from-beginning", "-n", "1", "--json");
                assertThat(releases.out())
                        .contains("\"url\":\"http://example.org/a\"", "\"origin_key\":\"example.org\"");

                assertThat(get(stage, "metrics"))
                        .contains("decorum_releases_total 1.0", "decorum_in_flight 1.0", "kafka_stream_");
                Run tooEarly = run(kafka, "reshard", "--partitions", "4");
                assertThat(tooEarly.exitCode()).isEqualTo(ExitCode.FAILED);
                assertThat(tooEarly.err()).contains("(application id decorum, 2 shards) runs: its group has 1 member");
                stage.close();
                assertThat(stage.live()).isFalse();
            }
            getsMoreShards(kafka, settings);
        }
    }

    private static void getsMoreShards(LocalKafka kafka, Map<String, Object> settings) throws Exception {
        Run plan = run(kafka, "reshard", "--partitions", "4", "--dry-run");
        assertThat(plan.out())
                .contains("now   generation 1 (application id decorum, 2 shards)")
                .contains("then  generation 2 (application id decorum-g2, 4 shards)")
                .contains("ready: no stage runs");
        Run done = run(kafka, "reshard", "--partitions", "4");
        assertThat(done.exitCode()).as(done.err()).isZero();
        assertThat(done.out())
                .contains("verified: 1 origins, 1 URLs held or leased, 0 deferred", "in force", "done in");
        assertThat(run(kafka, "reshard", "--partitions", "4").out()).startsWith("nothing to do");
        try (StageProcess stage = StageProcess.start(settings)) {
            assertThat(within(Duration.ofSeconds(60), stage::ready)).isTrue();
            assertThat(get(stage, "health/ready")).contains("\"up\"");
            assertThat(get(stage, "metrics")).contains("decorum_in_flight 1.0");
            assertThat(run(kafka, "explain", "--stage", stage.url(), "http://example.org/a")
                            .out())
                    .contains("example.org");
            assertThat(run(kafka, "reshard", "--drop-old").exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(run(kafka, "reshard", "--drop-old", "--yes").out()).contains("deleted");
            assertThat(run(kafka, "reshard", "--drop-old", "--yes").out()).contains("there is no old generation");
        }
    }

    private static Map<String, Object> settings(LocalKafka kafka, DataDirectory data) {
        return new HashMap<>(Map.of(
                "bootstrap.servers", kafka.bootstrapServers(),
                "schema.registry.url", kafka.registryUrl(),
                "state.dir", data.state().toString(),
                "decorum.http.port", "0",
                "decorum.shards", "2"));
    }

    private static Run run(LocalKafka kafka, String command, String... arguments) {
        String[] all = Arrays.copyOf(
                new String[] {command, "-b", kafka.bootstrapServers(), "-r", kafka.registryUrl()},
                5 + arguments.length);
        System.arraycopy(arguments, 0, all, 5, arguments.length);
        return Run.of(all);
    }

    private static String get(StageProcess stage, String path) throws Exception {
        URI uri = URI.create(stage.url() + path);
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
                .body();
    }

    private static boolean within(Duration time, BooleanSupplier condition) {
        long deadline = System.nanoTime() + time.toNanos();
        while (!condition.getAsBoolean() && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        }
        return condition.getAsBoolean();
    }
}

package org.decorum.stage.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Memory and restore on a broker, small: that everything is measured; nothing of how much it is. */
class MemoryBenchIT {

    private static final int ORIGINS = 1_000;

    @TempDir
    Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void aStageIsMeasuredWithItsOriginsAtRestAndAtWork() throws Exception {
        JsonNode figures = run("memory", "--restarts=1");
        for (String figure : List.of(
                "origin_bytes_on_disk",
                "origin_bytes_on_disk_as_left",
                "waiting_origin_bytes_on_disk",
                "held_url_bytes_on_disk",
                "origins_changelog_bytes_per_origin",
                "backlog_changelog_bytes_per_url",
                "heap_at_rest_mib",
                "idle_cpu_micros_per_shard",
                "rss_beside_heap_max_mib")) {
            assertThat(figures.path(figure).asDouble()).as(figure).isPositive();
        }
        assertThat(figures.path("heap_bytes_per_active_origin").isNumber()).isTrue();
        assertThat(figures.path("rss_max_mib").asDouble())
                .isBetween(50.0, figures.path("rss_bound_mib").asDouble());
    }

    @Test
    void aStageIsRestoredBesideABareApplicationThatReadsTheSameRecords() throws Exception {
        JsonNode figures = run("restore", "--runs=1");
        for (String figure : List.of("restore_ratio", "restore_seconds", "bare_restore_seconds", "changelogs_mib")) {
            assertThat(figures.path(figure).asDouble()).as(figure).isPositive();
        }
        assertThat(figures.path("records").asLong())
                .as("a state and a URL of each origin at least")
                .isGreaterThanOrEqualTo(2 * ORIGINS)
                .isEqualTo(figures.path("bare_records").asLong());
        assertThat(out.toString()).contains("warm-up", "run 1");
    }

    private JsonNode run(String bench, String repeats) throws Exception {
        Path json = directory.resolve(bench + ".jsonl");
        int exitCode = Background.run(
                List.of(
                        "bench",
                        bench,
                        "--origins=" + ORIGINS,
                        repeats,
                        "--data-dir=" + directory.resolve("data"),
                        "--json=" + json),
                out,
                err);
        assertThat(json).as(out + "\n" + err).isRegularFile();
        JsonNode result = new ObjectMapper().readTree(Files.readString(json));
        assertThat(result.path("bench").asText()).as(out + "\n" + err).isEqualTo(bench);
        assertThat(exitCode).isEqualTo(result.path("met").asBoolean() ? 0 : 1);
        return result.path("figures");
    }
}

package org.decorum.stage.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Punctuality and a hot origin on a broker, small: that all is released and started; nothing of speed. */
class PunctualityIT {

    @TempDir
    Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void releasesAreReadAndStartedByTheFetchLoopWithAStageAndWithout() throws Exception {
        JsonNode figures = run("punctuality", "--origins=100", "--rate=100", "--seconds=2", "--runs=1");
        for (String figure : List.of(
                "releases_per_second",
                "readable_in_time_percent",
                "start_after_release_at_most_ms",
                "cores_busy",
                "load_alone_releases_per_second",
                "load_alone_start_p99_ms")) {
            assertThat(figures.path(figure).asDouble()).as(figure).isPositive();
        }
        assertThat(figures.has("margin_p0.1_ms")).isTrue();
        assertThat(figures.has("missed_slots_percent")).isTrue();
        assertThat(out.toString()).contains("in time %", "run 1", "load alone");
    }

    @Test
    void aTailIsWatchedWithAHotOriginAndWithoutIt() throws Exception {
        JsonNode figures = run("hot", "--origins=10", "--rate=1000", "--seconds=2", "--runs=1");
        for (String figure : List.of(
                "hot_percent_of_urls",
                "hot_urls_per_second",
                "without_tail_urls_per_second",
                "with_tail_urls_per_second")) {
            assertThat(figures.path(figure).asDouble()).as(figure).isPositive();
        }
        assertThat(figures.has("extra_lateness_p99_ms")).isTrue();
        assertThat(out.toString()).contains("late p99 ms", "warm-up", "run 1");
    }

    private JsonNode run(String bench, String... options) throws Exception {
        Path json = directory.resolve("figures.jsonl");
        List<String> words = new ArrayList<>(List.of("bench", bench));
        words.addAll(List.of(options));
        words.add("--data-dir=" + directory.resolve("data"));
        words.add("--json=" + json);
        int exitCode = Background.run(words, out, err);
        assertThat(json).as(out + "\n" + err).isRegularFile();
        JsonNode result = new ObjectMapper().readTree(Files.readString(json));
        assertThat(result.path("bench").asText()).isEqualTo(bench);
        assertThat(exitCode).isEqualTo(result.path("met").asBoolean() ? 0 : 1);
        return result.path("figures");
    }
}

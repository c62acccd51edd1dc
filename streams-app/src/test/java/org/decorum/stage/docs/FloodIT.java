package org.decorum.stage.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A flood on a broker. In each build a small one: that every URL has its end and the others go on; nothing of speed. */
class FloodIT {

    @TempDir
    Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @ValueSource(strings = {"reject_new", "park"})
    void everyUrlOfASmallFloodIsTakenOrTurnedAwayAndTheOthersGoOn(String rule) throws Exception {
        Path json = directory.resolve("figures.jsonl");
        Background.run(
                List.of(
                        "bench",
                        "flood",
                        "--urls=20000",
                        "--origins=8",
                        "--quiet-seconds=2",
                        "--backlog-max=1000",
                        "--backlog-full=" + rule,
                        "--data-dir=" + directory.resolve("data"),
                        "--json=" + json),
                out,
                err);
        JsonNode figures = figures(json);
        assertThat(figures.path("lost").asDouble(-1)).isZero();
        assertThat(figures.path("turned_away").asDouble()).isBetween(18_000.0, 19_000.0);
        assertThat(figures.path("flood_releases").asDouble()).isPositive();
        assertThat(figures.path("others_waiting_at_the_end").asDouble()).isPositive();
    }

    @Test
    @Tag("slow")
    void tenMillionUrlsOfOneOriginDoNotSlowTheOthers() throws Exception {
        Path json = directory.resolve("figures.jsonl");
        int exitCode = Background.run(
                List.of("bench", "flood", "--data-dir=" + directory.resolve("data"), "--json=" + json), out, err);
        assertThat(exitCode).as(figures(json) + "\n" + out).isZero();
    }

    private JsonNode figures(Path json) throws Exception {
        assertThat(json).as(out + "\n" + err).isRegularFile();
        return new ObjectMapper().readTree(Files.readString(json)).path("figures");
    }
}

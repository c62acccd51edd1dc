package org.decorum.stage.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoIT {

    @Test
    void aShortDemoFetchesAndBreaksNoFloor(@TempDir Path directory) throws Exception {
        Path json = directory.resolve("summary.json");
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        List<String> demo = List.of(
                "demo",
                "--seconds=15",
                "--origins=6",
                "--fetchers=2",
                "--broker-port=0",
                "--registry-port=0",
                "--data-dir=" + directory.resolve("data"),
                "--json=" + json);
        assertThat(Background.run(demo, out, err)).as("%s%s", out, err).isZero();
        assertThat(out.toString()).contains("No floor was broken.", "garden-01.example", "kept");

        JsonNode summary = new ObjectMapper().readTree(json.toFile());
        assertThat(summary.path("floor_violations").asInt(-1)).isZero();
        assertThat(summary.path("origins_seen").asInt()).isEqualTo(6);
        assertThat(summary.path("fetched").asLong()).isPositive();
        assertThat(summary.path("released").asLong())
                .isGreaterThanOrEqualTo(summary.path("fetched").asLong());
        assertThat(summary.path("published").asLong())
                .isEqualTo(summary.path("fetched").asLong()
                        + summary.path("rejected").asLong()
                        + summary.path("held").asLong());
    }
}

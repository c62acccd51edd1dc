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

/** The benchmark of failover with few origins: that it runs to its end and writes what it says; nothing of speed. */
@Tag("slow")
class FailoverBenchIT {

    @TempDir
    Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void stagesAreKilledAndRestartedAndTheFiguresWritten() throws Exception {
        Path json = directory.resolve("failover.jsonl");
        int exitCode = Background.run(
                List.of(
                        "bench",
                        "failover",
                        "--protocol=streams",
                        "--origins=50",
                        "--runs=1",
                        "--data-dir=" + directory.resolve("data"),
                        "--json=" + json),
                out,
                err);
        assertThat(json).as(out + "\n" + err).exists();
        JsonNode line = new ObjectMapper().readTree(Files.readString(json));
        assertThat(line.path("bench").asText()).isEqualTo("failover");
        assertThat(line.path("figures").path("kill_seconds_max").asDouble()).isPositive();
        assertThat(line.path("figures").path("restart_gap_seconds_max").asDouble())
                .isPositive();
        assertThat(exitCode).isEqualTo(line.path("met").asBoolean() ? 0 : 1);
        assertThat(out.toString()).contains("kill 1", "worst gap", "rebalances");
    }
}

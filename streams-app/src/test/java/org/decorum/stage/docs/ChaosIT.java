package org.decorum.stage.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The chaos harness, short: real processes, a few faults, and a long time to drain on a busy machine. */
class ChaosIT {

    @TempDir
    Path directory;

    @Test
    void nothingIsLostOrBrokenWhereABrokerAndAStageDieAndOthersFreezeAndJoin() throws Exception {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();

        int exitCode = Background.run(
                List.of(
                        "chaos",
                        "--seed=1",
                        "--seconds=45",
                        "--urls=2000",
                        "--interval-min=1000",
                        "--stages=2",
                        "--fetchers=2",
                        "--each",
                        "--kinds=kill-stage,freeze-fetcher,scale-stages,kill-broker,corrupt-state",
                        "--drain=300",
                        "--data-dir=" + directory,
                        "--json=" + directory.resolve("result.json")),
                out,
                err);

        assertThat(exitCode).as("%s%s", out, err).isZero();
        assertThat(out.toString()).contains("PASSED", "No floor was broken.");
        JsonNode result =
                new ObjectMapper().readTree(directory.resolve("result.json").toFile());
        assertThat(result.path("published").asLong()).isEqualTo(2_000);
        assertThat(result.path("fetched").asLong() + result.path("rejected").asLong())
                .isEqualTo(2_000);
        // On a very busy machine one of the five may find nobody to hit.
        assertThat(result.path("faults").asInt()).isGreaterThanOrEqualTo(3);
    }
}

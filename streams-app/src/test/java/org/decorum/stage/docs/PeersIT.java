package org.decorum.stage.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The stage beside peers, very short: that its own row is there, and of each peer either rows or why there are none;
 * nothing of speed.
 */
class PeersIT {

    @TempDir
    Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void theStageHasARowAndEachPeerHasRowsOrIsSkippedByName() throws Exception {
        Path json = directory.resolve("figures.jsonl");

        int exitCode = Background.run(
                List.of(
                        "bench",
                        "peers",
                        "--urls=2000",
                        "--origins=100",
                        "--runs=1",
                        "--seconds=0.3",
                        "--honesty-seconds=2",
                        "--workers=3",
                        "--data-dir=" + directory.resolve("data"),
                        "--json=" + json),
                out,
                err);

        List<JsonNode> lines = lines(json);
        assertThat(lines).as(out + "\n" + err).isNotEmpty();
        JsonNode ours = lines.get(0);
        assertThat(ours.path("scenario").asText()).isEqualTo("decorum");
        assertThat(ours.path("figures").path("operations_per_second").asDouble())
                .isPositive();
        assertThat(ours.path("figures").path("cpu_micros_per_operation").asDouble())
                .isPositive();
        // Never more than the budget, whatever the machine does; nor a smaller gap.
        assertThat(ours.path("figures").path("starts_to_budget").asDouble()).isBetween(0.01, 1.0);
        assertThat(ours.path("figures").path("least_gap_to_interval").asDouble())
                .isGreaterThanOrEqualTo(1);
        for (String peer : List.of("redis", "postgres", "urlfrontier")) {
            List<JsonNode> rows = lines.stream()
                    .filter(line -> line.path("scenario").asText().startsWith(peer))
                    .toList();
            if (rows.isEmpty()) {
                assertThat(out.toString()).contains("SKIPPED " + peer + ": ");
            }
            assertThat(rows).allSatisfy(row -> {
                assertThat(row.path("parameters").path("version").asText()).isNotEmpty();
                for (String figure : List.of("operations_per_second", "latency_p99_ms", "starts_to_budget")) {
                    assertThat(row.path("figures").path(figure).asDouble())
                            .as(figure)
                            .isPositive();
                }
                assertThat(row.path("targets")).isEmpty();
            });
        }
        boolean allMet = lines.stream().allMatch(line -> line.path("met").asBoolean());
        assertThat(exitCode).isEqualTo(allMet ? 0 : 1);
        assertThat(out.toString()).contains("operations/s", "hold, deliver and survive nothing");
    }

    @Test
    void allRunsEachInAProcessOfItsOwnAndItsResultsCanBeDrawn() throws Exception {
        Path json = directory.resolve("all.jsonl");

        int exitCode = Background.run(
                List.of(
                        "bench",
                        "all",
                        "--quick",
                        "--only=core",
                        "--seed=7",
                        "--data-dir=" + directory.resolve("data"),
                        "--json=" + json),
                out,
                err);

        List<JsonNode> lines = lines(json);
        assertThat(lines).as(out + "\n" + err).hasSize(1);
        assertThat(lines.get(0).path("bench").asText()).isEqualTo("core");
        assertThat(lines.get(0).path("quick").asBoolean()).isTrue();
        assertThat(exitCode).isEqualTo(lines.get(0).path("met").asBoolean() ? 0 : 1);
        assertThat(out.toString()).contains("=== bench core", "transitions_per_second", "does not count as figures");

        assertThat(Background.run(List.of("bench", "report", "--out=" + directory), out, err))
                .as(out + "\n" + err)
                .isZero();

        assertThat(directory.resolve("README.md")).content().contains("one-core (quick)", "](chart-core.svg)");
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).contains(directory.resolve("chart-core.svg"));
        }
    }

    @Test
    void aLineThatIsNoResultIsNamed() throws Exception {
        Path file = Files.writeString(directory.resolve("bad.jsonl"), "\n{\"bench\":\"cycle\"}\n");

        assertThat(Background.run(List.of("bench", "report", "--out=" + directory), out, err))
                .isEqualTo(1);

        assertThat(err.toString()).contains(file.getFileName() + ":2: scenario: missing (expected: a text)");
    }

    private static List<JsonNode> lines(Path file) throws Exception {
        List<JsonNode> lines = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            lines.add(new ObjectMapper().readTree(line));
        }
        return lines;
    }
}

package org.decorum.stage.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The benchmark of the adaptive law, very short: that it runs to its end and writes what it says; nothing of speed. */
class BenchIT {

    @TempDir
    Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void aShortRunFetchesPagesAndWritesItsFiguresItsPictureAndItsLogs() throws Exception {
        Path json = directory.resolve("figures.jsonl");
        Path picture = directory.resolve("runs.svg");
        Path logs = Files.createDirectory(directory.resolve("logs"));

        int exitCode = Background.run(
                List.of(
                        "bench",
                        "adaptive",
                        "--scenario=steady",
                        "--host=A",
                        "--seconds=5",
                        "--feedback-delay=100",
                        "--data-dir=" + directory.resolve("data"),
                        "--json=" + json,
                        "--picture=" + picture,
                        "--logs=" + logs),
                out,
                err);

        List<JsonNode> lines = lines(json);
        assertThat(lines).as(out + "\n" + err).hasSize(2);
        assertThat(lines).extracting(line -> line.path("scenario").asText()).containsExactly("reference", "steady");
        assertThat(lines).allSatisfy(line -> {
            assertThat(line.path("bench").asText()).isEqualTo("adaptive");
            assertThat(line.path("figures").path("pages").asInt()).isPositive();
            assertThat(line.path("conditions").path("cpus").asInt()).isPositive();
            assertThat(line.path("conditions").path("kafka").asText()).startsWith("4.");
        });
        assertThat(lines.subList(1, 2))
                .allSatisfy(line -> assertThat(line.path("targets")).isNotEmpty())
                .extracting(line ->
                        line.path("parameters").path("feedback_delay_ms").asInt())
                .containsExactly(100);
        boolean allMet = lines.stream().allMatch(line -> line.path("met").asBoolean());
        assertThat(exitCode).isEqualTo(allMet ? 0 : 1);
        assertThat(out.toString()).contains("pages/s", "reference", "steady", "cases reach all their targets");
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(picture.toFile());
        assertThat(Files.readAllLines(logs.resolve("steady-A-100.tsv"))).hasSizeGreaterThan(1);
        assertThat(Files.readAllLines(logs.resolve("steady-A-100-stage.tsv"))).hasSizeGreaterThan(1);
        assertThat(Files.readAllLines(logs.resolve("steady-A-100-fetcher.tsv"))).hasSizeGreaterThan(1);
    }

    private static List<JsonNode> lines(Path file) throws IOException {
        List<JsonNode> lines = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            lines.add(new ObjectMapper().readTree(line));
        }
        return lines;
    }
}

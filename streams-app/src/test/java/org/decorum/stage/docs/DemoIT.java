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
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo, short: with a list, whose floors leave room for a busy machine, and with its own origins. */
class DemoIT {

    @TempDir
    Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void aListIsFetchedToItsEndAndNoFloorIsBroken() throws Exception {
        List<String> lines = new ArrayList<>(List.of("# four hosts, and one line that is no URL", "not a url"));
        IntStream.range(0, 20).forEach(page -> lines.add("https://host-" + page % 4 + ".example/page/" + page));
        Path list = Files.write(directory.resolve("list.txt"), lines);

        int exitCode = demo("--urls", list.toString(), "--seconds", "60", "--interval", "1", "--fetchers", "2");

        assertThat(exitCode).as("%s%s", out, err).isZero();
        assertThat(out.toString()).contains("No floor was broken.", "host-0.example", "1 rejected");
        JsonNode summary = summary();
        assertThat(summary.path("published").asLong()).isEqualTo(21);
        assertThat(summary.path("fetched").asLong()).isEqualTo(20);
        assertThat(summary.path("rejected").asLong()).isEqualTo(1);
        assertThat(summary.path("held").asLong()).isZero();
        assertThat(summary.path("origins_seen").asInt()).isEqualTo(4);
        assertThat(summary.path("floor_violations").asInt(-1)).isZero();
    }

    @Test
    void withoutAListItMakesUpOriginsAndItsExitCodeIsItsVerdict() throws Exception {
        int exitCode = demo("--seconds", "4", "--origins", "6");

        JsonNode summary = summary();
        assertThat(exitCode)
                .as("%s%s", out, err)
                .isEqualTo(summary.path("floor_violations").asInt() > 0 ? 1 : 0);
        assertThat(summary.path("published").asLong())
                .isPositive()
                .isEqualTo(summary.path("fetched").asLong()
                        + summary.path("rejected").asLong()
                        + summary.path("held").asLong());
        assertThat(out.toString()).contains("first release", "slots given");
    }

    private int demo(String... arguments) {
        List<String> demo = new ArrayList<>(List.of("demo", "--broker-port=0", "--registry-port=0"));
        demo.add("--data-dir=" + directory.resolve("data"));
        demo.add("--json=" + directory.resolve("summary.json"));
        demo.addAll(List.of(arguments));
        return Background.run(demo, out, err);
    }

    private JsonNode summary() throws IOException {
        return new ObjectMapper().readTree(directory.resolve("summary.json").toFile());
    }
}

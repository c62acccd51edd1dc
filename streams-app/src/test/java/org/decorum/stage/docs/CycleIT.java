package org.decorum.stage.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The full cycle on a broker, small: that every URL goes round, beside the bare application; nothing of speed. */
class CycleIT {

    @TempDir
    Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    /**
     * With three brokers each record has three copies; what that costs them has no target. Two hundred URLs that may all
     * be out are done before anybody looks: there are figures all the same.
     */
    @ParameterizedTest
    @CsvSource({"1, full-cycle, 200, 100000", "3, 3-brokers, 2000, 1000"})
    void aSmallRunTakesEveryUrlRoundAndComparesItWithABareApplication(
            int brokers, String scenario, int urls, int outstanding) throws Exception {
        Path json = directory.resolve("figures.jsonl");
        int exitCode = Background.run(
                List.of(
                        "bench",
                        "cycle",
                        "--urls=" + urls,
                        "--origins=100",
                        "--runs=1",
                        "--outstanding=" + outstanding,
                        "--brokers=" + brokers,
                        "--data-dir=" + directory.resolve("data"),
                        "--json=" + json),
                out,
                err);
        assertThat(json).as(out + "\n" + err).isRegularFile();
        JsonNode result = new ObjectMapper().readTree(Files.readString(json));
        assertThat(result.path("bench").asText()).as(out + "\n" + err).isEqualTo("cycle");
        assertThat(result.path("scenario").asText()).isEqualTo(scenario);
        assertThat(result.path("targets").isEmpty()).isEqualTo(brokers > 1);
        JsonNode figures = result.path("figures");
        for (String figure : List.of(
                "urls_per_second",
                "bare_records_per_second",
                "records_ratio",
                "stage_cpu_micros_per_url",
                "broker_cpu_micros_per_url",
                "load_cpu_micros_per_url",
                "load_alone_urls_per_second")) {
            assertThat(figures.path(figure).asDouble()).as(figure).isPositive();
        }
        assertThat(exitCode).isEqualTo(result.path("met").asBoolean() ? 0 : 1);
        assertThat(out.toString()).contains("URLs/s", "warm-up", "run 1", "records_ratio");
    }
}

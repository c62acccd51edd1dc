package org.decorum.stage.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CapacityCommandTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path directory;

    @Test
    void aPlanSaysHowItCameAboutAndWhatItRestsOn() {
        Run run = capacity("--origins", "10M", "--urls-per-second", "5k");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out())
                .contains("instances ", "busiest thread ", "restore ", "What binds: ")
                .doesNotContain("cost per month", "Not firmly known:");
    }

    @Test
    void whatNobodyMeasuredIsNamed() throws IOException {
        Path file = Files.writeString(directory.resolve("own.properties"), "replica_cpu_share = 1 assumed by me\n");

        Run run = capacity("--origins", "10M", "--urls-per-second", "5k", "--coefficients", file.toString());

        assertThat(run.out()).contains("Not firmly known:", "assumed: ", "replica_cpu_share", "by me");
    }

    @Test
    void costsAreToldWherePricesAreGiven() {
        Run run = capacity("--origins", "10M", "--urls-per-second", "5k", "--price-core-hour", "0.05");

        assertThat(run.out()).contains("cost per month ", "cost per million urls ");
    }

    @Test
    void programsReadItAsJson() throws IOException {
        JsonNode plan = json("--origins", "10M", "--urls-per-second", "5k", "--partitions", "64");

        assertThat(plan.path("planned").asBoolean()).isTrue();
        assertThat(plan.at("/figures/shards/value").asInt()).isEqualTo(64);
        assertThat(plan.at("/figures/instances/value").asInt())
                .isEqualTo(plan.at("/instances_by_limit/" + plan.path("binding").asText())
                        .asInt());
        assertThat(plan.at("/figures/heap/unit").asText()).isEqualTo("bytes");
        assertThat(plan.path("coefficients")).isNotEmpty();
    }

    @Test
    void theStagesSettingsCount() throws IOException {
        JsonNode plan = json(
                "--origins",
                "10M",
                "--urls-per-second",
                "5k",
                "-D",
                "num.standby.replicas=0",
                "-D",
                "commit.interval.ms=100");

        assertThat(plan.at("/figures/cpu_per_standby_url/value").asDouble()).isZero();
        assertThat(plan.at("/figures/readable_after/value").asDouble()).isGreaterThan(100);
    }

    @Test
    void anOriginThatIsTooHotIsNoPlan() {
        Run run = capacity("--origins", "10M", "--urls-per-second", "1M", "--interval", "1us");

        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.out()).startsWith("There is no plan, because of the busiest stream thread: ");
    }

    @Test
    void resultsOfBenchmarksAreTaken() throws IOException {
        Path results = Files.writeString(directory.resolve("mine.jsonl"), """
                {"bench":"cycle","parameters":{"origins":50000},"figures":{"stage_cpu_micros_per_url":60.5,"broker_cpu_micros_per_url":20,"urls_per_second":20000},"conditions":{"date":"2026-12-01T10:00:00Z","cpus":4}}
                {"bench":"cycle","parameters":{"origins":50000,"brokers":3},"figures":{"stage_cpu_micros_per_url":70,"broker_cpu_micros_per_url":50,"urls_per_second":9},"conditions":{"cpus":4}}
                {"bench":"cycle","parameters":{"origins":50000,"brokers":2},"figures":{"broker_cpu_micros_per_url":99},"conditions":{"cpus":4}}
                {"bench":"cycle","parameters":{"origins":9,"brokers":3},"figures":{"broker_cpu_micros_per_url":99},"conditions":{"cpus":4}}
                {"bench":"state","parameters":{"origins":100000},"figures":{"cpu_micros_per_url":100},"conditions":{}}
                {"bench":"state","parameters":{"origins":10000000},"figures":{"cpu_micros_per_url":121},"conditions":{}}
                {"bench":"memory","parameters":{"origins":1000},"figures":{"waiting_origin_bytes_on_disk_as_left":150,"held_url_bytes_on_disk":220,"heap_bytes_per_active_origin":90,"idle_cpu_micros_per_shard":40000,"heap_at_rest_mib":99,"rss_beside_heap_max_mib":300},"conditions":{}}
                {"bench":"memory","parameters":{"origins":9,"settings":{"decorum.shards":"32"}},"figures":{"idle_cpu_micros_per_shard":4000,"heap_at_rest_mib":80},"conditions":{}}
                {"bench":"restore","parameters":{"origins":1000000},"figures":{"records":2000000,"restore_seconds":12,"meeting_seconds":2},"conditions":{}}
                {"bench":"failover","parameters":{},"figures":{"kill_seconds_max":4.5},"conditions":{}}
                """);

        JsonNode plan = json("--origins", "10M", "--urls-per-second", "5k", "--coefficients", results.toString());

        assertThat(coefficient(plan, "stage_cpu_micros_per_url")).isEqualTo(60.5);
        assertThat(coefficient(plan, "broker_cpu_micros_per_url")).isEqualTo(20);
        assertThat(coefficient(plan, "replica_cpu_share")).isEqualTo(0.75);
        assertThat(coefficient(plan, "idle_cpu_micros_per_shard")).isEqualTo(4_000);
        assertThat(coefficient(plan, "thread_urls_per_second")).isEqualTo(10_000);
        assertThat(coefficient(plan, "cycle_origins")).isEqualTo(50_000);
        assertThat(coefficient(plan, "cpu_growth_per_tenfold")).isCloseTo(1.1, within(1e-9));
        assertThat(coefficient(plan, "origin_disk_bytes")).isEqualTo(150);
        assertThat(coefficient(plan, "held_url_disk_bytes")).isEqualTo(220);
        assertThat(coefficient(plan, "heap_bytes_per_active_origin")).isEqualTo(90);
        assertThat(coefficient(plan, "heap_base_bytes"))
                .isEqualTo(80 * 1_048_576.0 - 32 * coefficient(plan, "heap_bytes_per_shard"));
        assertThat(coefficient(plan, "process_bytes_outside_heap")).isEqualTo((300 - 128) * 1_048_576.0);
        assertThat(coefficient(plan, "restore_records_per_second")).isEqualTo(200_000);
        assertThat(coefficient(plan, "restore_cpu_micros_per_record")).isEqualTo(10);
        assertThat(coefficient(plan, "meet_micros_per_origin")).isEqualTo(4);
        assertThat(coefficient(plan, "failover_seconds")).isEqualTo(4.5);
        assertThat(plan.at("/coefficients/0/source").asText()).isEqualTo("bench cycle, 2026-12-01T10:00:00Z, 4 CPUs");
    }

    @Test
    void whatIsShownCanBeReadAgain() throws IOException {
        Run shown = capacity("--origins", "1M", "--urls-per-second", "1k", "--show-coefficients");
        Path file = Files.writeString(directory.resolve("own.properties"), shown.out());

        Run again = capacity("--origins", "1M", "--urls-per-second", "1k", "--coefficients", file.toString());

        assertThat(again.exitCode()).as(again.err()).isZero();
        assertThat(again.out())
                .isEqualTo(
                        capacity("--origins", "1M", "--urls-per-second", "1k").out());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            --origins ten --urls-per-second 5k            | 'ten' is no number (expected: such as 5000, 5k, 10M, 1.5B, 16G, or 2T)
            --origins 0 --urls-per-second 5k              | origins: 0 (expected: 1 to 1000000000000)
            --origins 1k --urls-per-second 5k             | urls_per_second: 5000 (expected: at most 200, the budgets of all
            --origins 1M --urls-per-second 5k --cores 0   | cores: 0 (expected: 1 to 1024)
            --origins 1M --urls-per-second 5k --cpu-max 0 | cpu_share_max: 0 (expected: 0.01 to 1)
            --origins 1M                                  | Missing required option: '--urls-per-second=U'
            """)
    void whatCannotBeIsOneLine(String arguments, String expected) {
        Run run = capacity(arguments.split(" +"));

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains(expected);
        assertThat(run.err().lines().count()).isLessThanOrEqualTo(2);
    }

    @Test
    void aFileThatIsNeitherSaysSo() throws IOException {
        Path file = Files.writeString(directory.resolve("chaos.jsonl"), "{\"bench\":\"chaos\"}\n");

        Run run = capacity("--origins", "1M", "--urls-per-second", "1k", "--coefficients", file.toString());

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("chaos.jsonl: no figure that the model uses");
    }

    private static JsonNode json(String... arguments) throws IOException {
        Run run = capacity(
                Stream.concat(Arrays.stream(arguments), Stream.of("--json")).toArray(String[]::new));
        assertThat(run.exitCode()).as(run.err()).isZero();
        return JSON.readTree(run.out());
    }

    private static double coefficient(JsonNode plan, String name) {
        for (JsonNode coefficient : plan.path("coefficients")) {
            if (coefficient.path("name").asText().equals(name)) {
                return coefficient.path("value").asDouble();
            }
        }
        throw new AssertionError(name);
    }

    private static Run capacity(String... arguments) {
        return Run.of(
                Stream.concat(Stream.of("capacity"), Arrays.stream(arguments)).toArray(String[]::new));
    }
}

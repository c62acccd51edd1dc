package org.decorum.stage.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.decorum.stage.bench.BenchResult;
import org.decorum.stage.bench.Conditions;
import org.decorum.stage.bench.KeptResult;
import org.decorum.stage.bench.ResultLines;
import org.decorum.stage.bench.Target;
import org.decorum.stage.cli.Decorum;
import org.decorum.stage.cli.Terminal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class SuiteRunTest {

    private static final List<Suite.Part> PARTS = List.of(
            new Suite.Part("cycle", List.of("--urls=5")),
            new Suite.Part("writes", List.of()),
            new Suite.Part("core", List.of("--runs=1")));

    @TempDir
    Path directory;

    private final List<List<String>> ran = new ArrayList<>();
    private final List<String> said = new ArrayList<>();

    /** The first misses, the second fails without a word, the third reaches. */
    private int play(List<String> arguments) {
        ran.add(arguments);
        String bench = arguments.get(1);
        if (bench.equals("writes")) {
            return 3;
        }
        double figure = bench.equals("core") ? 2 : 1;
        BenchResult result = new BenchResult(
                bench,
                "one",
                Map.of(),
                Map.of("speed", figure),
                List.of(Target.atLeast("speed", 2)),
                new Conditions("2026-11-30T12:00:00Z", 2, 1024, "Linux", "OpenJDK", "4.4.0"));
        String json = arguments.get(arguments.size() - 1).substring("--json=".length());
        ResultFile.writeLines(Path.of(json), List.of(result));
        return result.isMet() ? 0 : 1;
    }

    private SuiteRun suite(Path json, boolean quick) {
        return new SuiteRun(this::play, directory, Optional.of(json), quick, List.of("-Da=b"), said::add);
    }

    @Test
    void itGoesOnAfterAMissAndAFailureAndAppendsWhatWasFound() throws Exception {
        Path json = Files.writeString(directory.resolve("all.jsonl"), "before\n");
        SuiteRun suite = suite(json, false);

        List<SuiteRun.Outcome> outcomes = suite.run(PARTS);

        assertThat(ran).extracting(arguments -> arguments.get(1)).containsExactly("cycle", "writes", "core");
        assertThat(ran.get(0)).startsWith("bench", "cycle", "-Da=b").hasSize(4);
        assertThat(suite.summarise(outcomes)).isFalse();
        List<String> lines = Files.readAllLines(json);
        assertThat(lines.get(0)).isEqualTo("before");
        assertThat(ResultLines.read("all", lines.subList(1, lines.size())))
                .extracting(kept -> kept.result().bench())
                .containsExactly("cycle", "core");
        assertThat(String.join("\n", said))
                .containsPattern("cycle +MISSED +1 +1")
                .contains("one: speed >= 2")
                .containsPattern("writes +FAILED \\(exit 3\\)")
                .containsPattern("core +reached")
                .contains("Not all targets are reached. It took ");
        assertThat(directory).isDirectoryNotContaining("glob:**all-*");
    }

    @Test
    void aQuickRunTakesSmallSizesAndMarksItsLines() throws Exception {
        Path json = directory.resolve("all.jsonl");
        SuiteRun suite = suite(json, true);

        List<SuiteRun.Outcome> outcomes = suite.run(PARTS.subList(2, 3));

        assertThat(ran.get(0)).startsWith("bench", "core", "--runs=1", "-Da=b");
        assertThat(suite.summarise(outcomes)).isTrue();
        assertThat(ResultLines.read("all", Files.readAllLines(json)))
                .extracting(KeptResult::quick)
                .containsExactly(true);
        assertThat(said).anyMatch(line -> line.contains("does not count as figures"));
    }

    @Test
    void everyBenchmarkIsOfTheSuiteAndItsQuickOptionsAreItsOwn() {
        List<String> others = List.of("all", "report", "prompt-fetcher");

        assertThat(new CommandLine(new BenchCommand())
                        .getSubcommands().keySet().stream().filter(name -> !others.contains(name)))
                .containsExactlyInAnyOrderElementsOf(
                        Suite.PARTS.stream().map(Suite.Part::name).toList());
        for (Suite.Part part : Suite.PARTS) {
            List<String> arguments = new ArrayList<>(List.of("bench", part.name()));
            arguments.addAll(part.quick());
            var unused =
                    Decorum.commandLine(new Terminal(false, false, false)).parseArgs(arguments.toArray(String[]::new));
        }
    }
}

package org.decorum.stage.cli.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.decorum.stage.bench.KeptResult;
import org.decorum.stage.bench.ResultLines;
import org.decorum.stage.cli.ExitCode;

/** Runs benchmarks one after the other, and goes on after one that missed a figure or failed. */
final class SuiteRun {

    private static final String ROW = "%-12s %-18s %8s %8s  %s";

    /** Runs one command line of Decorum to its end, and gives its exit code. */
    interface Runner {
        int run(List<String> arguments) throws IOException, InterruptedException;
    }

    /**
     * How one ended.
     *
     * @param results that it kept, also where it failed later
     */
    record Outcome(String name, int exitCode, List<KeptResult> results, Duration took) {

        boolean isReached() {
            return exitCode == ExitCode.OK;
        }

        private List<String> missed() {
            return results.stream()
                    .flatMap(kept -> kept.result().missedTargets().stream()
                            .map(words -> kept.result().scenario() + ": " + words))
                    .toList();
        }

        private String verdict() {
            if (isReached()) {
                return "reached";
            }
            return missed().isEmpty() ? "FAILED (exit " + exitCode + ")" : "MISSED";
        }
    }

    private final Runner runner;
    private final Path scratch;
    private final Optional<Path> json;
    private final boolean quick;
    private final List<String> more;
    private final Consumer<String> say;

    /**
     * Describes a run.
     *
     * @param scratch where each one keeps its results until they are appended to {@code json}
     * @param more options that each of them gets
     */
    SuiteRun(Runner runner, Path scratch, Optional<Path> json, boolean quick, List<String> more, Consumer<String> say) {
        this.runner = runner;
        this.scratch = scratch;
        this.json = json;
        this.quick = quick;
        this.more = List.copyOf(more);
        this.say = say;
    }

    List<Outcome> run(List<Suite.Part> parts) throws IOException, InterruptedException {
        List<Outcome> outcomes = new ArrayList<>();
        for (Suite.Part part : parts) {
            say.accept("");
            say.accept("=== bench " + part.name() + (quick ? " (quick: no figures)" : ""));
            Outcome outcome = run(part);
            outcomes.add(outcome);
            say.accept("=== bench " + part.name() + ": " + outcome.verdict() + " after " + words(outcome.took()));
        }
        return outcomes;
    }

    private Outcome run(Suite.Part part) throws IOException, InterruptedException {
        Path kept = scratch.resolve("all-" + part.name() + ".jsonl");
        Files.deleteIfExists(kept);
        List<String> arguments = new ArrayList<>(List.of("bench", part.name()));
        if (quick) {
            arguments.addAll(part.quick());
        }
        arguments.addAll(more);
        arguments.add("--json=" + kept);
        long begin = System.nanoTime();
        int exitCode = runner.run(arguments);
        Duration took = Duration.ofNanos(System.nanoTime() - begin);
        List<String> lines = Files.exists(kept) ? Files.readAllLines(kept, StandardCharsets.UTF_8) : List.of();
        Files.deleteIfExists(kept);
        if (quick) {
            lines = ResultLines.quick(lines);
        }
        if (json.isPresent()) {
            Files.write(
                    json.get(), lines, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
        return new Outcome(part.name(), exitCode, ResultLines.read(part.name(), lines), took);
    }

    /** The table in the end; true when all that ran reached all. */
    boolean summarise(List<Outcome> outcomes) {
        say.accept("");
        say.accept(row("benchmark", "", "results", "missed", "took"));
        Duration all = Duration.ZERO;
        for (Outcome outcome : outcomes) {
            say.accept(row(
                    outcome.name(),
                    outcome.verdict(),
                    Integer.toString(outcome.results().size()),
                    Integer.toString(outcome.missed().size()),
                    words(outcome.took())));
            outcome.missed().forEach(missed -> say.accept("             " + missed));
            all = all.plus(outcome.took());
        }
        boolean reached = outcomes.stream().allMatch(Outcome::isReached);
        say.accept("");
        say.accept((reached ? "All targets are reached. " : "Not all targets are reached. ") + "It took " + words(all)
                + ".");
        if (quick) {
            say.accept("These were small sizes: what they show does not count as figures.");
        }
        return reached;
    }

    private static String row(String name, String verdict, String results, String missed, String took) {
        return String.format(Locale.ROOT, ROW, name, verdict, results, missed, took);
    }

    private static String words(Duration time) {
        return time.toMinutes() > 0
                ? String.format(Locale.ROOT, "%d min %02d s", time.toMinutes(), time.toSecondsPart())
                : String.format(Locale.ROOT, "%d s", time.toSeconds());
    }
}

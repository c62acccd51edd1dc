package org.decorum.stage.cli.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.decorum.stage.bench.KeptResult;
import org.decorum.stage.bench.ResultLines;
import org.decorum.stage.bench.ResultPage;
import org.decorum.stage.cli.CliException;
import org.decorum.stage.cli.ExitCode;
import org.decorum.stage.cli.InputFile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Draws results that were kept. */
@Command(
        name = "report",
        header = "Draw results that --json kept: charts, and one page with their figures and conditions.",
        description = {
            "",
            "Reads the lines that --json wrote, of one run or of many, and writes README.md and a chart-NAME.svg for each "
                    + "benchmark into --out. A chart has a panel for each figure that is judged: bars are medians, with a line "
                    + "from the least to the most of the runs, and a dashed one where the target is.",
            "",
            "Without FILE it reads all files of --out whose names end in .jsonl; so keep results there. Files are named on "
                    + "the page as they lie relative to it. Nothing is measured, and nothing is believed: whether a target is "
                    + "met is found again from the figures.",
            ""
        },
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the page is written, whatever its figures are",
            "1:a line is no result, or something cannot be read or written",
            "2:the command line was wrong"
        },
        footer = {
            "",
            "Examples:",
            "  decorum bench cycle --json benchmarks/results/cycle.jsonl",
            "  decorum bench report",
            "  decorum bench report --out /tmp/page monday.jsonl tuesday.jsonl"
        })
public final class ReportCommand implements Callable<Integer> {

    private static final String LINES = ".jsonl";
    private static final String PAGE = "README.md";

    @Parameters(paramLabel = "FILE", arity = "0..*", description = "Results, one JSON object a line.")
    private List<Path> files = new ArrayList<>();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "benchmarks/results",
            description = "Where the page and its charts go. Default: ${DEFAULT-VALUE}.")
    private Path directory = Path.of("benchmarks", "results");

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (!Files.isDirectory(directory)) {
            throw usage("--out: " + directory + " (expected: a directory that exists)");
        }
        List<Path> read = files.isEmpty() ? kept() : files;
        read.forEach(file -> InputFile.problem(file.toString()).ifPresent(problem -> {
            throw usage(problem);
        }));
        List<KeptResult> results = new ArrayList<>();
        for (Path file : read) {
            results.addAll(results(file));
        }
        if (results.isEmpty()) {
            throw new CliException("no result in " + read + " (expected: lines that --json of a benchmark wrote)");
        }
        ResultPage.Page page = ResultPage.of(results);
        ResultFile.write(directory.resolve(PAGE), page.markdown());
        page.charts().forEach((name, chart) -> ResultFile.write(directory.resolve(name), chart));
        say(results.size() + " results: " + directory.resolve(PAGE) + " and "
                + page.charts().size() + " charts");
        return ExitCode.OK;
    }

    private List<Path> kept() throws IOException {
        try (Stream<Path> inside = Files.list(directory)) {
            return inside.filter(file -> file.toString().endsWith(LINES))
                    .sorted()
                    .toList();
        }
    }

    private List<KeptResult> results(Path file) {
        Path name = directory
                .toAbsolutePath()
                .normalize()
                .relativize(file.toAbsolutePath().normalize());
        try {
            return ResultLines.read(name.toString(), Files.readAllLines(file, StandardCharsets.UTF_8));
        } catch (IOException failure) {
            throw new CliException(file + ": cannot be read (expected: UTF-8 text; " + failure + ")", failure);
        } catch (IllegalArgumentException noResult) {
            throw new CliException(String.valueOf(noResult.getMessage()), noResult);
        }
    }

    private void say(String words) {
        if (spec != null) {
            spec.commandLine().getOut().println(words);
            spec.commandLine().getOut().flush();
        }
    }

    private ParameterException usage(String message) {
        if (spec == null) {
            throw new IllegalStateException("a command runs only below the command line that parsed it");
        }
        return new ParameterException(spec.commandLine(), message);
    }
}

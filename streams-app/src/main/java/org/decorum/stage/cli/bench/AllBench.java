package org.decorum.stage.cli.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.decorum.stage.cli.ExitCode;
import org.decorum.stage.cli.KafkaCommand;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs all benchmarks. */
@Command(
        name = "all",
        header = "All benchmarks, one after the other, and a table of what was reached.",
        description = {
            "",
            "Each runs in a process of its own, with its defaults and the settings given here. One that misses a figure or "
                    + "fails does not stop the others. Results are appended to --json as each benchmark ends: 'decorum bench "
                    + "report' draws them.",
            "",
            "With their defaults they take hours: adaptive about eight minutes, failover about twenty, and some were not "
                    + "timed as a whole. The table in the end says what each took. --quick takes small sizes and some "
                    + "minutes, to see that all works here; what it shows does not count as figures, and its lines in --json "
                    + "are marked so.",
            ""
        },
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:every figure of every benchmark is reached",
            "1:a figure is missed, or a benchmark failed",
            "2:the command line was wrong"
        },
        footer = {
            "",
            "Examples:",
            "  decorum bench all --json all.jsonl",
            "  decorum bench all --quick",
            "  decorum bench all --only cycle,core --json benchmarks/results/all.jsonl"
        })
public final class AllBench extends KafkaCommand {

    private static final Set<String> OWN = Set.of("--quick", "--only", "--json", "--help", "--version");

    @Mixin
    private final BenchOptions bench = new BenchOptions();

    @Option(names = "--quick", description = "Small sizes: whether all works, and no figures.")
    private boolean quick;

    @Option(names = "--only", paramLabel = "NAME", split = ",", description = "Only these, in the order of all.")
    private List<String> only = List.of();

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        bench.problem().ifPresent(problem -> {
            throw usage(problem);
        });
        var unused = stageConfig();
        List<Suite.Part> parts = parts();
        Path scratch = bench.data().root();
        Files.createDirectories(scratch);
        SuiteRun run = new SuiteRun(new OwnProcess(out()), scratch, bench.json(), quick, passedOn(), this::say);
        say("Runs " + parts.stream().map(Suite.Part::name).collect(Collectors.joining(", "))
                + (quick ? ", small: no figures." : "."));
        return run.summarise(run.run(parts)) ? ExitCode.OK : ExitCode.FAILED;
    }

    private List<Suite.Part> parts() {
        Set<String> unknown = new LinkedHashSet<>(only);
        unknown.removeAll(Suite.PARTS.stream().map(Suite.Part::name).toList());
        if (!unknown.isEmpty()) {
            throw usage("--only: " + String.join(", ", unknown) + " (expected: " + Suite.names() + ")");
        }
        return Suite.PARTS.stream()
                .filter(part -> only.isEmpty() || only.contains(part.name()))
                .toList();
    }

    /** Settings, seed and the like, as they were given. */
    private List<String> passedOn() {
        List<String> options = new ArrayList<>();
        if (spec != null) {
            for (OptionSpec option : spec.commandLine().getParseResult().matchedOptions()) {
                if (!OWN.contains(option.longestName())) {
                    option.originalStringValues()
                            .forEach(value -> options.add(
                                    option.longestName().length() > 2
                                            ? option.longestName() + "=" + value
                                            : option.longestName() + value));
                }
            }
        }
        return options;
    }

    private void say(String words) {
        out().println(words);
        out().flush();
    }
}

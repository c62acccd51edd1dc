package org.decorum.stage.cli.alias;

import java.io.IOException;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.decorum.core.origin.OriginKeyer;
import org.decorum.schema.OriginAlias;
import org.decorum.stage.cli.Confirmation;
import org.decorum.stage.cli.ExitCode;
import org.decorum.stage.cli.InputFile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi.Style;
import picocli.CommandLine.Option;

/** Makes the topic say what a file says, and nothing else. */
@Command(
        name = "apply",
        header = "Make the aliases what a file says: add, change, and remove the others.",
        description = {
            "",
            "A line is HOST ORIGIN SAID-BY [CONFIDENCE] [# EVIDENCE]; lines that begin with # say nothing. The file is "
                    + "checked as a whole, the difference is shown, and after a yes all of it is written in one "
                    + "transaction.",
            ""
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  decorum alias apply -f aliases.txt --dry-run",
            "  decorum alias apply -f aliases.txt --dry-run --exit-code",
            "      in CI: 1 where the topic differs from the file",
            "  decorum alias apply -f aliases.txt --yes"
        })
final class AliasApply extends AliasTableCommand {
    @Option(
            names = {"-f", "--file"},
            paramLabel = "FILE",
            required = true,
            description = "The file; " + InputFile.STDIN + " for standard input.")
    private String name = "";

    @Option(names = "--dry-run", description = "Show the difference, and write nothing.")
    private boolean dryRun;

    @Option(names = "--exit-code", description = "With --dry-run: 1 if there is a difference.")
    private boolean exitCode;

    @Option(names = "--yes", description = "Do not ask.")
    private boolean yes;

    private @Nullable AliasFile file;

    @Override
    void check(OriginKeyer keyer) throws IOException {
        if (exitCode && !dryRun) {
            throw usage("--exit-code (expected: together with --dry-run)");
        }
        AliasFile read = AliasFile.open(name, keyer, now());
        read.requireSound(err()::println);
        file = read;
    }

    @Override
    int run(AliasTable table) throws IOException {
        AliasFile wanted = file;
        if (wanted == null) {
            throw new IllegalStateException("run before check");
        }
        AliasDiff diff = AliasDiff.of(table, wanted.aliases());
        diff.lines().forEach(line -> out().println(coloured(line.added() ? Style.fg_green : Style.fg_red, line + "")));
        out().println(diff.isEmpty() ? "no difference" : diff.summary());
        if (dryRun || diff.isEmpty()) {
            return exitCode && !diff.isEmpty() ? ExitCode.FAILED : ExitCode.OK;
        }
        if (!yes && !isConfirmed()) {
            out().println("nothing was written");
            return ExitCode.FAILED;
        }
        SortedMap<String, Optional<OriginAlias>> changes = accepted(table, wanted, diff);
        table.write(changes);
        out().println("wrote " + changes.size() + (changes.size() == 1 ? " record" : " records"));
        return ExitCode.OK;
    }

    private boolean isConfirmed() throws IOException {
        if (!Confirmation.canBeAskedFor()) {
            throw usage("there is no terminal to ask on (expected: --yes, or --dry-run)");
        }
        return Confirmation.ask(out(), "Write this? [y/N] ");
    }

    /**
     * What to write so that the stage accepts all: what differs; but where an earlier alias would win over a part of it,
     * everything anew, for what is written at one time and has no chain is accepted.
     */
    private SortedMap<String, Optional<OriginAlias>> accepted(AliasTable table, AliasFile wanted, AliasDiff diff) {
        SortedMap<String, Optional<OriginAlias>> changes = table.dated(diff.changes(), now());
        if (!table.after(changes).refused().isEmpty()) {
            SortedMap<String, Optional<OriginAlias>> all = new TreeMap<>();
            wanted.aliases().forEach((key, alias) -> all.put(key, table.book().alias(key)));
            all.putAll(changes);
            return table.dated(all, now());
        }
        return changes;
    }
}

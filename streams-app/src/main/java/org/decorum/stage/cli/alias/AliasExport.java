package org.decorum.stage.cli.alias;

import org.decorum.stage.cli.ExitCode;
import picocli.CommandLine.Command;

/** Writes all aliases that are in force as a file for {@link AliasApply}. */
@Command(
        name = "export",
        header = "Print all aliases as a file that apply takes.",
        description = {"", "Applying it changes nothing. Records that have no effect are left out.", ""},
        mixinStandardHelpOptions = true,
        footer = {"", "Examples:", "  decorum alias export > aliases.txt"})
final class AliasExport extends AliasTableCommand {
    @Override
    int run(AliasTable table) {
        out().println(AliasLine.HEADER);
        for (String key : table.book().map().accepted().keySet()) {
            table.book()
                    .alias(key)
                    .ifPresent(alias -> out().println(AliasLine.of(key, alias).text()));
        }
        return ExitCode.OK;
    }
}

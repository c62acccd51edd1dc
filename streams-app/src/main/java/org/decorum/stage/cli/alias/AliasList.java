package org.decorum.stage.cli.alias;

import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import org.decorum.schema.OriginAlias;
import org.decorum.stage.cli.ExitCode;
import org.decorum.stage.cli.table.TableJson;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows all aliases that are in force. */
@Command(
        name = "list",
        header = "Show all aliases, by host, with who said so and why.",
        description = {"", "Records that have no effect are told on standard error.", ""},
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  decorum alias list",
            "  decorum alias list --json | jq -r 'select(.alias.confidence < 1) | .key'"
        })
final class AliasList extends AliasTableCommand {
    @Option(names = "--json", description = "One JSON object a line: key and alias.")
    private boolean json;

    @Override
    int run(AliasTable table) {
        SortedMap<String, OriginAlias> aliases = new TreeMap<>();
        table.book()
                .map()
                .accepted()
                .keySet()
                .forEach(key -> aliases.put(key, table.book().alias(key).orElseThrow()));
        if (json) {
            aliases.forEach((key, alias) -> out().println(TableJson.line(key, "alias", alias)));
        } else {
            out().printf(Locale.ROOT, "%-31s %-24s %s%n", "HOST", "ORIGIN", "WHY");
            aliases.forEach((key, alias) ->
                    out().printf(Locale.ROOT, "%-31s %-24s %s%n", key, alias.getOriginKey(), AliasWords.source(alias)));
        }
        return ExitCode.OK;
    }
}

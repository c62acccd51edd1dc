package org.decorum.stage.cli.alias;

import org.decorum.stage.cli.CommandGroup;
import picocli.CommandLine.Command;

/** What can be done with aliases. */
@Command(
        name = "alias",
        header = "Show and change which hosts share an origin, and so its budget.",
        description = {
            "",
            "Each host is an origin of its own, sub-domains too, unless an alias says which origin pays for it: another "
                    + "host, or a name for a group. An alias stands under a host, or under all names below one, "
                    + "'*.example.com' (not example.com itself); the most specific counts. An alias leads to its origin "
                    + "in one step: one that would make a chain or a cycle is refused.",
            "",
            "Each of these commands takes --bootstrap-servers and --schema-registry, as all others do.",
            ""
        },
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true,
        subcommands = {
            AliasList.class,
            AliasGet.class,
            AliasSet.class,
            AliasDelete.class,
            AliasApply.class,
            AliasExport.class,
            AliasExplain.class
        },
        footer = {
            "",
            "Examples:",
            "  decorum alias set a.example g --by ops --evidence 'one server room'",
            "  decorum alias apply -f aliases.txt",
            "  decorum alias explain https://www.a.example/page"
        })
public final class AliasCommand extends CommandGroup {}

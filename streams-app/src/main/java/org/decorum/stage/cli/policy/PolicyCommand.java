package org.decorum.stage.cli.policy;

import org.decorum.stage.cli.CommandGroup;
import picocli.CommandLine.Command;

/** What can be done with policies. */
@Command(
        name = "policy",
        header = "Show and change how origins are treated: pace, caps, pauses, blocks.",
        description = {
            "",
            "A policy stands under a KEY: an origin or site key such as example.com, all names below one, "
                    + "'*.example.com' (not example.com itself), or everybody, '*'. For each field the most specific "
                    + "policy that says something counts: the key itself, then the longest pattern, then '*', then "
                    + "the stage's settings. A change acts on what waits already, on every instance, at once.",
            "",
            "Each of these commands takes --bootstrap-servers and --schema-registry, as all others do.",
            ""
        },
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true,
        subcommands = {
            PolicyList.class,
            PolicyGet.class,
            PolicySet.class,
            PolicyDelete.class,
            PolicyPause.class,
            PolicyResume.class,
            PolicyExplain.class
        },
        footer = {
            "",
            "Examples:",
            "  decorum policy set example.com --interval 500ms",
            "  decorum policy set '*.slow.example' --interval 30s --note 'they asked'",
            "  decorum policy pause example.com",
            "  decorum policy explain https://www.example.com/page"
        })
public final class PolicyCommand extends CommandGroup {}

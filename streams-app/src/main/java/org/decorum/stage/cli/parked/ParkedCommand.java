package org.decorum.stage.cli.parked;

import org.decorum.stage.cli.CommandGroup;
import picocli.CommandLine.Command;

/** What can be done with parked requests. */
@Command(
        name = "parked",
        header = "Bring back what came to a full backlog and was parked.",
        description = {
            "",
            "Where a policy says --backlog-full park, a request that comes to a full backlog goes to crawl.parked instead "
                    + "of being rejected, as its publisher wrote it. There it stays for the topic's retention, 30 days "
                    + "unless the topic says otherwise.",
            "",
            "It takes --bootstrap-servers, as all others do.",
            ""
        },
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true,
        subcommands = {ParkedPublish.class},
        footer = {"", "Examples:", "  decorum parked publish --count 50000"})
public final class ParkedCommand extends CommandGroup {}

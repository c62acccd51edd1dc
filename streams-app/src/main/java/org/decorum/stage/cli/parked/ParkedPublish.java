package org.decorum.stage.cli.parked;

import org.decorum.stage.cli.ExitCode;
import org.decorum.stage.cli.KafkaCommand;
import org.decorum.stage.topology.TopicNames;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Publishes parked requests again, each once. */
@Command(
        name = "publish",
        header = "Publish again what was parked, oldest first, each request once.",
        description = {
            "",
            "Reads crawl.parked from where the last run ended to where it ends now, and puts each record on "
                    + "crawl.requests unchanged. Both are one transaction, so a run that is broken off neither loses nor "
                    + "doubles anything. What finds the backlog full still is parked again, behind the end, and is for the "
                    + "next run.",
            ""
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  decorum parked publish                 all of them",
            "  decorum parked publish --count 50000   as many as there is room for"
        })
final class ParkedPublish extends KafkaCommand {

    @Option(names = "--count", paramLabel = "N", description = "At most so many. Default: all.")
    private long count = Long.MAX_VALUE;

    @Override
    public Integer call() {
        requireAtLeast("--count", count, 1);
        requireTopic(TopicNames.PARKED);
        requireTopic(TopicNames.REQUESTS);
        try (ParkedTopic parked = ParkedTopic.open(connection.clientSettings())) {
            long published = parked.publish(count);
            out().println("published " + published + " parked requests; left: " + parked.left());
        }
        return ExitCode.OK;
    }
}

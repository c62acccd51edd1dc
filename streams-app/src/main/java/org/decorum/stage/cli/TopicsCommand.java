package org.decorum.stage.cli;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.decorum.stage.runtime.TopicCheck;
import org.decorum.stage.runtime.Topics;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Creates the stage's topics and checks those that exist. */
@Command(
        name = "topics",
        header = "Create and check the topics that the stage needs.",
        description = {
            "",
            "Without --create it only looks: exit code 1 when a topic is missing, or so set that the stage or a fetcher "
                    + "would fail or forget. A topic that exists is never changed.",
            ""
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  decorum topics                                  check a local broker",
            "  decorum topics --create --partitions 32 \\",
            "      --replication 3 -b kafka-1:9092,kafka-2:9092",
            "",
            "Partitions of crawl.release bound how many fetchers share the work, those of crawl.requests how many "
                    + "readers the stage has."
        })
final class TopicsCommand extends KafkaCommand {
    @Option(names = "--create", description = "Create the topics that are missing.")
    private boolean create;

    @Option(
            names = "--partitions",
            paramLabel = "N",
            defaultValue = "" + Topics.PARTITIONS,
            description = "Partitions of each topic. Default: ${DEFAULT-VALUE}.")
    private int partitions;

    @Option(
            names = "--replication",
            paramLabel = "N",
            description = "Copies of each topic that is created. Default: the broker's.")
    private @Nullable Short replication;

    @Override
    public Integer call() {
        requireAtLeast("--partitions", partitions, 1);
        if (replication != null) {
            requireAtLeast("--replication", replication, 1);
        }
        try (Admin admin = Admin.create(connection.clientSettings())) {
            Topics topics = new Topics(admin, partitions, Optional.ofNullable(replication));
            List<TopicCheck> checks = create ? topics.ensure() : topics.check();
            out().printf(Locale.ROOT, "%-16s %10s  %-8s  %s%n", "TOPIC", "PARTITIONS", "CLEANUP", "STATE");
            checks.forEach(this::print);
            return checks.stream().allMatch(TopicCheck::usable) ? ExitCode.OK : ExitCode.FAILED;
        }
    }

    private void print(TopicCheck check) {
        String state = check.state().name().toLowerCase(Locale.ROOT);
        out().printf(
                        Locale.ROOT,
                        "%-16s %10s  %-8s  %s%n",
                        check.topic().name(),
                        check.partitions() == 0 ? "-" : check.partitions(),
                        check.topic().compacted() ? "compact" : "delete",
                        check.detail().isEmpty() ? state : state + ": " + check.detail());
    }
}

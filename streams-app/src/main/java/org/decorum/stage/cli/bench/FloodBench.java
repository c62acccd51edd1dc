package org.decorum.stage.cli.bench;

import org.decorum.schema.BacklogFullRule;
import org.decorum.stage.config.StageConfig;
import org.decorum.stage.runtime.LocalKafka;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures what a flood of one origin's URLs costs the others. */
@Command(
        name = "flood",
        header = "What a spider trap costs everybody else: millions of URLs of one origin in one burst.",
        description = {
            "",
            "Other origins have URLs waiting all the time. They are watched in quiet, then while the flood is published "
                    + "and read. A release is late by how much its slot is behind the grid of its origin, and by how much "
                    + "it becomes readable after its slot began, both together.",
            "",
            "The flooded origin lets --backlog-max wait; of the rest, --backlog-full says what gives way. Broker, stage, "
                    + "publisher and reader share this process and its heap.",
            "",
            "A million URLs took 40 to 110 seconds on two CPUs that did other work as well.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  decorum bench flood",
            "  decorum bench flood --urls 1000000 --backlog-full park",
            "  decorum bench flood --json figures.jsonl"
        })
public final class FloodBench extends MeasuringCommand {

    @Option(
            names = "--urls",
            paramLabel = "N",
            defaultValue = "10000000",
            description = "Of the origin that floods. Default: ${DEFAULT-VALUE}.")
    private long urls;

    @Option(
            names = "--origins",
            paramLabel = "N",
            defaultValue = "32",
            description = "Others that are watched. Default: ${DEFAULT-VALUE}.")
    private int origins;

    @Option(
            names = "--interval",
            paramLabel = "MILLIS",
            defaultValue = "200",
            description = "From one start to the next at each of them. Default: ${DEFAULT-VALUE}.")
    private long intervalMillis;

    @Option(
            names = "--quiet-seconds",
            paramLabel = "N",
            defaultValue = "60",
            description = "How long they are watched before the flood. Default: ${DEFAULT-VALUE}.")
    private int quietSeconds;

    @Option(
            names = "--backlog-max",
            paramLabel = "N",
            defaultValue = "100000",
            description = "URLs that may wait at the flooded origin. Default: ${DEFAULT-VALUE}.")
    private int backlogMax;

    @Option(
            names = "--backlog-full",
            paramLabel = "HOW",
            defaultValue = "REJECT_NEW",
            description = "What gives way there: ${COMPLETION-CANDIDATES}, in any case. Default: ${DEFAULT-VALUE}.")
    private BacklogFullRule rule = BacklogFullRule.REJECT_NEW;

    @Override
    protected void checkOptions() {
        requireWithin("--urls", urls, 1, 1_000_000_000);
        requireWithin("--origins", origins, 1, 100_000);
        requireWithin("--interval", intervalMillis, 1, 60_000);
        requireWithin("--quiet-seconds", quietSeconds, 1, 3_600);
        requireWithin("--backlog-max", backlogMax, 1, 1_000_000_000);
    }

    @Override
    protected void measure(Measurement run) throws InterruptedException {
        FloodPlan plan = new FloodPlan(urls, origins, intervalMillis, quietSeconds, backlogMax, rule);
        long rocksDbBytesMax = stageConfig().getLong(StageConfig.ROCKSDB_MEMORY_BYTES);
        try (LocalKafka kafka = LocalKafka.start(run.data(), 0, 0);
                BenchWorld world =
                        BenchWorld.open(connection.settings(), KafkaAddress.of(kafka), run.data(), plan.policies())) {
            run.closeInOrder();
            run.found(new FloodRun(plan, world, rocksDbBytesMax, run).run());
        }
    }
}

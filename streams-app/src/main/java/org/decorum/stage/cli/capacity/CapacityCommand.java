package org.decorum.stage.cli.capacity;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.streams.StreamsConfig;
import org.decorum.core.capacity.Answer;
import org.decorum.core.capacity.CapacityModel;
import org.decorum.core.capacity.Coefficient;
import org.decorum.core.capacity.Coefficients;
import org.decorum.core.capacity.Layout;
import org.decorum.core.capacity.Standing;
import org.decorum.stage.cli.ExitCode;
import org.decorum.stage.cli.KafkaCommand;
import org.decorum.stage.cli.policy.Span;
import org.decorum.stage.config.KafkaDefaults;
import org.decorum.stage.config.StageConfig;
import org.decorum.stage.runtime.TopicSpec;
import org.decorum.stage.runtime.Topics;
import org.decorum.stage.topology.TopicNames;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Says what a crawl needs, by the model, and how each figure came about. */
@Command(
        name = "capacity",
        header = "Say how many instances a crawl needs, and what they, the brokers and a failure take.",
        description = {
            "",
            "A model, worked out offline. Its coefficients are what decorum bench measured; those that nobody has measured "
                    + "are named below the plan. Put in your own: --coefficients takes the JSON lines of decorum bench, or a "
                    + "file of lines NAME = VALUE; --show-coefficients shows all of them, in that form.",
            "",
            "Each limit asks for a number of instances of its own, with which it is kept also while --failures of them are "
                    + "away. The one that asks for most binds: change what it names. No number of instances helps where one "
                    + "origin gets more than one thread can do, and where more comes in than all budgets let out.",
            "",
            "commit.interval.ms, decorum.lead.ms, num.standby.replicas, decorum.default.interval.ms, "
                    + "decorum.rocksdb.memory.bytes and decorum.recent.origins.bytes are those of the stage's settings "
                    + "(--config, -D).",
            ""
        },
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:there is a plan", "1:no number of instances will do", "2:the command line was wrong"},
        footer = {
            "",
            "Examples:",
            "  decorum capacity --origins 10M --urls-per-second 5k",
            "  decorum capacity --origins 100M --urls-per-second 50k --held-urls 1B --cores 8",
            "  decorum capacity --origins 10M --urls-per-second 5k --partitions 64 --json",
            "  decorum capacity --origins 1B --urls-per-second 200k --restore-max 10m",
            "  decorum bench cycle --json mine.jsonl",
            "  decorum capacity --origins 10M --urls-per-second 5k --coefficients mine.jsonl"
        })
public final class CapacityCommand extends KafkaCommand {

    private static final double SECOND = 1e6;

    @Mixin
    private final WorkloadOptions work = new WorkloadOptions();

    @Mixin
    private final MachineOptions machine = new MachineOptions();

    @Option(
            names = {"--partitions", "--shards"},
            paramLabel = "P",
            defaultValue = "0",
            description = "Partitions of the topics that are keyed by origin. Default: four for each thread.")
    private int shards;

    @Option(
            names = "--replication",
            paramLabel = "N",
            defaultValue = "3",
            description = "Copies of each record on brokers. Default: ${DEFAULT-VALUE}.")
    private int replication;

    @Option(
            names = "--failures",
            paramLabel = "N",
            defaultValue = "1",
            description = "Instances that may fail at once, and the others still keep up. Default: ${DEFAULT-VALUE}.")
    private int failures;

    @Option(
            names = "--kept",
            paramLabel = "SPAN",
            converter = Span.Converter.class,
            description = "How long topics that are streams are kept. Default: as decorum topics --create sets it.")
    private @Nullable Span kept;

    @Option(
            names = "--coefficients",
            paramLabel = "FILE",
            description = "Your own, over those of this project; may be repeated.")
    private List<Path> coefficientFiles = new ArrayList<>();

    @Option(names = "--show-coefficients", description = "Show what the model counts with, instead of a plan.")
    private boolean showsCoefficients;

    @Option(names = "--json", description = "Write one JSON object.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        requireReadable(coefficientFiles.stream().map(Path::toString));
        StageConfig config = stageConfig();
        Properties kafka = KafkaDefaults.under(config.kafkaSettings());
        Coefficients known;
        Answer answer;
        try {
            known = coefficients(config);
            answer = CapacityModel.plan(
                    known,
                    work.workload(config.getLong(StageConfig.DEFAULT_INTERVAL_MS)),
                    layout(config, kafka),
                    machine.machine(),
                    machine.prices());
        } catch (IllegalArgumentException invalid) {
            throw usage(String.valueOf(invalid.getMessage()));
        }
        if (showsCoefficients) {
            out().print(PlanText.of(known));
        } else if (json) {
            out().println(new ObjectMapper().writeValueAsString(PlanJson.of(answer, known)));
        } else {
            out().print(PlanText.of(answer, known));
        }
        out().flush();
        return answer instanceof Answer.Plan ? ExitCode.OK : ExitCode.FAILED;
    }

    private Coefficients coefficients(StageConfig config) throws IOException {
        Coefficients known = Coefficients.bundled()
                .with(Coefficient.ROCKSDB_BYTES, set(config, StageConfig.ROCKSDB_MEMORY_BYTES))
                .with(Coefficient.HEAP_RECENT_BYTES, set(config, StageConfig.RECENT_BYTES));
        for (Path file : coefficientFiles) {
            known = CoefficientFile.read(file, known);
        }
        return known;
    }

    private static Coefficients.Value set(StageConfig config, String setting) {
        return new Coefficients.Value(config.getLong(setting), Standing.SET, setting);
    }

    private Layout layout(StageConfig config, Properties kafka) {
        return new Layout(
                shards,
                Integer.parseInt(String.valueOf(kafka.get(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG))),
                replication,
                failures,
                Double.parseDouble(String.valueOf(kafka.get(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG))),
                config.getLong(StageConfig.LEAD_MS),
                keptSeconds(TopicNames.REQUESTS),
                keptSeconds(TopicNames.FEEDBACK),
                keptSeconds(TopicNames.RELEASE),
                keptSeconds(TopicNames.DECISIONS));
    }

    private double keptSeconds(String topic) {
        return kept != null
                ? kept.micros() / SECOND
                : Topics.ALL.stream()
                        .filter(spec -> spec.name().equals(topic))
                        .map(TopicSpec::retention)
                        .findFirst()
                        .orElseThrow()
                        .toSeconds();
    }
}

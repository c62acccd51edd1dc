package org.decorum.stage.cli;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.decorum.wire.AvroReader;
import org.decorum.wire.Decoded;
import org.decorum.wire.RecordJson;
import org.decorum.wire.WireConfig;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Option;

/** Shows what the stage writes, as it comes. */
@Command(
        name = "releases",
        header = "Watch what the stage releases, rejects, decides.",
        description = {
            "",
            "Shows each release as it is committed: when it may start, at which origin, for the how-manieth time, how far "
                    + "ahead of now. Reads beside the fetchers and takes nothing from them. Ends with Ctrl-C or --count.",
            ""
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  decorum releases",
            "  decorum releases --origin example.org --from-beginning",
            "  decorum releases -t rejected --from-beginning -n 1000 --json \\",
            "      | jq -r '.reason' | sort | uniq -c",
            "  decorum releases --topic decisions --count 100"
        })
final class ReleasesCommand extends KafkaCommand {
    private static final Duration POLL = Duration.ofMillis(200);

    @Option(
            names = {"-t", "--topic"},
            paramLabel = "TOPIC",
            defaultValue = "RELEASE",
            description = "What to watch: ${COMPLETION-CANDIDATES}, in any case. Default: ${DEFAULT-VALUE}.")
    private OutputTopic topic = OutputTopic.RELEASE;

    @Option(
            names = {"-o", "--origin"},
            paramLabel = "KEY",
            description = "Only this origin.")
    private @Nullable String origin;

    @Option(names = "--from-beginning", description = "Start with what the topic still holds.")
    private boolean fromBeginning;

    @Option(
            names = {"-n", "--count"},
            paramLabel = "N",
            defaultValue = "" + Long.MAX_VALUE,
            showDefaultValue = Help.Visibility.NEVER,
            description = "End after N records.")
    private long count;

    @Option(names = "--json", description = "One JSON object a line, with every field.")
    private boolean json;

    private final RecordLines lines = new RecordLines(ZoneId.systemDefault());

    @Override
    public Integer call() {
        requireAtLeast("--count", count, 1);
        requireTopic(topic.topicName());
        Map<String, Object> settings = connection.clientSettings();
        settings.put("isolation.level", "read_committed");
        settings.put("enable.auto.commit", "false");
        AvroReader<? extends SpecificRecord> reader =
                AvroReader.of(topic.recordClass(), new WireConfig(settings).registry());
        try (Consumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            assign(consumer);
            if (!json) {
                out().println(RecordLines.header(topic));
            }
            tail(consumer, reader);
        }
        return ExitCode.OK;
    }

    private void assign(Consumer<byte[], byte[]> consumer) {
        List<TopicPartition> partitions = consumer.partitionsFor(topic.topicName()).stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
        consumer.assign(partitions);
        if (fromBeginning) {
            consumer.seekToBeginning(partitions);
        } else {
            consumer.seekToEnd(partitions);
        }
    }

    private void tail(Consumer<byte[], byte[]> consumer, AvroReader<? extends SpecificRecord> reader) {
        long shown = 0;
        while (!isClosed(out())) {
            for (ConsumerRecord<byte[], byte[]> found : consumer.poll(POLL)) {
                if (show(found, reader) && (++shown == count || isClosed(out()))) {
                    return;
                }
            }
        }
    }

    /** Whether the record was one to show. */
    private boolean show(ConsumerRecord<byte[], byte[]> found, AvroReader<? extends SpecificRecord> reader) {
        byte @Nullable [] value = found.value();
        if (value == null) {
            return false;
        }
        Decoded<? extends SpecificRecord> decoded = reader.read(value);
        if (decoded instanceof Decoded.Ok<? extends SpecificRecord> ok) {
            SpecificRecord datum = ok.value();
            if (origin != null
                    && !origin.equals(
                            datum.get(datum.getSchema().getField("origin_key").pos()))) {
                return false;
            }
            out().println(json ? RecordJson.toJson(datum) : lines.line(datum, Instant.now()));
            return true;
        }
        err().println(found.topic() + "-" + found.partition() + " offset " + found.offset() + ": " + decoded);
        return false;
    }
}

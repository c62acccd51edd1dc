package org.decorum.stage.runtime;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Properties;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.streams.StreamsConfig;
import org.decorum.stage.error.GenerationOverException;
import org.decorum.stage.generation.Generation;
import org.decorum.stage.generation.GenerationRecord;
import org.decorum.stage.processor.NodeNames;

/**
 * Which generation a stage belongs to. It is asked before the stage starts, and again by each task before it works: then
 * the instance is a member of its group, and either sees here that a reshard has begun, or is seen by it.
 */
public final class Generations implements AutoCloseable {

    private final Admin admin;
    private final GenerationLog log;
    private final String baseId;

    /** @param settings of Kafka Streams, with the application id as it is configured */
    Generations(Properties settings) {
        StreamsConfig config = new StreamsConfig(settings);
        Map<String, Object> adminSettings = new HashMap<>(config.getAdminConfigs("generations"));
        this.baseId = config.getString(StreamsConfig.APPLICATION_ID_CONFIG);
        this.admin = Admin.create(adminSettings);
        this.log = new GenerationLog(adminSettings, config.getRestoreConsumerConfigs("generations"));
    }

    /**
     * The generation in force.
     *
     * @param shards of the first generation, where its topics do not exist yet
     */
    Generation inForce(int shards) {
        GenerationRecord record = log.read(baseId)
                .orElseGet(() -> GenerationRecord.unwritten(
                        Generation.first(baseId, firstShards(admin, baseId).orElse(shards))));
        record.building().ifPresent(next -> {
            throw new StartupException(beingBuilt(next));
        });
        return record.inForce();
    }

    /** Throws {@link GenerationOverException} unless this generation is in force, and no other is being built. */
    void confirm(Generation generation) {
        Optional<GenerationRecord> record = log.read(baseId);
        record.flatMap(GenerationRecord::building).ifPresent(next -> {
            throw new GenerationOverException(beingBuilt(next));
        });
        Generation inForce = record.map(GenerationRecord::inForce).orElse(generation);
        if (!inForce.equals(generation)) {
            throw new GenerationOverException("this stage is of " + generation + ", and " + inForce
                    + " is in force: start it again, and it joins that one");
        }
    }

    private static String beingBuilt(Generation next) {
        return next + " is being built, and no stage of " + next.baseId()
                + " may run until that is done: go on with decorum reshard --partitions " + next.shards()
                + ", or give it up with decorum reshard --abandon";
    }

    /** How many shards the first generation has; empty if no stage has run. Its topics know, whatever the settings say. */
    public static OptionalInt firstShards(Admin admin, String baseId) {
        String topic = baseId + "-" + NodeNames.REQUESTS_BY_ORIGIN + "-repartition";
        try {
            Map<String, TopicDescription> found =
                    Answers.await(admin.describeTopics(List.of(topic)).allTopicNames());
            return found.values().stream()
                    .mapToInt(description -> description.partitions().size())
                    .findFirst();
        } catch (UnknownTopicOrPartitionException noStageHasRun) {
            return OptionalInt.empty();
        }
    }

    @Override
    public void close() {
        log.close();
        admin.close();
    }
}

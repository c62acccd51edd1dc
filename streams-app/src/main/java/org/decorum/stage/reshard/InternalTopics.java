package org.decorum.stage.reshard;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.LogDirDescription;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.decorum.stage.generation.Generation;
import org.decorum.stage.runtime.Answers;

/** Creates and deletes the keyed topics of a generation. */
final class InternalTopics {

    /** Settings that speak of single partitions or replicas. */
    private static final Set<String> NOT_COPIED =
            Set.of("leader.replication.throttled.replicas", "follower.replication.throttled.replicas");

    private static final Duration GONE_WITHIN = Duration.ofSeconds(15);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

    private final Admin admin;

    InternalTopics(Admin admin) {
        this.admin = admin;
    }

    /**
     * Creates those of a generation that are missing, with settings and replication of another one's, so that what Kafka
     * Streams asks for and what an operator changed are kept.
     */
    void create(Generation next, Generation like) {
        List<NewTopic> wanted = new ArrayList<>();
        for (KeyedTopic topic : KeyedTopic.values()) {
            TopicDescription model = describe(topic.of(like));
            short replication = (short) model.partitions().get(0).replicas().size();
            wanted.add(new NewTopic(topic.of(next), next.shards(), replication).configs(settings(topic.of(like))));
        }
        admin.createTopics(wanted).values().forEach((name, created) -> {
            try {
                Answers.await(created);
            } catch (TopicExistsException fromAnEarlierTry) {
                int partitions = shards(name);
                if (partitions != next.shards()) {
                    throw new ReshardException(
                            "topic " + name + " has " + partitions + " partitions (expected: " + next.shards()
                                    + "): it is not of this reshard. Give it up with decorum reshard --abandon");
                }
            }
        });
    }

    TopicDescription describe(String name) {
        return Answers.await(admin.describeTopics(List.of(name)).allTopicNames()).values().stream()
                .findFirst()
                .orElseThrow(UnknownTopicOrPartitionException::new);
    }

    /** How many partitions a topic has. */
    int shards(String name) {
        return describe(name).partitions().size();
    }

    private Map<String, String> settings(String name) {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, name);
        Map<String, String> settings = new HashMap<>();
        Answers.await(admin.describeConfigs(List.of(resource)).all())
                .values()
                .forEach(config -> config.entries().stream()
                        .filter(entry -> entry.source() == ConfigEntry.ConfigSource.DYNAMIC_TOPIC_CONFIG)
                        .filter(entry -> !NOT_COPIED.contains(entry.name()))
                        .forEach(entry -> settings.put(entry.name(), entry.value())));
        return settings;
    }

    /** Those of a generation that exist. */
    List<String> existing(Generation generation) {
        Set<String> all = Answers.await(admin.listTopics().names());
        return Stream.of(KeyedTopic.values())
                .map(topic -> topic.of(generation))
                .filter(all::contains)
                .toList();
    }

    /** Returns when the brokers that answer do not know them any more. */
    void delete(List<String> names) {
        admin.deleteTopics(names).topicNameValues().values().forEach(deleted -> {
            try {
                Answers.await(deleted);
            } catch (UnknownTopicOrPartitionException gone) {
                // which is all that was wanted
            }
        });
        long deadline = System.nanoTime() + GONE_WITHIN.toNanos();
        while (System.nanoTime() - deadline < 0
                && Answers.await(admin.listTopics().names()).stream().anyMatch(names::contains)) {
            LockSupport.parkNanos(LOOK_AGAIN.toNanos());
        }
    }

    /** Bytes that the leaders of these topics hold, by topic; empty where the brokers do not say. */
    Optional<Map<String, Long>> bytes(List<String> names) {
        Map<String, Long> bytes = new HashMap<>();
        Map<String, Map<Integer, Integer>> leaders = new HashMap<>();
        for (String name : names) {
            Map<Integer, Integer> ofTopic = new HashMap<>();
            describe(name).partitions().forEach(partition -> {
                if (partition.leader() != null) {
                    ofTopic.put(partition.partition(), partition.leader().id());
                }
            });
            leaders.put(name, ofTopic);
        }
        List<Integer> brokers = leaders.values().stream()
                .flatMap(ofTopic -> ofTopic.values().stream())
                .distinct()
                .toList();
        Map<Integer, Map<String, LogDirDescription>> directoriesOf;
        try {
            directoriesOf = Answers.await(admin.describeLogDirs(brokers).allDescriptions());
        } catch (AuthorizationException mayNotAsk) {
            return Optional.empty();
        }
        directoriesOf.forEach((broker, directories) -> directories
                .values()
                .forEach(directory -> directory.replicaInfos().forEach((partition, replica) -> {
                    Map<Integer, Integer> ofTopic = leaders.getOrDefault(partition.topic(), Map.of());
                    if (broker.equals(ofTopic.get(partition.partition()))) {
                        bytes.merge(partition.topic(), replica.size(), Long::sum);
                    }
                })));
        return bytes.isEmpty() ? Optional.empty() : Optional.of(bytes);
    }
}

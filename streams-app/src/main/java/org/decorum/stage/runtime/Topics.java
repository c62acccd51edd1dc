package org.decorum.stage.runtime;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.decorum.stage.topology.TopicNames;

/**
 * The topics that the stage shares with others: creates those that are missing and compares those that exist with what
 * the stage expects. Existing topics are never changed.
 */
public final class Topics {
    public static final int PARTITIONS = 8;

    /** A request may carry a URL of 1 MiB, which the stage must read to reject it. */
    public static final int REQUEST_BYTES_MAX = 2 * 1024 * 1024;

    /** A request's metadata travels on, and a rejected record adds up to 64 KiB of raw bytes. */
    public static final int DERIVED_BYTES_MAX = REQUEST_BYTES_MAX + 256 * 1024;

    private static final int SMALL = 1024 * 1024;
    private static final Duration WEEK = Duration.ofDays(7);
    private static final Duration MONTH = Duration.ofDays(30);
    private static final Duration VISIBLE_WITHIN = Duration.ofSeconds(15);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

    /** All topics, in the order in which a URL meets them. */
    public static final List<TopicSpec> ALL = List.of(
            TopicSpec.stream(TopicNames.REQUESTS, WEEK, REQUEST_BYTES_MAX),
            TopicSpec.stream(TopicNames.FEEDBACK, Duration.ofDays(1), SMALL),
            TopicSpec.table(TopicNames.POLICIES),
            TopicSpec.table(TopicNames.ACCEPTED_POLICIES),
            TopicSpec.table(TopicNames.ALIASES),
            TopicSpec.table(TopicNames.ACCEPTED_ALIASES),
            TopicSpec.table(TopicNames.GENERATIONS),
            TopicSpec.stream(TopicNames.RELEASE, Duration.ofDays(1), DERIVED_BYTES_MAX),
            TopicSpec.table(TopicNames.HOLDS),
            TopicSpec.stream(TopicNames.REJECTED, MONTH, DERIVED_BYTES_MAX),
            TopicSpec.store(TopicNames.PARKED, DERIVED_BYTES_MAX),
            TopicSpec.stream(TopicNames.DECISIONS, WEEK, SMALL),
            TopicSpec.stream(TopicNames.ALERTS, MONTH, SMALL));

    private final Admin admin;
    private final int partitions;
    private final Optional<Short> replication;

    /**
     * @param partitions of each topic that is created
     * @param replication of each topic that is created; empty leaves it to the broker's default
     */
    public Topics(Admin admin, int partitions, Optional<Short> replication) {
        if (partitions < 1) {
            throw new IllegalArgumentException("partitions: " + partitions + " (expected: >= 1)");
        }
        this.admin = admin;
        this.partitions = partitions;
        this.replication = replication;
    }

    /** Throws {@link UnknownTopicOrPartitionException} unless the topic exists. */
    public void require(String name) {
        Answers.await(admin.describeTopics(List.of(name)).allTopicNames());
    }

    /** Creates what is missing, then checks everything. Any number of processes may do so at once. */
    public List<TopicCheck> ensure() {
        Set<String> created = create(missing(check()));
        List<TopicCheck> checks = checkWhenVisible();
        awaitLeaders(created);
        return checks.stream()
                .map(check -> created.contains(check.topic().name()) && check.state() == TopicCheck.State.OK
                        ? new TopicCheck(check.topic(), TopicCheck.State.CREATED, check.partitions(), "")
                        : check)
                .toList();
    }

    /** A broker may learn of a topic some time after the controller has created it. */
    private List<TopicCheck> checkWhenVisible() {
        long deadline = System.nanoTime() + VISIBLE_WITHIN.toNanos();
        List<TopicCheck> checks = check();
        while (!missing(checks).isEmpty() && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(LOOK_AGAIN.toNanos());
            checks = check();
        }
        return checks;
    }

    /** Creates topics that are not the stage's own, such as a benchmark's. */
    public void create(String... names) {
        Answers.await(admin.createTopics(Stream.of(names)
                        .map(name -> new NewTopic(name, Optional.of(partitions), replication))
                        .toList())
                .all());
        awaitLeaders(Set.of(names));
    }

    /**
     * Until the leader of each partition answers. Before that it may refuse the first batch of a producer and take the
     * second, and then refuses the first for ever, as out of order.
     */
    private void awaitLeaders(Set<String> created) {
        Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
        Answers.await(admin.describeTopics(created).allTopicNames())
                .values()
                .forEach(topic -> topic.partitions()
                        .forEach(partition -> ends.put(
                                new TopicPartition(topic.name(), partition.partition()), OffsetSpec.latest())));
        Answers.await(admin.listOffsets(ends).all());
    }

    private static List<TopicSpec> missing(List<TopicCheck> checks) {
        return checks.stream()
                .filter(check -> check.state() == TopicCheck.State.MISSING)
                .map(TopicCheck::topic)
                .toList();
    }

    /** Compares the topics with what the stage expects. */
    public List<TopicCheck> check() {
        List<String> names = ALL.stream().map(TopicSpec::name).toList();
        Map<String, TopicDescription> descriptions = new HashMap<>();
        admin.describeTopics(names)
                .topicNameValues()
                .forEach((name, future) -> existing(future).ifPresent(found -> descriptions.put(name, found)));
        Map<ConfigResource, Config> configs = Answers.await(admin.describeConfigs(
                        descriptions.keySet().stream().map(Topics::resource).toList())
                .all());
        List<TopicCheck> checks = new ArrayList<>();
        for (TopicSpec topic : ALL) {
            TopicDescription description = descriptions.get(topic.name());
            Config config = configs.get(resource(topic.name()));
            checks.add(
                    description == null || config == null
                            ? new TopicCheck(
                                    topic, TopicCheck.State.MISSING, 0, "create it with: decorum topics --create")
                            : compare(topic, description.partitions().size(), config));
        }
        return checks;
    }

    private TopicCheck compare(TopicSpec topic, int found, Config config) {
        boolean compacted = config.get(TopicSpec.CLEANUP).value().contains("compact");
        int bytes = Integer.parseInt(config.get(TopicSpec.MESSAGE_BYTES).value());
        if (topic.compacted() != compacted) {
            return wrong(topic, found, TopicSpec.CLEANUP, topic.compacted() ? "compact" : "delete");
        }
        if (bytes < topic.messageBytesMax()) {
            return wrong(topic, found, TopicSpec.MESSAGE_BYTES, Integer.toString(topic.messageBytesMax()));
        }
        return found == partitions
                ? new TopicCheck(topic, TopicCheck.State.OK, found, "")
                : new TopicCheck(
                        topic, TopicCheck.State.DIFFERS, found, found + " partitions (asked for: " + partitions + ")");
    }

    private static TopicCheck wrong(TopicSpec topic, int found, String setting, String expected) {
        return new TopicCheck(
                topic,
                TopicCheck.State.WRONG,
                found,
                "set it with: kafka-configs.sh --alter --topic " + topic.name() + " --add-config " + setting + "="
                        + expected);
    }

    /** Names of the topics that were created here and not by a faster process. */
    private Set<String> create(List<TopicSpec> topics) {
        List<NewTopic> wanted = topics.stream()
                .map(spec -> new NewTopic(spec.name(), Optional.of(partitions), replication).configs(spec.settings()))
                .toList();
        Set<String> created = new HashSet<>();
        admin.createTopics(wanted).values().forEach((name, future) -> {
            try {
                Answers.await(future);
                created.add(name);
            } catch (TopicExistsException anotherProcessWasFaster) {
                // It is there, which is all that was wanted.
            }
        });
        return created;
    }

    private static Optional<TopicDescription> existing(KafkaFuture<TopicDescription> future) {
        try {
            return Optional.of(Answers.await(future));
        } catch (UnknownTopicOrPartitionException missing) {
            return Optional.empty();
        }
    }

    private static ConfigResource resource(String name) {
        return new ConfigResource(ConfigResource.Type.TOPIC, name);
    }
}

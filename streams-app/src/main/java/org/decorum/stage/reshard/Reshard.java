package org.decorum.stage.reshard;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.decorum.stage.generation.Generation;
import org.decorum.stage.generation.GenerationRecord;
import org.decorum.stage.runtime.GenerationLog;
import org.decorum.stage.runtime.Generations;
import org.decorum.stage.topology.TopicNames;

/**
 * Builds the next generation of a stage that has stopped, with another number of shards, and puts it in force. Whatever
 * happens on the way, the old generation is untouched and in force until the one transaction that names the next one; the
 * offsets at which that begins are in the same transaction. All it writes goes through one transactional id for each
 * application id, so that of several reshards only the last one works.
 */
public final class Reshard implements AutoCloseable {

    private final String baseId;
    private final BiConsumer<Step, String> listener;
    private final Clients clients;
    private final InternalTopics topics;
    private final GenerationLog log;

    /**
     * For the stages of one application id.
     *
     * @param settings of Kafka's clients
     * @param listener is told of each step when it is done
     */
    public Reshard(Map<String, Object> settings, String baseId, BiConsumer<Step, String> listener) {
        this.baseId = baseId;
        this.listener = listener;
        this.clients = new Clients(settings);
        this.topics = new InternalTopics(clients.admin());
        this.log = new GenerationLog(settings, settings);
    }

    /** What is in force, and what is being built. */
    public GenerationRecord present() {
        return log.read(baseId)
                .or(() -> {
                    var shards = Generations.firstShards(clients.admin(), baseId);
                    return shards.isPresent()
                            ? Optional.of(GenerationRecord.unwritten(Generation.first(baseId, shards.getAsInt())))
                            : Optional.empty();
                })
                .orElseThrow(
                        () -> new ReshardException(
                                "no stage with application.id=" + baseId
                                        + " has run here (expected: one that has). A new one has as many shards as decorum.shards says"));
    }

    /** What there is to do for so many shards, and about how long it takes. Changes nothing. */
    public ReshardPlan plan(int shards) {
        GenerationRecord present = requireTarget(shards);
        return ReshardPlan.of(clients, topics, present, shards);
    }

    /** Gives the stage so many shards, or goes on with that. Returns the generation in force then. */
    public Generation to(int shards) {
        GenerationRecord before = requireTarget(shards);
        if (isDone(before, shards)) {
            return before.inForce();
        }
        new StoppedStage(clients, before.inForce()).requireStopped();
        try (Producer<byte[], byte[]> producer = producer()) {
            // Read again: another reshard may have been fenced off just now, at any step.
            GenerationRecord present = requireTarget(shards);
            return isDone(present, shards) ? present.inForce() : build(producer, present, shards);
        } catch (ProducerFencedException | InvalidProducerEpochException fenced) {
            throw new ReshardException("another reshard of " + baseId + " has taken over; this one stops", fenced);
        }
    }

    private static boolean isDone(GenerationRecord present, int shards) {
        return present.building().isEmpty() && present.inForce().shards() == shards;
    }

    private GenerationRecord requireTarget(int shards) {
        GenerationRecord present = present();
        present.building().filter(next -> next.shards() != shards).ifPresent(next -> {
            throw new ReshardException(next + " is being built (expected: the same number of shards again): go on with"
                    + " --partitions " + next.shards() + ", or give it up with --abandon");
        });
        return present;
    }

    private Generation build(Producer<byte[], byte[]> producer, GenerationRecord present, int shards) {
        GenerationRecord building = present.building().isPresent() ? present : present.build(shards);
        if (building != present) {
            write(producer, building, Map.of(), "");
        }
        Generation from = building.inForce();
        Generation to = building.building().orElseThrow();
        listener.accept(Step.ANNOUNCED, "no stage of " + baseId + " starts until " + to + " is there");

        StoppedStage old = new StoppedStage(clients, from);
        ShardCopy copy = new ShardCopy(clients, producer, from, to);
        try {
            // Only now: a stage that started meanwhile has joined its group before it asked, or it asks from now on.
            old.requireStopped();
        } catch (ReshardException running) {
            if (!copy.hasBegun()) {
                write(producer, building.withdraw(), Map.of(), "");
            }
            throw running;
        }
        old.fence();
        listener.accept(Step.FENCED, from + " has stopped, and what it had not committed is aborted");

        topics.create(to, from);
        listener.accept(Step.CREATED, "the topics of " + to + " exist");

        Map<TopicPartition, Long> starts = old.starts();
        Map<TopicPartition, Long> ends = old.ends();
        Map<TopicPartition, OffsetAndMetadata> inputs = old.committedInputs();
        long copied = copy.run(starts, ends, soFar -> listener.accept(Step.COPIED_SOME, soFar + " records copied"));
        listener.accept(Step.COPIED, copied + " records copied");

        String verified;
        try {
            verified = verify(from, to, starts, ends);
            requireUntouched(old, ends, inputs);
        } catch (ReshardException different) {
            write(producer, building.withdraw(), Map.of(), "");
            throw new ReshardException(different.getMessage() + ". " + from + " stays in force", different);
        }
        listener.accept(Step.VERIFIED, "verified: " + verified);

        Map<TopicPartition, OffsetAndMetadata> begins = new HashMap<>(inputs);
        Stream.of(KeyedTopic.values())
                .filter(topic -> !topic.isState())
                .flatMap(topic -> topic.partitions(to).stream())
                .forEach(partition -> begins.put(partition, new OffsetAndMetadata(0)));
        write(producer, building.publish(), begins, to.applicationId());
        listener.accept(Step.PUBLISHED, to + " is in force");
        clients.forget(ShardCopy.progressGroup(to));
        return to;
    }

    private String verify(
            Generation from, Generation to, Map<TopicPartition, Long> starts, Map<TopicPartition, Long> ends) {
        List<TopicPartition> copies = KeyedTopic.allPartitions(to);
        Map<TopicPartition, Long> copyStarts = clients.starts(copies);
        Map<TopicPartition, Long> copyEnds = clients.ends(copies);
        List<String> counts = new ArrayList<>();
        for (KeyedTopic topic : KeyedTopic.values()) {
            Census there = Census.of(topic, from, clients, starts, ends);
            Census here = Census.of(topic, to, clients, copyStarts, copyEnds);
            there.differenceTo(here).ifPresent(difference -> {
                throw new ReshardException("the copy of " + topic.of(from) + " differs: " + difference);
            });
            counts.add(topic.sentence(here.records()));
        }
        return String.join(", ", counts);
    }

    /** A stage of a release that does not know of generations may have run meanwhile. */
    private static void requireUntouched(
            StoppedStage old, Map<TopicPartition, Long> ends, Map<TopicPartition, OffsetAndMetadata> inputs) {
        old.requireStopped();
        if (!old.ends().equals(ends) || !old.committedInputs().equals(inputs)) {
            throw new ReshardException("a stage has worked while its records were copied (expected: none)");
        }
    }

    /** Gives up what is being built, so that the generation in force may start again. Returns that. */
    public Generation abandon() {
        if (present().building().isEmpty()) {
            throw nothingIsBuilt();
        }
        try (Producer<byte[], byte[]> producer = producer()) {
            GenerationRecord present = present();
            Generation next = present.building().orElseThrow(Reshard::nothingIsBuilt);
            write(producer, present.withdraw(), Map.of(), "");
            drop(next);
            return present.inForce();
        }
    }

    private static ReshardException nothingIsBuilt() {
        return new ReshardException("no generation is being built, so there is none to give up");
    }

    /** Generations that are not in force, and are still there. */
    public List<Generation> old() {
        GenerationRecord present = present();
        if (present.building().isPresent()) {
            throw new ReshardException(present.building().orElseThrow()
                    + " is being built from the old one (expected: a reshard that is done, or given up)");
        }
        List<Generation> old = new ArrayList<>();
        for (int number = 1; number <= present.lastNumber(); number++) {
            Generation one = new Generation(baseId, number, 1);
            if (number != present.inForce().number() && !topics.existing(one).isEmpty()) {
                old.add(new Generation(
                        baseId, number, topics.shards(topics.existing(one).get(0))));
            }
        }
        return old;
    }

    /** Deletes topics and groups of a generation that is not in force. */
    public void drop(Generation generation) {
        GenerationRecord present = present();
        if (generation.number() == present.inForce().number()
                || present.building().filter(generation::equals).isPresent()) {
            throw new ReshardException(generation + " is needed (expected: one that is not in force)");
        }
        new StoppedStage(clients, generation).requireStopped();
        topics.delete(topics.existing(generation));
        clients.forget(generation.applicationId());
        clients.forget(ShardCopy.progressGroup(generation));
    }

    private Producer<byte[], byte[]> producer() {
        Producer<byte[], byte[]> producer = clients.producer(baseId + "-reshard");
        producer.initTransactions();
        return producer;
    }

    /** One transaction: the record, and offsets of a group if there are any. */
    private void write(
            Producer<byte[], byte[]> producer,
            GenerationRecord record,
            Map<TopicPartition, OffsetAndMetadata> offsets,
            String group) {
        producer.beginTransaction();
        if (!offsets.isEmpty()) {
            producer.sendOffsetsToTransaction(offsets, new ConsumerGroupMetadata(group));
        }
        var unused = producer.send(new ProducerRecord<>(
                TopicNames.GENERATIONS, baseId.getBytes(StandardCharsets.UTF_8), record.toBytes()));
        producer.commitTransaction();
    }

    @Override
    public void close() {
        log.close();
        clients.close();
    }
}

package org.decorum.stage.reshard;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.ClassicGroupState;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.decorum.stage.generation.Generation;
import org.decorum.stage.runtime.Answers;
import org.decorum.stage.topology.FencedClients;

/** The generation that is to be copied: whether it has stopped, and what it left. */
final class StoppedStage {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

    private final Clients clients;
    private final Generation generation;

    StoppedStage(Clients clients, Generation generation) {
        this.clients = clients;
        this.generation = generation;
    }

    /** Members of the group: threads that run, or have not been missed yet. */
    int members() {
        List<String> group = List.of(generation.applicationId());
        try {
            return Answers.await(clients.admin().describeClassicGroups(group).all()).values().stream()
                    .mapToInt(
                            found -> found.state() == ClassicGroupState.EMPTY || found.state() == ClassicGroupState.DEAD
                                    ? 0
                                    : Math.max(1, found.members().size()))
                    .sum();
        } catch (GroupIdNotFoundException notClassic) {
            return streamsMembers(group);
        }
    }

    /** With {@code group.protocol=streams}. */
    private int streamsMembers(List<String> group) {
        try {
            return Answers.await(clients.admin().describeStreamsGroups(group).all()).values().stream()
                    .mapToInt(found -> found.groupState() == GroupState.EMPTY || found.groupState() == GroupState.DEAD
                            ? 0
                            : Math.max(1, found.members().size()))
                    .sum();
        } catch (GroupIdNotFoundException unknown) {
            return 0;
        }
    }

    void requireStopped() {
        int members = members();
        if (members > 0) {
            throw new ReshardException(generation + " runs: its group has " + members
                    + (members == 1 ? " member" : " members")
                    + " (expected: none). Stop all of its stages; one that was killed is missed after its session timeout."
                    + " Meanwhile URLs wait in crawl.requests");
        }
    }

    /**
     * Takes the right to write from all producers of this generation. What they had not committed is aborted; an instance
     * that was frozen when its group gave it up, and wakes later, commits nothing more.
     */
    void fence() {
        Pattern own = Pattern.compile(Pattern.quote(generation.applicationId()) + "-[0-9a-f-]{36}-\\d+");
        List<String> ids = Answers.await(clients.admin()
                        .listTransactions(new ListTransactionsOptions())
                        .all())
                .stream()
                .map(TransactionListing::transactionalId)
                .filter(id -> own.matcher(id).matches())
                .toList();
        if (!ids.isEmpty()) {
            Answers.await(clients.admin().fenceProducers(ids).all());
        }
        awaitStable(KeyedTopic.allPartitions(generation));
    }

    private void awaitStable(List<TopicPartition> partitions) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!clients.stableEnds(partitions).equals(clients.ends(partitions))) {
            if (System.nanoTime() - deadline > 0) {
                throw new ReshardException(
                        "a transaction is open on the topics of " + generation
                                + " (expected: none after its producers were fenced): kafka-transactions.sh find-hanging finds it");
            }
            LockSupport.parkNanos(LOOK_AGAIN.toNanos());
        }
    }

    /** Where the next stage would go on: changelogs from their start, repartition topics after what was processed. */
    Map<TopicPartition, Long> starts() {
        Map<TopicPartition, Long> starts = new HashMap<>(clients.starts(KeyedTopic.allPartitions(generation)));
        committed()
                .forEach((partition, committed) ->
                        starts.computeIfPresent(partition, (any, start) -> Math.max(start, committed.offset())));
        return starts;
    }

    Map<TopicPartition, Long> ends() {
        return clients.ends(KeyedTopic.allPartitions(generation));
    }

    Map<TopicPartition, OffsetAndMetadata> committed() {
        return clients.committed(generation.applicationId());
    }

    /** Offsets on what publishers and fetchers write. */
    Map<TopicPartition, OffsetAndMetadata> committedInputs() {
        Map<TopicPartition, OffsetAndMetadata> inputs = new HashMap<>(committed());
        Map<String, KeyedTopic> own = KeyedTopic.byName(generation);
        inputs.keySet().removeIf(partition -> own.containsKey(partition.topic()) || FencedClients.isNobodys(partition));
        return inputs;
    }
}

package org.decorum.fetch;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Which offsets may be committed: everything below the oldest release whose feedback Kafka has not acknowledged. So a
 * release is reported at least once, whatever crashes.
 */
final class OffsetTracker {

    private final Map<TopicPartition, Progress> progressByPartition = new HashMap<>();
    private int open;

    private static final class Progress {
        private final TreeSet<Long> open = new TreeSet<>();
        private long next;
        private long committed;

        long position() {
            return open.isEmpty() ? next : open.first();
        }
    }

    synchronized void opened(TopicPartition partition, long offset) {
        Progress progress = progressByPartition.computeIfAbsent(partition, p -> new Progress());
        progress.next = offset + 1;
        if (progress.open.add(offset)) {
            open++;
        }
    }

    synchronized void closed(TopicPartition partition, long offset) {
        Progress progress = progressByPartition.get(partition);
        if (progress != null && progress.open.remove(offset)) {
            open--;
        }
    }

    /** Positions that moved since the last call. */
    synchronized Map<TopicPartition, OffsetAndMetadata> takeCommittable() {
        Map<TopicPartition, OffsetAndMetadata> moved = new HashMap<>();
        progressByPartition.forEach((partition, progress) -> {
            if (progress.position() > progress.committed) {
                progress.committed = progress.position();
                moved.put(partition, new OffsetAndMetadata(progress.committed));
            }
        });
        return moved;
    }

    /** The position of a partition that something was read of. */
    synchronized OptionalLong position(TopicPartition partition) {
        Progress progress = progressByPartition.get(partition);
        return progress == null ? OptionalLong.empty() : OptionalLong.of(progress.position());
    }

    /** Positions after all that was read of some partitions, which are forgotten here. */
    synchronized Map<TopicPartition, OffsetAndMetadata> takeRead(Collection<TopicPartition> partitions) {
        Map<TopicPartition, OffsetAndMetadata> read = new HashMap<>();
        for (TopicPartition partition : partitions) {
            Progress progress = progressByPartition.get(partition);
            if (progress != null) {
                read.put(partition, new OffsetAndMetadata(progress.next));
            }
        }
        forget(partitions);
        return read;
    }

    /** Releases that were read and not yet reported. */
    synchronized int open() {
        return open;
    }

    synchronized int open(Collection<TopicPartition> partitions) {
        int sum = 0;
        for (TopicPartition partition : partitions) {
            Progress progress = progressByPartition.get(partition);
            sum += progress == null ? 0 : progress.open.size();
        }
        return sum;
    }

    synchronized void forget(Collection<TopicPartition> partitions) {
        for (TopicPartition partition : partitions) {
            Progress progress = progressByPartition.remove(partition);
            open -= progress == null ? 0 : progress.open.size();
        }
    }
}

package org.decorum.fetch;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;

/**
 * Where a group that has no position starts to read: at releases that may still have an open slot, not at days of
 * expired ones. Kafka's {@code auto.offset.reset=by_duration} would say the same, but on a partition without a recent
 * record it finds no offset and asks again only after 30 s.
 */
final class FirstPositions {

    private static final long RECENT_MILLIS = 60_000;

    private FirstPositions() {}

    static void seek(Consumer<?, ?> consumer, Collection<TopicPartition> assigned, long nowMillis) {
        Set<TopicPartition> without = new HashSet<>(assigned);
        for (Map.Entry<TopicPartition, OffsetAndMetadata> position :
                consumer.committed(Set.copyOf(assigned)).entrySet()) {
            if (position.getValue() != null) {
                without.remove(position.getKey());
            }
        }
        if (without.isEmpty()) {
            return;
        }
        Map<TopicPartition, Long> since = new HashMap<>();
        without.forEach(partition -> since.put(partition, nowMillis - RECENT_MILLIS));
        // Asked for first: what is written in between must not be skipped.
        Map<TopicPartition, Long> ends = consumer.endOffsets(without);
        Map<TopicPartition, OffsetAndTimestamp> recent = consumer.offsetsForTimes(since);
        for (TopicPartition partition : without) {
            OffsetAndTimestamp first = recent.get(partition);
            consumer.seek(partition, first == null ? ends.getOrDefault(partition, 0L) : first.offset());
        }
    }
}

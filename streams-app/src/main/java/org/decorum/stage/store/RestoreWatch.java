package org.decorum.stage.store;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StateRestoreListener;

/**
 * Whether stores that are restored get on. One that stands still waits for a partition without a leader, or for a
 * transaction of which Kafka lost the end: nothing behind that is committed for those who read the changelog, for ever.
 */
public final class RestoreWatch implements StateRestoreListener {

    private static final Duration STILL_MAX = Duration.ofSeconds(15);

    /** How far one store is. */
    private record Restore(long position, long end, long movedNanos) {}

    private final Map<TopicPartition, Restore> restores = new ConcurrentHashMap<>();
    private final LongSupplier nanoTime;

    public RestoreWatch(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    @Override
    public void onRestoreStart(TopicPartition changelog, String store, long from, long end) {
        restores.put(changelog, new Restore(from, end, nanoTime.getAsLong()));
    }

    @Override
    public void onBatchRestored(TopicPartition changelog, String store, long last, long count) {
        restores.computeIfPresent(
                changelog, (partition, before) -> new Restore(last + 1, before.end, nanoTime.getAsLong()));
    }

    @Override
    public void onRestoreEnd(TopicPartition changelog, String store, long total) {
        restores.remove(changelog);
    }

    @Override
    public void onRestoreSuspended(TopicPartition changelog, String store, long total) {
        restores.remove(changelog);
    }

    /** One sentence for each store that stands still. */
    public List<String> complaints() {
        long now = nanoTime.getAsLong();
        return restores.entrySet().stream()
                .filter(entry -> now - entry.getValue().movedNanos > STILL_MAX.toNanos())
                .map(entry -> sentence(entry.getKey(), entry.getValue(), now))
                .sorted()
                .toList();
    }

    private static String sentence(TopicPartition changelog, Restore restore, long now) {
        return changelog + " is restored up to offset " + restore.position + " of " + restore.end
                + ", and no further for "
                + TimeUnit.NANOSECONDS.toSeconds(now - restore.movedNanos)
                + " s: it has no leader, or a transaction hangs (kafka-transactions.sh find-hanging)";
    }
}

package org.decorum.stage.bench.bare;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.processor.StateRestoreListener;

/**
 * When an application began to read its stores from their changelogs, and how much it has read. Tables that each instance
 * reads from topics of their own do not count.
 */
public final class RestoreClock implements StateRestoreListener {

    private static final String CHANGELOG = "-changelog";

    private final AtomicLong beganNanos = new AtomicLong();
    private final AtomicLong records = new AtomicLong();
    private final Set<TopicPartition> restored = ConcurrentHashMap.newKeySet();

    private RestoreClock() {}

    /** One that watches an application that was not started yet. */
    public static RestoreClock on(KafkaStreams streams) {
        RestoreClock clock = new RestoreClock();
        streams.setGlobalStateRestoreListener(clock);
        return clock;
    }

    /** Since then, of {@link System#nanoTime}; only once {@link #restored} is not 0. */
    public long beganNanos() {
        return beganNanos.get();
    }

    /** Partitions of changelogs that were read to their ends. */
    public int restored() {
        return restored.size();
    }

    /** That were read so far. */
    public long records() {
        return records.get();
    }

    @Override
    public void onRestoreStart(TopicPartition partition, String store, long startOffset, long endOffset) {
        if (isChangelog(partition)) {
            beganNanos.compareAndSet(0, System.nanoTime());
        }
    }

    @Override
    public void onBatchRestored(TopicPartition partition, String store, long endOffset, long count) {
        if (isChangelog(partition)) {
            records.addAndGet(count);
        }
    }

    @Override
    public void onRestoreEnd(TopicPartition partition, String store, long count) {
        if (isChangelog(partition)) {
            restored.add(partition);
        }
    }

    private static boolean isChangelog(TopicPartition partition) {
        return partition.topic().endsWith(CHANGELOG);
    }
}

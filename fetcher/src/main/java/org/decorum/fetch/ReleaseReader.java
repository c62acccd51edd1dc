package org.decorum.fetch;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.serialization.Deserializer;
import org.decorum.schema.CrawlRelease;
import org.decorum.wire.registry.RegistryUnavailableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads crawl.release into the queue and commits what has been reported. When partitions go to another fetcher, what
 * still waits is reported as missed and <em>everything</em> read is committed: the next owner must not start a request
 * a second time while its slot is open. A request whose feedback is lost then comes back by its lease.
 */
final class ReleaseReader {

    private static final Logger LOG = LoggerFactory.getLogger(ReleaseReader.class);
    private static final Duration POLL = Duration.ofMillis(50);
    private static final Duration COMMIT_TIMEOUT = Duration.ofSeconds(3);
    private static final long COMMIT_EVERY_MICROS = 200_000;
    private static final long HAND_OVER_MICROS_MAX = 2_000_000;
    private static final long LOOK_AGAIN_MICROS = 1_000;

    private final FetchSettings settings;
    private final Consumer<byte[], byte[]> consumer;
    private final Deserializer<CrawlRelease> deserializer;
    private final HoldTable holds;
    private final StartQueue queue;
    private final FeedbackSender feedback;
    private final OffsetTracker offsets;
    private final FetchStats stats;
    private final MicroClock clock;
    private boolean subscribed;
    private long commitAtMicros = Long.MIN_VALUE;

    ReleaseReader(
            FetchSettings settings,
            FetchChannels channels,
            HoldTable holds,
            StartQueue queue,
            FeedbackSender feedback,
            OffsetTracker offsets,
            FetchStats stats,
            MicroClock clock) {
        this.settings = settings;
        this.consumer = channels.releases();
        this.deserializer = channels.releaseDeserializer();
        this.holds = holds;
        this.queue = queue;
        this.feedback = feedback;
        this.offsets = offsets;
        this.stats = stats;
        this.clock = clock;
    }

    /** One turn of the thread that owns the consumer. Nothing is read before the hold table has been complete once. */
    void pollOnce() {
        if (!subscribed && !holds.isFresh()) {
            clock.parkUntil(clock.nowMicros() + 10 * LOOK_AGAIN_MICROS);
            return;
        }
        if (!subscribed) {
            consumer.subscribe(List.of(settings.topics().release()), new HandOver());
            subscribed = true;
        }
        throttle();
        try {
            ConsumerRecords<byte[], byte[]> releases = consumer.poll(POLL);
            for (TopicPartition partition : releases.partitions()) {
                readAll(partition, releases.records(partition));
            }
            commitReported();
        } catch (RetriableException e) {
            LOG.warn("releases cannot be read now: {}", e.toString());
        }
    }

    /** Reports what waits as missed, waits a while for requests on their way, and leaves the group. */
    void close() {
        try (consumer) {
            handOver(open -> true, MissReason.CLOSING, consumer.assignment(), micros(settings.closeWait()));
        } catch (KafkaException e) {
            LOG.warn("fetcher could not leave its group in order: {}", e.toString());
        }
    }

    private void throttle() {
        int open = offsets.open();
        if (open >= settings.openMax()) {
            consumer.pause(consumer.assignment());
        } else if (open <= settings.openMax() / 2) {
            Set<TopicPartition> paused = consumer.paused();
            if (!paused.isEmpty()) {
                consumer.resume(paused);
            }
        }
    }

    /** A release whose schema cannot be asked for now is no unreadable one: its partition waits for the registry. */
    private void readAll(TopicPartition partition, List<ConsumerRecord<byte[], byte[]>> records) {
        for (ConsumerRecord<byte[], byte[]> record : records) {
            try {
                read(partition, record);
            } catch (RegistryUnavailableException e) {
                LOG.warn("releases of {} wait for their schema: {}", partition, e.toString());
                consumer.seek(partition, record.offset());
                clock.parkUntil(clock.nowMicros() + 10 * LOOK_AGAIN_MICROS);
                return;
            }
        }
    }

    private void read(TopicPartition partition, ConsumerRecord<byte[], byte[]> record) {
        OpenRelease open;
        try {
            CrawlRelease release = deserializer.deserialize(record.topic(), record.headers(), record.value());
            open = new OpenRelease(release, partition, record.offset());
        } catch (RegistryUnavailableException e) {
            throw e;
        } catch (RuntimeException e) {
            LOG.warn("release at {} offset {} is unreadable: {}", partition, record.offset(), e.toString());
            stats.onUnreadable();
            offsets.opened(partition, record.offset());
            offsets.closed(partition, record.offset());
            return;
        }
        offsets.opened(partition, record.offset());
        stats.onRead();
        queue.offer(open);
    }

    private void commitReported() {
        long nowMicros = clock.nowMicros();
        if (nowMicros < commitAtMicros) {
            return;
        }
        commitAtMicros = nowMicros + COMMIT_EVERY_MICROS;
        consumer.commitAsync(offsets.takeCommittable(), (positions, error) -> {
            if (error != null) {
                LOG.debug("positions are not committed, the next ones will cover them: {}", error.toString());
            }
        });
    }

    private void handOver(
            Predicate<OpenRelease> leaving, MissReason reason, Collection<TopicPartition> partitions, long waitMicros) {
        FetchResult missed = new FetchResult.Missed(reason);
        for (OpenRelease open : queue.removeIf(leaving)) {
            stats.onResult(missed);
            feedback.send(open, missed);
        }
        long deadlineMicros = clock.nowMicros() + waitMicros;
        while (offsets.open(partitions) > 0 && clock.nowMicros() < deadlineMicros) {
            clock.parkUntil(clock.nowMicros() + LOOK_AGAIN_MICROS);
        }
        try {
            consumer.commitSync(offsets.takeRead(partitions), COMMIT_TIMEOUT);
        } catch (KafkaException e) {
            LOG.warn(
                    "positions of {} are not committed, their next owner reads them again: {}",
                    partitions,
                    e.toString());
        }
    }

    private static long micros(Duration duration) {
        return duration.toNanos() / 1_000;
    }

    private final class HandOver implements ConsumerRebalanceListener {

        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            FirstPositions.seek(consumer, partitions, clock.nowMicros() / 1_000);
        }

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            handOver(open -> partitions.contains(open.partition), MissReason.REVOKED, partitions, HAND_OVER_MICROS_MAX);
        }

        /** Others may own these by now: nothing of them may start, and the new owner reports what did not. */
        @Override
        public void onPartitionsLost(Collection<TopicPartition> partitions) {
            queue.disown(open -> partitions.contains(open.partition));
            offsets.forget(partitions);
        }
    }
}

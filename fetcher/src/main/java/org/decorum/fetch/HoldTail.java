package org.decorum.fetch;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.Deserializer;
import org.decorum.core.rate.Micros;
import org.decorum.schema.OriginHold;
import org.decorum.wire.UndecodableException;
import org.decorum.wire.registry.RegistryUnavailableException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows all partitions of crawl.holds from their beginning. Now and then it asks the brokers where the partitions
 * end; once it has read up to there, the table is known to be complete as of the moment of asking. Without an answer
 * the table ages, and the gate closes.
 */
final class HoldTail implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(HoldTail.class);
    private static final Duration POLL = Duration.ofMillis(50);
    private static final Duration ASK_TIMEOUT = Duration.ofSeconds(2);
    private static final long ASK_EVERY_MICROS = 250_000;
    private static final long RETRY_MICROS = 100_000;
    private static final long REFRESH_EVERY_MICROS = 30_000_000;

    private final Consumer<byte[], byte[]> consumer;
    private final Deserializer<OriginHold> deserializer;
    private final String topic;
    private final HoldTable table;
    private final MicroClock clock;
    private volatile boolean closed;
    private boolean cutOff;
    private long askAtMicros = Long.MIN_VALUE;
    private long askedAtMicros;
    private long refreshAtMicros = Long.MIN_VALUE;
    private @Nullable Map<TopicPartition, Long> ends;

    HoldTail(
            Consumer<byte[], byte[]> consumer,
            Deserializer<OriginHold> deserializer,
            String topic,
            HoldTable table,
            MicroClock clock) {
        this.consumer = consumer;
        this.deserializer = deserializer;
        this.topic = topic;
        this.table = table;
        this.clock = clock;
    }

    /** Follows the topic until closed; on the thread that owns the consumer. */
    void run() {
        try (consumer) {
            while (!closed) {
                pollUnlessCutOff();
            }
        }
    }

    private void pollUnlessCutOff() {
        try {
            pollOnce();
            cutOff = false;
        } catch (RetriableException e) {
            if (!cutOff && !closed) {
                LOG.warn("{} cannot be followed; nothing starts until it can: {}", topic, e.toString());
            }
            cutOff = true;
            ends = null;
            clock.parkUntil(clock.nowMicros() + RETRY_MICROS);
        }
    }

    void pollOnce() {
        long nowMicros = clock.elapsedMicros();
        if (nowMicros >= refreshAtMicros) {
            assignAll();
            table.forgetBefore(clock.nowMicros());
            refreshAtMicros = Micros.add(nowMicros, REFRESH_EVERY_MICROS);
        }
        if (ends == null && nowMicros >= askAtMicros) {
            ends = consumer.endOffsets(consumer.assignment(), ASK_TIMEOUT);
            askedAtMicros = nowMicros;
            askAtMicros = nowMicros + ASK_EVERY_MICROS;
        }
        ConsumerRecords<byte[], byte[]> holds = consumer.poll(POLL);
        for (TopicPartition partition : holds.partitions()) {
            applyAll(partition, holds.records(partition));
        }
        if (ends != null
                && ends.entrySet().stream().allMatch(end -> consumer.position(end.getKey()) >= end.getValue())) {
            table.completeAt(askedAtMicros);
            ends = null;
        }
    }

    private void assignAll() {
        List<TopicPartition> all = consumer.partitionsFor(topic, ASK_TIMEOUT).stream()
                .map(partition -> new TopicPartition(topic, partition.partition()))
                .toList();
        if (all.isEmpty()) {
            throw new UnknownTopicOrPartitionException(topic + ": no partitions");
        }
        Set<TopicPartition> added = new HashSet<>(all);
        added.removeAll(consumer.assignment());
        if (!added.isEmpty()) {
            consumer.assign(all);
            consumer.seekToBeginning(new ArrayList<>(added));
        }
    }

    private void applyAll(TopicPartition partition, List<ConsumerRecord<byte[], byte[]>> holds) {
        for (ConsumerRecord<byte[], byte[]> hold : holds) {
            try {
                apply(hold);
            } catch (RegistryUnavailableException e) {
                LOG.warn("holds of {} wait for their schema: {}", partition, e.toString());
                consumer.seek(partition, hold.offset());
                return;
            }
        }
    }

    private void apply(ConsumerRecord<byte[], byte[]> hold) {
        if (hold.key() == null) {
            LOG.warn("hold without a key at {}-{} offset {}", topic, hold.partition(), hold.offset());
            return;
        }
        String originKey = new String(hold.key(), StandardCharsets.UTF_8);
        if (hold.value() == null) {
            table.remove(originKey);
            return;
        }
        try {
            table.put(originKey, deserializer.deserialize(topic, hold.headers(), hold.value()));
        } catch (UndecodableException e) {
            LOG.warn("hold of {} is unreadable; the origin stays on hold: {}", originKey, e.toString());
            table.putUnreadable(originKey);
        }
    }

    @Override
    public void close() {
        closed = true;
    }
}

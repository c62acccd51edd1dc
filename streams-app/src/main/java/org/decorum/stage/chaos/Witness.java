package org.decorum.stage.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.decorum.schema.CrawlDecision;
import org.decorum.schema.CrawlRejected;
import org.decorum.schema.CrawlRelease;
import org.decorum.schema.FetchFeedback;
import org.decorum.schema.OriginHold;
import org.decorum.stage.topology.TopicNames;
import org.decorum.wire.AvroDeserializer;
import org.decorum.wire.UndecodableException;

/** Reads what the stages write for others, committed records only, and what fetchers report, and tells the judges. */
public final class Witness implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(100);

    private final Map<String, Object> client;
    private final Map<String, Consumer<ConsumerRecord<byte[], byte[]>>> readers = new HashMap<>();
    private final Thread thread;
    private volatile boolean closed;
    private volatile boolean atEnd;
    private volatile Optional<RuntimeException> failure = Optional.empty();

    private Witness(Map<String, Object> client, Ledger ledger, HoldJudge holds, StartReports starts) {
        this.client = client;
        read(TopicNames.DECISIONS, CrawlDecision.class, ledger::add);
        read(TopicNames.RELEASE, CrawlRelease.class, ledger::add);
        read(TopicNames.REJECTED, CrawlRejected.class, ledger::add);
        read(TopicNames.HOLDS, OriginHold.class, hold -> holds.seen(hold, ChaosFarm.nowMicros()));
        read(TopicNames.FEEDBACK, FetchFeedback.class, starts::add);
        this.thread = new Thread(this::run, "chaos-witness");
        thread.setDaemon(true);
    }

    /** Begins to read, from the beginning. */
    public static Witness start(Map<String, Object> client, Ledger ledger, HoldJudge holds, StartReports starts) {
        Witness witness = new Witness(client, ledger, holds, starts);
        witness.thread.start();
        return witness;
    }

    private <T extends SpecificRecord> void read(String topic, Class<T> type, Consumer<T> action) {
        AvroDeserializer<T> values = new AvroDeserializer<>(type);
        values.configure(client, false);
        readers.put(topic, record -> {
            try {
                T value = values.deserialize(topic, record.headers(), record.value());
                if (value != null) {
                    action.accept(value);
                }
            } catch (UndecodableException ofForgedFeedback) {
                // The stages say so on crawl.rejected.
            }
        });
    }

    private void run() {
        Map<String, Object> consuming = new HashMap<>(client);
        consuming.put("isolation.level", "read_committed");
        consuming.put("enable.auto.commit", "false");
        consuming.put("auto.offset.reset", "earliest");
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(consuming, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = new ArrayList<>();
            readers.keySet()
                    .forEach(topic -> consumer.partitionsFor(topic)
                            .forEach(info -> partitions.add(new TopicPartition(topic, info.partition()))));
            consumer.assign(partitions);
            while (!closed) {
                ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
                records.forEach(this::tell);
                atEnd = records.isEmpty() && isAtEnd(consumer, partitions);
            }
        } catch (WakeupException | org.apache.kafka.common.errors.InterruptException end) {
            // Closing.
        } catch (RuntimeException broken) {
            failure = Optional.of(broken);
        }
    }

    private void tell(ConsumerRecord<byte[], byte[]> record) {
        Consumer<ConsumerRecord<byte[], byte[]>> reader = readers.get(record.topic());
        if (reader != null) {
            reader.accept(record);
        }
    }

    /** Brokers are away now and then, so nobody answers. */
    private static boolean isAtEnd(KafkaConsumer<byte[], byte[]> consumer, List<TopicPartition> partitions) {
        try {
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions, Duration.ofSeconds(2));
            return partitions.stream()
                    .allMatch(partition -> consumer.position(partition, Duration.ofSeconds(2))
                            >= ends.getOrDefault(partition, Long.MAX_VALUE));
        } catch (KafkaException notNow) {
            return false;
        }
    }

    /** Why it has stopped reading, if it has. */
    public Optional<RuntimeException> failure() {
        return failure;
    }

    /** Waits until it has read everything that is committed now; false when it has not by then. */
    public boolean awaitEnd(Duration patience) {
        long deadlineNanos = System.nanoTime() + patience.toNanos();
        atEnd = false;
        while (!atEnd) {
            if (failure.isPresent() || System.nanoTime() - deadlineNanos > 0) {
                return false;
            }
            LockSupport.parkNanos(LOOK_AGAIN.toNanos());
        }
        return true;
    }

    @Override
    public void close() {
        closed = true;
        try {
            thread.join(Duration.ofSeconds(10).toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

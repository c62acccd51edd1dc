package org.decorum.stage.cli.bench;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.decorum.stage.cli.CliException;
import org.jspecify.annotations.Nullable;

/** Counts the records of topics, and shows them to who wants to see them, as soon as they are committed. */
final class LoadReader implements AutoCloseable {

    /** Sees each record when it can be read. */
    interface Watcher {
        void read(ConsumerRecord<byte[], byte[]> record, long nowMicros);
    }

    private static final Duration POLL = Duration.ofMillis(100);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Watcher watcher;
    private final AtomicLong read = new AtomicLong();
    private final AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
    private final Thread thread = new Thread(this::run, CpuMeter.LOAD + "-reader");
    private volatile boolean stopped;

    private LoadReader(KafkaConsumer<byte[], byte[]> consumer, Watcher watcher) {
        this.consumer = consumer;
        this.watcher = watcher;
    }

    /** One that counts all records from now on. */
    static LoadReader start(Map<String, Object> client, String... topics) {
        return start(client, (record, nowMicros) -> {}, topics);
    }

    static LoadReader start(Map<String, Object> client, Watcher watcher, String... topics) {
        Map<String, Object> settings = new HashMap<>(client);
        settings.put("client.id", CpuMeter.LOAD + "-reader");
        settings.put("isolation.level", "read_committed");
        settings.put("fetch.max.wait.ms", "10");
        settings.put("max.poll.records", "5000");
        KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        List<TopicPartition> partitions = Stream.of(topics)
                .flatMap(topic -> consumer.partitionsFor(topic).stream())
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToEnd(partitions);
        partitions.forEach(consumer::position);
        LoadReader reader = new LoadReader(consumer, watcher);
        reader.thread.setDaemon(true);
        reader.thread.start();
        return reader;
    }

    long read() {
        return read.get();
    }

    /** Throws if it has stopped by itself. */
    void check() {
        Optional.ofNullable(failure.get()).ifPresent(why -> {
            throw new CliException("the reader of the load failed: " + why, why);
        });
    }

    private void run() {
        try {
            while (!stopped) {
                ConsumerRecords<byte[], byte[]> some = consumer.poll(POLL);
                long nowMicros = StandInFetcher.nowMicros();
                some.forEach(record -> watcher.read(record, nowMicros));
                read.addAndGet(some.count());
            }
        } catch (RuntimeException e) {
            failure.set(e);
        }
    }

    @Override
    public void close() throws InterruptedException {
        stopped = true;
        thread.join();
        consumer.close();
    }
}

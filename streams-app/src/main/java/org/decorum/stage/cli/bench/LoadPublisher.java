package org.decorum.stage.cli.bench;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.decorum.stage.bench.SteadyLoad;
import org.decorum.stage.cli.CliException;
import org.jspecify.annotations.Nullable;

/** Publishes at a steady rate, or as fast as it can within a window, so that what is not answered yet does not grow. */
final class LoadPublisher implements AutoCloseable {

    /** What is published. */
    interface Source {
        ProducerRecord<byte[], byte[]> record(long number);
    }

    private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Producer<byte[], byte[]> producer;
    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
    private volatile boolean stopped;
    private @Nullable Thread thread;

    private LoadPublisher(Producer<byte[], byte[]> producer) {
        this.producer = producer;
    }

    static LoadPublisher open(Map<String, Object> client) {
        Map<String, Object> settings = new HashMap<>(client);
        settings.put("client.id", CpuMeter.LOAD + "-publisher");
        settings.put("linger.ms", "5");
        settings.put("batch.size", "131072");
        settings.put("compression.type", "lz4");
        return new LoadPublisher(new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer()));
    }

    /**
     * Publishes in a thread of its own.
     *
     * @param outstandingMax how many may be published beyond what {@code answered} counts from now on
     */
    void publish(Source source, long count, long outstandingMax, LongSupplier answered) {
        long before = answered.getAsLong();
        begin(source, count, () -> answered.getAsLong() - before + outstandingMax);
    }

    /** Publishes in a thread of its own, at a steady rate from now on until it is closed. */
    void publish(Source source, SteadyLoad load) {
        long startNanos = System.nanoTime();
        begin(source, Long.MAX_VALUE, () -> load.dueBy(System.nanoTime() - startNanos));
    }

    private void begin(Source source, long count, LongSupplier room) {
        Thread publishing = new Thread(() -> run(source, count, room), CpuMeter.LOAD + "-publisher");
        publishing.setDaemon(true);
        thread = publishing;
        publishing.start();
    }

    private void run(Source source, long count, LongSupplier room) {
        try {
            long known = room.getAsLong();
            for (long number = 0; number < count && !stopped; number++) {
                while (number >= known && !stopped) {
                    known = room.getAsLong();
                    if (number >= known) {
                        LockSupport.parkNanos(LOOK_AGAIN_NANOS);
                    }
                }
                send(source.record(number));
            }
        } catch (RuntimeException e) {
            failure.compareAndSet(null, e);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the callback sees the outcome
    private void send(ProducerRecord<byte[], byte[]> record) {
        producer.send(record, (metadata, refused) -> {
            if (refused != null) {
                failure.compareAndSet(null, refused);
            }
        });
    }

    /** Throws if anything could not be published. */
    void check() {
        Optional.ofNullable(failure.get()).ifPresent(why -> {
            throw new CliException("the load cannot be published: " + why, why);
        });
    }

    @Override
    public void close() throws InterruptedException {
        stopped = true;
        if (thread != null) {
            thread.join();
        }
        producer.close();
    }
}

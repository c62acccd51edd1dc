package org.decorum.stage.chaos;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.decorum.core.machine.BookingId;
import org.decorum.core.rate.Micros;
import org.decorum.schema.FetchFeedback;
import org.decorum.schema.FetchOutcome;
import org.decorum.stage.topology.TopicNames;
import org.decorum.wire.AvroSerializer;

/**
 * Sends feedback that nobody should send: true reports once more, at once and much later, reports of bookings that never
 * were, and bytes that are no record.
 */
public final class FalseFeedback implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(250);
    private static final int ONE_REPEATED_IN = 40;
    private static final long FORGE_EVERY_NANOS = Duration.ofMillis(200).toNanos();
    private static final long LATE_NANOS = Duration.ofSeconds(20).toNanos();
    private static final int LATE_MAX = 2_000;
    private static final int ONE_UNREADABLE_IN = 20;
    private static final List<Integer> STATUSES = List.of(200, 429, 503, 500);

    private final Map<String, Object> client;
    private final List<ChaosOrigin> origins;
    private final SplittableRandom random;
    private final AvroSerializer<FetchFeedback> values = new AvroSerializer<>();
    private final ArrayDeque<Late> late = new ArrayDeque<>();
    private final AtomicLong repeated = new AtomicLong();
    private final AtomicLong delayed = new AtomicLong();
    private final AtomicLong forged = new AtomicLong();
    private final Thread thread = new Thread(this::run, "chaos-feedback");
    private long forgeAtNanos = System.nanoTime();
    private volatile boolean closed;

    private record Late(long dueNanos, byte[] value) {}

    private FalseFeedback(Map<String, Object> client, List<ChaosOrigin> origins, long seed) {
        this.client = client;
        this.origins = origins;
        this.random = new SplittableRandom(seed);
        values.configure(client, false);
        thread.setDaemon(true);
    }

    /** Begins to send. */
    public static FalseFeedback start(Map<String, Object> client, List<ChaosOrigin> origins, long seed) {
        FalseFeedback feedback = new FalseFeedback(client, origins, seed);
        feedback.thread.start();
        return feedback;
    }

    /** Reports that were sent a second time at once. */
    public long repeated() {
        return repeated.get();
    }

    /** Reports that were sent once more, much later. */
    public long delayed() {
        return delayed.get();
    }

    /** Reports of bookings that never were. */
    public long forged() {
        return forged.get();
    }

    private void run() {
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                        new HashMap<>(client), new ByteArrayDeserializer(), new ByteArrayDeserializer());
                Producer<byte[], byte[]> producer = new KafkaProducer<>(
                        new HashMap<>(client), new ByteArraySerializer(), new ByteArraySerializer())) {
            consumer.assign(consumer.partitionsFor(TopicNames.FEEDBACK).stream()
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .toList());
            while (!closed) {
                turn(consumer, producer);
            }
        } catch (KafkaException gone) {
            // It only disturbs; a run without it is a run.
        }
    }

    private void turn(KafkaConsumer<byte[], byte[]> consumer, Producer<byte[], byte[]> producer) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
            if (record.value() != null && random.nextInt(ONE_REPEATED_IN) == 0) {
                send(producer, record.value(), repeated);
                if (late.size() < LATE_MAX) {
                    late.add(new Late(System.nanoTime() + LATE_NANOS, record.value()));
                }
            }
        }
        while (!late.isEmpty() && late.peek().dueNanos() - System.nanoTime() < 0) {
            send(producer, late.remove().value(), delayed);
        }
        if (System.nanoTime() - forgeAtNanos >= 0) {
            forgeAtNanos = System.nanoTime() + FORGE_EVERY_NANOS;
            send(producer, forge(), forged);
        }
    }

    private static void send(Producer<byte[], byte[]> producer, byte[] value, AtomicLong count) {
        var unused = producer.send(new ProducerRecord<>(TopicNames.FEEDBACK, value));
        count.incrementAndGet();
    }

    private byte[] forge() {
        if (random.nextInt(ONE_UNREADABLE_IN) == 0) {
            byte[] garbage = new byte[1 + random.nextInt(64)];
            random.nextBytes(garbage);
            return garbage;
        }
        String origin = origins.get(random.nextInt(origins.size())).host();
        long aboutNow = ChaosFarm.nowMicros() + random.nextLong(-Micros.PER_SECOND, Micros.PER_SECOND);
        return requireNonNull(values.serialize(
                TopicNames.FEEDBACK,
                FetchFeedback.newBuilder()
                        .setOutcome(random.nextBoolean() ? FetchOutcome.FETCHED : FetchOutcome.MISSED_SLOT)
                        .setOriginKey(origin)
                        .setBookingId(new BookingId(aboutNow, random.nextLong(1_000)).toString())
                        .setStatus(STATUSES.get(random.nextInt(STATUSES.size())))
                        .setRetryAfter("3600")
                        .build()));
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

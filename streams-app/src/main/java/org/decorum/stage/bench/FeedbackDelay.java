package org.decorum.stage.bench;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * A delay line: what fetchers report on a topic of its own goes on to the stage's topic so much later, byte for byte and
 * in its order. Slow networks and slow fetchers look like this to the stage.
 */
public final class FeedbackDelay implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(2);

    private final String from;
    private final String to;
    private final long delayMillis;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final KafkaProducer<byte[], byte[]> producer;
    private final Deque<ConsumerRecord<byte[], byte[]>> waiting = new ArrayDeque<>();
    private final Thread thread;
    private volatile boolean closed;

    private FeedbackDelay(Map<String, Object> client, String from, String to, long delayMillis) {
        this.from = from;
        this.to = to;
        this.delayMillis = delayMillis;
        Map<String, Object> settings = new HashMap<>(client);
        settings.put("linger.ms", 0);
        this.consumer = new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        this.producer = new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
        this.thread = new Thread(this::run, "feedback-delay");
        thread.setDaemon(true);
    }

    /** Makes the topic that fetchers are to report on, and passes on what comes there from now on. */
    public static FeedbackDelay start(Map<String, Object> client, String from, String to, long delayMillis)
            throws InterruptedException {
        try (Admin admin = Admin.create(new HashMap<>(client))) {
            admin.createTopics(List.of(new NewTopic(from, Optional.of(1), Optional.empty())))
                    .all()
                    .get();
        } catch (ExecutionException failure) {
            throw new IllegalStateException("topic " + from + " cannot be made", failure.getCause());
        }
        FeedbackDelay delay = new FeedbackDelay(client, from, to, delayMillis);
        delay.thread.start();
        return delay;
    }

    private void run() {
        try (consumer;
                producer) {
            TopicPartition partition = new TopicPartition(from, 0);
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            while (!closed) {
                consumer.poll(POLL).forEach(waiting::add);
                passOn(System.currentTimeMillis() - delayMillis);
            }
        }
    }

    private void passOn(long untilMillis) {
        while (!waiting.isEmpty() && waiting.element().timestamp() <= untilMillis) {
            ConsumerRecord<byte[], byte[]> record = waiting.remove();
            var unused = producer.send(new ProducerRecord<>(to, null, record.key(), record.value(), record.headers()));
        }
    }

    @Override
    public void close() {
        closed = true;
        boolean interrupted = Thread.interrupted();
        try {
            thread.join();
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}

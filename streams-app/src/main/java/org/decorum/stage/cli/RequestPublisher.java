package org.decorum.stage.cli;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.decorum.schema.CrawlRequest;
import org.decorum.stage.runtime.Topics;
import org.decorum.stage.topology.TopicNames;
import org.decorum.wire.AvroSerializer;
import org.jspecify.annotations.Nullable;

/**
 * Puts requests on {@code crawl.requests} and counts what the brokers acknowledged: idempotent, acknowledged by all
 * replicas, without a key, since the stage finds each URL's owner itself.
 */
public final class RequestPublisher implements AutoCloseable {
    private final Producer<byte[], CrawlRequest> producer;
    private final AtomicLong acknowledged = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicReference<@Nullable Exception> firstFailure = new AtomicReference<>();

    public RequestPublisher(Producer<byte[], CrawlRequest> producer) {
        this.producer = producer;
    }

    /** A publisher over Kafka, with client settings that also name the schema registry. */
    public static RequestPublisher open(Map<String, Object> settings) {
        settings.putIfAbsent("linger.ms", "20");
        settings.putIfAbsent("batch.size", "131072");
        settings.putIfAbsent("compression.type", "lz4");
        settings.putIfAbsent("max.request.size", Integer.toString(Topics.REQUEST_BYTES_MAX));
        settings.put("enable.idempotence", "true");
        settings.put("acks", "all");
        AvroSerializer<CrawlRequest> values = new AvroSerializer<>();
        values.configure(settings, false);
        return new RequestPublisher(new KafkaProducer<>(settings, new ByteArraySerializer(), values));
    }

    /** Hands a request to the producer; waits while its buffer is full. */
    @SuppressWarnings("FutureReturnValueIgnored") // the callback sees the outcome
    public void send(CrawlRequest request) {
        producer.send(new ProducerRecord<>(TopicNames.REQUESTS, request), (metadata, failure) -> {
            if (failure == null) {
                acknowledged.incrementAndGet();
            } else {
                failed.incrementAndGet();
                firstFailure.compareAndSet(null, failure);
            }
        });
    }

    /** Waits until everything sent is acknowledged or has failed. */
    public void flush() {
        producer.flush();
    }

    public long acknowledged() {
        return acknowledged.get();
    }

    public long failed() {
        return failed.get();
    }

    public Optional<Exception> firstFailure() {
        return Optional.ofNullable(firstFailure.get());
    }

    @Override
    public void close() {
        producer.close();
    }
}

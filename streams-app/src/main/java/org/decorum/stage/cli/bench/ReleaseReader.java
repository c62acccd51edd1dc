package org.decorum.stage.cli.bench;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.decorum.schema.CrawlRelease;
import org.decorum.schema.FetchFeedback;
import org.decorum.schema.FetchOutcome;
import org.decorum.stage.bench.Arrivals;
import org.decorum.stage.topology.TopicNames;
import org.decorum.wire.AvroDeserializer;
import org.decorum.wire.AvroSerializer;
import org.decorum.wire.registry.SchemaRegistries;
import org.decorum.wire.registry.SchemaRegistry;

/** A fetcher without a network: notes when each committed release can be read, and reports it as fetched at once. */
final class ReleaseReader implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(10);

    private final Arrivals arrivals = new Arrivals();
    private final KafkaConsumer<String, CrawlRelease> consumer;
    private final Producer<byte[], byte[]> producer;
    private final AvroSerializer<FetchFeedback> reports;
    private final Thread thread = new Thread(this::run, "bench-releases");
    private volatile boolean closing;

    ReleaseReader(String bootstrapServers, String registryUrl, int partitions) {
        SchemaRegistry registry = SchemaRegistries.of(registryUrl);
        Map<String, Object> reading = new HashMap<>(Map.of(
                "bootstrap.servers", bootstrapServers, "isolation.level", "read_committed", "fetch.max.wait.ms", 10));
        consumer = new KafkaConsumer<>(
                reading, new StringDeserializer(), new AvroDeserializer<>(CrawlRelease.class, registry));
        List<TopicPartition> all = IntStream.range(0, partitions)
                .mapToObj(partition -> new TopicPartition(TopicNames.RELEASE, partition))
                .toList();
        consumer.assign(all);
        consumer.seekToBeginning(all);
        producer = new KafkaProducer<>(
                new HashMap<>(Map.of("bootstrap.servers", bootstrapServers)),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        reports = new AvroSerializer<>(registry);
        thread.setDaemon(true);
        thread.start();
    }

    Arrivals arrivals() {
        return arrivals;
    }

    private void run() {
        while (!closing) {
            for (ConsumerRecord<String, CrawlRelease> release : consumer.poll(POLL)) {
                arrivals.add(
                        release.partition(), nowMicros(), micros(release.value().getReleasedAt()));
                report(release.value());
            }
        }
        consumer.close();
    }

    private void report(CrawlRelease release) {
        FetchFeedback fetched = FetchFeedback.newBuilder()
                .setOutcome(FetchOutcome.FETCHED)
                .setOriginKey(release.getOriginKey())
                .setSiteKey(release.getSiteKey())
                .setBookingId(release.getBookingId())
                .setStatus(200)
                .build();
        var unused = producer.send(
                new ProducerRecord<>(TopicNames.FEEDBACK, reports.serialize(TopicNames.FEEDBACK, fetched)));
    }

    /** Of the clock that the stages' {@code released_at} is of, too. */
    static long nowMicros() {
        return micros(Instant.now());
    }

    private static long micros(Instant instant) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
    }

    @Override
    public void close() throws InterruptedException {
        closing = true;
        thread.join();
        producer.close(Duration.ofSeconds(2));
    }
}

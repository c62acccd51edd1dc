package org.decorum.stage.cli.bench;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
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
import org.decorum.stage.bench.Lateness;
import org.decorum.stage.topology.TopicNames;
import org.decorum.wire.AvroDeserializer;
import org.decorum.wire.AvroSerializer;
import org.jspecify.annotations.Nullable;

/**
 * Reads releases as soon as they are committed and reports each as fetched at once, without asking anybody: what is
 * measured is the stage.
 */
final class FloodFetcher implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(100);

    private final KafkaConsumer<String, CrawlRelease> releases;
    private final Producer<byte[], FetchFeedback> feedback;
    private final Lateness lateness;
    private final AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
    private final Thread thread = new Thread(this::run, "decorum-bench-releases");
    private volatile boolean stopped;

    private FloodFetcher(
            KafkaConsumer<String, CrawlRelease> releases, Producer<byte[], FetchFeedback> feedback, Lateness lateness) {
        this.releases = releases;
        this.feedback = feedback;
        this.lateness = lateness;
    }

    /** One that sees all releases from now on. */
    static FloodFetcher start(Map<String, Object> client, Lateness lateness) {
        Map<String, Object> reading = new HashMap<>(client);
        reading.put("isolation.level", "read_committed");
        reading.put("fetch.max.wait.ms", "20");
        AvroDeserializer<CrawlRelease> values = new AvroDeserializer<>(CrawlRelease.class);
        values.configure(client, false);
        KafkaConsumer<String, CrawlRelease> releases = new KafkaConsumer<>(reading, new StringDeserializer(), values);
        List<TopicPartition> partitions = releases.partitionsFor(TopicNames.RELEASE).stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
        releases.assign(partitions);
        releases.seekToBeginning(partitions);
        Map<String, Object> writing = new HashMap<>(client);
        writing.put("linger.ms", "5");
        AvroSerializer<FetchFeedback> reports = new AvroSerializer<>();
        reports.configure(client, false);
        FloodFetcher fetcher =
                new FloodFetcher(releases, new KafkaProducer<>(writing, new ByteArraySerializer(), reports), lateness);
        fetcher.thread.setDaemon(true);
        fetcher.thread.start();
        return fetcher;
    }

    /** Why it stopped by itself. */
    Optional<RuntimeException> failure() {
        return Optional.ofNullable(failure.get());
    }

    private void run() {
        try {
            while (!stopped) {
                releases.poll(POLL).forEach(record -> read(record.value()));
            }
        } catch (RuntimeException e) {
            failure.set(e);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // a report that is lost costs a lease, and the figures show it
    private void read(CrawlRelease release) {
        Instant now = Instant.now();
        if (!release.getOriginKey().equals(FloodPlan.TRAP)) {
            lateness.released(release.getOriginKey(), micros(release.getReleaseAt()), micros(now));
        }
        FetchFeedback fetched = FetchFeedback.newBuilder()
                .setOutcome(FetchOutcome.FETCHED)
                .setOriginKey(release.getOriginKey())
                .setSiteKey(release.getSiteKey())
                .setBookingId(release.getBookingId())
                .setStatus(200)
                .build();
        feedback.send(new ProducerRecord<>(TopicNames.FEEDBACK, fetched));
    }

    private static long micros(Instant time) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, time);
    }

    @Override
    public void close() throws InterruptedException {
        stopped = true;
        thread.join();
        releases.close();
        feedback.close();
    }
}

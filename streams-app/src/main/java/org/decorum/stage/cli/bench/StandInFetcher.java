package org.decorum.stage.cli.bench;

import static java.util.Comparator.comparing;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
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
import org.decorum.stage.cli.CliException;
import org.decorum.stage.topology.TopicNames;
import org.decorum.wire.AvroDeserializer;
import org.decorum.wire.AvroSerializer;
import org.jspecify.annotations.Nullable;

/**
 * A fetcher without a network: reads releases as soon as they are committed and reports each as fetched, without asking
 * anybody. What is measured is the stage.
 */
final class StandInFetcher implements AutoCloseable {

    /** When a release is reported. */
    enum Manner {
        /** As soon as it is read, without saying when it was started. */
        AT_ONCE,
        /**
         * When its slot has begun, as started and finished just then, though it may be a little later: else the stage
         * would give fewer slots at once on a busy machine, as to a fetcher that cannot keep up.
         */
        IN_SLOT
    }

    /** What else becomes of a release when it can be read. */
    interface Watcher {
        void read(ConsumerRecord<String, CrawlRelease> release, long nowMicros);
    }

    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration POLL_WHILE_WAITING = Duration.ofMillis(1);

    private final Manner manner;
    private final Watcher watcher;
    private final KafkaConsumer<String, CrawlRelease> releases;
    private final Producer<byte[], FetchFeedback> feedback;
    /** Tasks commit one after the other, so that what comes later may be due earlier. */
    private final Queue<CrawlRelease> waiting = new PriorityQueue<>(comparing(CrawlRelease::getReleaseAt));

    private final AtomicLong reported = new AtomicLong();
    private final AtomicLong late = new AtomicLong();
    private final AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
    private final Thread thread = new Thread(this::run, CpuMeter.LOAD + "-fetcher");
    private volatile boolean stopped;

    private StandInFetcher(
            Manner manner,
            Watcher watcher,
            KafkaConsumer<String, CrawlRelease> releases,
            Producer<byte[], FetchFeedback> feedback) {
        this.manner = manner;
        this.watcher = watcher;
        this.releases = releases;
        this.feedback = feedback;
    }

    /** One that sees all releases from now on. */
    static StandInFetcher start(Map<String, Object> client, Manner manner, Watcher watcher) {
        Map<String, Object> reading = new HashMap<>(client);
        reading.put("client.id", CpuMeter.LOAD + "-fetcher");
        reading.put("isolation.level", "read_committed");
        reading.put("fetch.max.wait.ms", "10");
        reading.put("max.poll.records", "5000");
        AvroDeserializer<CrawlRelease> values = new AvroDeserializer<>(CrawlRelease.class);
        values.configure(client, false);
        KafkaConsumer<String, CrawlRelease> releases = new KafkaConsumer<>(reading, new StringDeserializer(), values);
        List<TopicPartition> partitions = releases.partitionsFor(TopicNames.RELEASE).stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
        releases.assign(partitions);
        releases.seekToEnd(partitions);
        partitions.forEach(releases::position);
        Map<String, Object> writing = new HashMap<>(client);
        writing.put("client.id", CpuMeter.LOAD + "-feedback");
        writing.put("linger.ms", "5");
        writing.put("batch.size", "131072");
        AvroSerializer<FetchFeedback> reports = new AvroSerializer<>();
        reports.configure(client, false);
        StandInFetcher fetcher = new StandInFetcher(
                manner, watcher, releases, new KafkaProducer<>(writing, new ByteArraySerializer(), reports));
        fetcher.thread.setDaemon(true);
        fetcher.thread.start();
        return fetcher;
    }

    /** Releases that were reported so far. */
    long reported() {
        return reported.get();
    }

    /** Of them, those whose slot was over. */
    long late() {
        return late.get();
    }

    /** Throws if it has stopped by itself. */
    void check() {
        Optional.ofNullable(failure.get()).ifPresent(why -> {
            throw new CliException("the reader of releases failed: " + why, why);
        });
    }

    /** Of the clock that the stages' {@code released_at} is of, too. */
    static long nowMicros() {
        return micros(Instant.now());
    }

    static long micros(Instant time) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, time);
    }

    private void run() {
        try {
            while (!stopped) {
                var some = releases.poll(waiting.isEmpty() ? POLL : POLL_WHILE_WAITING);
                long nowMicros = nowMicros();
                for (ConsumerRecord<String, CrawlRelease> release : some) {
                    watcher.read(release, nowMicros);
                    waiting.add(release.value());
                }
                reportWhatIsDue();
            }
        } catch (RuntimeException e) {
            failure.set(e);
        }
    }

    /** In the order of their slots. */
    private void reportWhatIsDue() {
        Instant now = Instant.now().truncatedTo(ChronoUnit.MICROS);
        CrawlRelease next = waiting.peek();
        while (next != null && (manner == Manner.AT_ONCE || !next.getReleaseAt().isAfter(now))) {
            waiting.remove();
            report(next, now);
            next = waiting.peek();
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // a report that is lost costs a lease, and the figures show it
    private void report(CrawlRelease release, Instant now) {
        FetchFeedback.Builder fetched = FetchFeedback.newBuilder()
                .setOutcome(FetchOutcome.FETCHED)
                .setOriginKey(release.getOriginKey())
                .setSiteKey(release.getSiteKey())
                .setBookingId(release.getBookingId())
                .setStatus(200);
        if (manner == Manner.IN_SLOT) {
            fetched.setRequestId(release.getRequestId())
                    .setUrl(release.getUrl())
                    .setFetcherId(CpuMeter.LOAD)
                    .setContentType("text/html; charset=utf-8")
                    .setStartedAt(release.getReleaseAt())
                    .setFinishedAt(release.getReleaseAt());
        }
        if (now.isAfter(release.getExpiresAt())) {
            late.incrementAndGet();
        }
        feedback.send(new ProducerRecord<>(TopicNames.FEEDBACK, fetched.build()));
        reported.incrementAndGet();
    }

    @Override
    public void close() throws InterruptedException {
        stopped = true;
        thread.join();
        releases.close();
        feedback.close();
    }
}

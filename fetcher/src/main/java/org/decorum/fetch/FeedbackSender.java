package org.decorum.fetch;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.decorum.schema.FetchFeedback;
import org.decorum.wire.registry.RegistryUnavailableException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends feedback keyed by origin; a release's offset closes once Kafka has acknowledged it. Has a thread of its own,
 * because a producer without its brokers blocks, and neither starts nor fetches may wait for that. What cannot be sent
 * stays queued; the limit on open releases bounds the queue.
 */
final class FeedbackSender {

    private static final Logger LOG = LoggerFactory.getLogger(FeedbackSender.class);
    private static final long TAKE_MILLIS_MAX = 50;
    private static final long RETRY_NANOS = 200_000_000;

    private final Producer<String, FetchFeedback> producer;
    private final String topic;
    private final String fetcherId;
    private final OffsetTracker offsets;
    private final Consumer<Throwable> onFailure;
    private final BlockingQueue<Report> reports = new LinkedBlockingQueue<>();
    private volatile boolean closed;

    /** Feedback, with the release that it concludes; robots are about no release. */
    private record Report(FetchFeedback feedback, @Nullable OpenRelease open) {}

    FeedbackSender(
            Producer<String, FetchFeedback> producer,
            String topic,
            String fetcherId,
            OffsetTracker offsets,
            Consumer<Throwable> onFailure) {
        this.producer = producer;
        this.topic = topic;
        this.fetcherId = fetcherId;
        this.offsets = offsets;
        this.onFailure = onFailure;
    }

    void send(OpenRelease open, FetchResult result) {
        reports.add(new Report(Feedback.of(open.release, result, fetcherId), open));
    }

    void sendRobots(String originKey, String siteKey, @Nullable Long crawlDelayMicros) {
        reports.add(new Report(Feedback.ofRobots(originKey, siteKey, crawlDelayMicros, fetcherId), null));
    }

    /** Sends until closed. */
    void run() {
        try {
            while (!closed) {
                Report report = reports.poll(TAKE_MILLIS_MAX, TimeUnit.MILLISECONDS);
                if (report != null) {
                    handOn(report);
                    sendQueued();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Sends what is queued now. */
    void sendQueued() {
        for (Report report = reports.poll(); report != null && !closed; report = reports.poll()) {
            handOn(report);
        }
    }

    void close() {
        closed = true;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the callback hears of it
    private void handOn(Report report) {
        FetchFeedback feedback = report.feedback();
        try {
            producer.send(
                    new ProducerRecord<>(topic, feedback.getOriginKey(), feedback),
                    (metadata, error) -> acknowledged(report, error));
        } catch (RegistryUnavailableException e) {
            LOG.warn("feedback waits for the schema registry: {}", e.toString());
            LockSupport.parkNanos(RETRY_NANOS);
            reports.add(report);
        } catch (RuntimeException e) {
            onFailure.accept(e);
        }
    }

    private void acknowledged(Report report, @Nullable Exception error) {
        OpenRelease open = report.open();
        if (error instanceof RetriableException) {
            LOG.warn("feedback waits for Kafka: {}", error.toString());
            reports.add(report);
        } else if (error != null && !(error instanceof RecordTooLargeException)) {
            onFailure.accept(error);
        } else if (open != null) {
            if (error != null) {
                LOG.warn(
                        "no feedback for {}, its lease will run out: {}",
                        report.feedback().getBookingId(),
                        error.toString());
            }
            offsets.closed(open.partition, open.offset);
        }
    }
}

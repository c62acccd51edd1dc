package org.decorum.fetch;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.decorum.schema.CrawlRequest;
import org.decorum.schema.FetchFeedback;
import org.decorum.wire.registry.RegistryUnavailableException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends feedback keyed by origin; a release's offset closes once Kafka has acknowledged it. What a redirect leads to is
 * published before the feedback, so that a crash between them repeats it and does not lose it. Has a thread of its own,
 * because a producer without its brokers blocks, and neither starts nor fetches may wait for that. What cannot be sent
 * stays queued; the limit on open releases bounds the queue.
 */
final class FeedbackSender {

    private static final Logger LOG = LoggerFactory.getLogger(FeedbackSender.class);
    private static final long TAKE_MILLIS_MAX = 50;
    private static final long RETRY_NANOS = 200_000_000;

    private final Producer<String, SpecificRecord> producer;
    private final FetchTopics topics;
    private final String fetcherId;
    private final Redirects redirects;
    private final OffsetTracker offsets;
    private final FetchStats stats;
    private final Consumer<Throwable> onFailure;
    private final BlockingQueue<Report> reports = new LinkedBlockingQueue<>();
    private volatile boolean closed;

    /**
     * Feedback, with the release that it concludes; robots are about no release.
     *
     * @param onward what is to be published before it
     */
    private record Report(
            FetchFeedback feedback,
            @Nullable OpenRelease open,
            @Nullable CrawlRequest onward) {}

    FeedbackSender(
            Producer<String, SpecificRecord> producer,
            FetchSettings settings,
            OffsetTracker offsets,
            FetchStats stats,
            Consumer<Throwable> onFailure) {
        this.producer = producer;
        this.topics = settings.topics();
        this.fetcherId = settings.fetcherId();
        this.redirects = new Redirects(settings.redirectsMax());
        this.offsets = offsets;
        this.stats = stats;
        this.onFailure = onFailure;
    }

    void send(OpenRelease open, FetchResult result) {
        FetchFeedback feedback = Feedback.of(open.release, result, fetcherId);
        Redirects.Outcome redirect = redirects.of(open.release, result).orElse(null);
        CrawlRequest onward = null;
        if (redirect instanceof Redirects.Onward found) {
            onward = found.request();
            Feedback.note(feedback, "redirect to " + onward.getUrl() + " as request " + onward.getRequestId());
        } else if (redirect instanceof Redirects.DeadEnd end) {
            Feedback.note(feedback, end.why());
        }
        reports.add(new Report(feedback, open, onward));
    }

    void sendRobots(String originKey, String siteKey, @Nullable Long crawlDelayMicros) {
        reports.add(new Report(Feedback.ofRobots(originKey, siteKey, crawlDelayMicros, fetcherId), null, null));
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
        CrawlRequest onward = report.onward();
        try {
            if (onward == null) {
                producer.send(
                        new ProducerRecord<>(topics.feedback(), feedback.getOriginKey(), feedback),
                        (metadata, error) -> acknowledged(report, error));
            } else {
                producer.send(
                        new ProducerRecord<>(topics.requests(), onward),
                        (metadata, error) -> onwardAcknowledged(report, error));
            }
        } catch (RegistryUnavailableException e) {
            LOG.warn("feedback waits for the schema registry: {}", e.toString());
            LockSupport.parkNanos(RETRY_NANOS);
            reports.add(report);
        } catch (RuntimeException e) {
            onFailure.accept(e);
        }
    }

    private void onwardAcknowledged(Report report, @Nullable Exception error) {
        if (error instanceof RetriableException) {
            LOG.warn("what a redirect leads to waits for Kafka: {}", error.toString());
            reports.add(report);
        } else if (error != null && !(error instanceof RecordTooLargeException)) {
            onFailure.accept(error);
        } else {
            if (error == null) {
                stats.onRedirected();
            } else {
                Feedback.note(report.feedback(), "redirect not published: " + error.getMessage());
            }
            reports.add(new Report(report.feedback(), report.open(), null));
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

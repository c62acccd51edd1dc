package org.decorum.fetch;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.Producer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads crawl.release and gives each release to a {@link Fetcher} at its time, or reports that its slot was missed.
 * Four threads: one reads releases and commits, one follows holds, one starts requests, one sends feedback. Whatever
 * stops one of them stops all starts.
 */
public final class FetchLoop implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(FetchLoop.class);
    private static final Duration PRODUCER_CLOSE = Duration.ofSeconds(5);

    private final Producer<String, SpecificRecord> producer;
    private final FetchStats stats = new FetchStats();
    private final FeedbackSender feedback;
    private final StartGate gate;
    private final HoldTail holdTail;
    private final StartThread starter;
    private final ReleaseReader reader;
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private volatile boolean closing;

    FetchLoop(FetchSettings settings, Fetcher fetcher, FetchChannels channels, MicroClock clock) {
        FetchTopics topics = settings.topics();
        HoldTable holds = new HoldTable(settings.holdAgeMax().toNanos() / 1_000, clock);
        OffsetTracker offsets = new OffsetTracker();
        this.producer = channels.reports();
        this.feedback = new FeedbackSender(producer, settings, offsets, stats, this::fail);
        this.gate = new StartGate(holds);
        StartQueue queue = new StartQueue(fetcher, gate, clock, stats, settings.inFlightMax(), feedback::send);
        this.holdTail = new HoldTail(channels.holds(), channels.holdDeserializer(), topics.holds(), holds, clock);
        this.starter = new StartThread(queue, clock);
        this.reader = new ReleaseReader(settings, channels, holds, queue, feedback, offsets, stats, clock);
    }

    /** A loop to be described. */
    public static FetchLoopBuilder builder() {
        return new FetchLoopBuilder();
    }

    /** What the loop has done so far. */
    public FetchCounters counters() {
        return stats;
    }

    /**
     * Tells the stage what a site's robots.txt asks for.
     *
     * @param originKey of a release for that site
     * @param crawlDelay for this crawler; empty if robots.txt names none
     */
    public void reportRobots(String originKey, String siteKey, Optional<Duration> crawlDelay) {
        feedback.sendRobots(
                originKey,
                siteKey,
                crawlDelay.map(delay -> delay.toNanos() / 1_000).orElse(null));
    }

    /** What stopped the loop, if something did. */
    public Optional<Throwable> failure() {
        return Optional.ofNullable(failure.get());
    }

    /** Waits until the loop has stopped, closed or failed; false if it still runs after that time. */
    public boolean awaitStop(Duration atMost) throws InterruptedException {
        return stopped.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Starts nothing more, reports what waits as missed, and gives requests on their way some time to come back. */
    @Override
    public void close() {
        stopStarts();
        boolean interrupted = false;
        while (stopped.getCount() > 0) {
            try {
                stopped.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    void start() {
        daemon("decorum-holds", holdTail::run);
        daemon("decorum-starts", starter::run);
        daemon("decorum-feedback", feedback::run);
        daemon("decorum-releases", this::readUntilClosed);
    }

    private void readUntilClosed() {
        try {
            while (!closing) {
                reader.pollOnce();
            }
        } finally {
            stopStarts();
            reader.close();
            holdTail.close();
            feedback.close();
            producer.close(PRODUCER_CLOSE);
            stopped.countDown();
        }
    }

    private void daemon(String name, Runnable body) {
        Thread thread = new Thread(body, name);
        thread.setDaemon(true);
        thread.setUncaughtExceptionHandler((failed, error) -> fail(error));
        thread.start();
    }

    private void fail(Throwable error) {
        if (closing) {
            LOG.debug("while closing", error);
        } else if (failure.compareAndSet(null, error)) {
            LOG.error("fetch loop stops; nothing more starts", error);
        }
        stopStarts();
    }

    private void stopStarts() {
        closing = true;
        gate.shut();
        starter.close();
    }
}

package org.decorum.stage.cli.demo;

import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.decorum.schema.CrawlRequest;
import org.decorum.stage.cli.Pacer;
import org.decorum.stage.cli.RequestPublisher;

/** Publishes the demo's URLs in the background, at a steady rate. */
final class DemoPublisher implements AutoCloseable {

    /** The first few go slowly: everything in this process is cold, and a cold fetcher is late. */
    private static final int WARM_UP_URLS = 30;

    private static final double WARM_UP_RATE = 20;

    private final RequestPublisher publisher;
    private final CompletableFuture<Void> all = new CompletableFuture<>();
    private final AtomicLong onLoopback = new AtomicLong();
    private volatile boolean closed;

    private DemoPublisher(RequestPublisher publisher) {
        this.publisher = publisher;
    }

    static DemoPublisher start(Map<String, Object> client, Stream<String> urls, double rate) {
        DemoPublisher publisher = new DemoPublisher(RequestPublisher.open(client));
        Thread thread = new Thread(() -> publisher.run(urls, rate), "demo-publisher");
        thread.setDaemon(true);
        thread.start();
        return publisher;
    }

    /** URLs that the broker has. */
    long published() {
        return publisher.acknowledged();
    }

    /** URLs that no origin of the farm plays. */
    long onLoopback() {
        return onLoopback.get();
    }

    /** Whether every URL of the list is published; what went wrong while reading the list is thrown here. */
    boolean isDone() {
        if (all.isCompletedExceptionally()) {
            all.join();
        }
        return all.isDone();
    }

    private void run(Stream<String> urls, double rate) {
        try (urls) {
            Iterator<String> rest = urls.iterator();
            boolean slower = rate > 0 && rate < WARM_UP_RATE;
            publish(rest, WARM_UP_URLS, slower ? rate : WARM_UP_RATE);
            publish(rest, Long.MAX_VALUE, rate);
            publisher.flush();
            all.complete(null);
        } catch (RuntimeException failure) {
            all.completeExceptionally(failure);
        }
    }

    private void publish(Iterator<String> urls, long count, double rate) {
        Pacer pacer = new Pacer(rate);
        for (long left = count; left > 0 && urls.hasNext() && !closed; left--) {
            pacer.await();
            String url = urls.next();
            if (DemoFleet.isOnLoopback(url)) {
                onLoopback.incrementAndGet();
            }
            publisher.send(CrawlRequest.newBuilder().setUrl(url).build());
        }
    }

    @Override
    public void close() {
        closed = true;
        publisher.close();
    }
}

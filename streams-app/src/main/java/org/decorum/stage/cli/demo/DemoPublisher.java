package org.decorum.stage.cli.demo;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.decorum.schema.CrawlRequest;
import org.decorum.stage.cli.Pacer;
import org.decorum.stage.cli.RequestPublisher;

/** Publishes the demo's URLs in the background, at a steady rate. */
final class DemoPublisher implements AutoCloseable {

    private final RequestPublisher publisher;
    private final CompletableFuture<Void> all = new CompletableFuture<>();
    private volatile boolean closed;

    private DemoPublisher(RequestPublisher publisher) {
        this.publisher = publisher;
    }

    static DemoPublisher start(Map<String, Object> client, Stream<String> urls, double rate) {
        DemoPublisher publisher = new DemoPublisher(RequestPublisher.open(client));
        Thread thread = new Thread(() -> publisher.run(urls, new Pacer(rate)), "demo-publisher");
        thread.setDaemon(true);
        thread.start();
        return publisher;
    }

    /** URLs that the broker has. */
    long published() {
        return publisher.acknowledged();
    }

    /** Whether every URL of the list is published; what went wrong while reading the list is thrown here. */
    boolean isDone() {
        if (all.isCompletedExceptionally()) {
            all.join();
        }
        return all.isDone();
    }

    private void run(Stream<String> urls, Pacer pacer) {
        try (urls) {
            urls.takeWhile(url -> !closed).forEach(url -> {
                pacer.await();
                publisher.send(CrawlRequest.newBuilder().setUrl(url).build());
            });
            publisher.flush();
            all.complete(null);
        } catch (RuntimeException failure) {
            all.completeExceptionally(failure);
        }
    }

    @Override
    public void close() {
        closed = true;
        publisher.close();
    }
}

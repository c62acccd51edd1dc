package org.decorum.fetch;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.decorum.schema.CrawlRelease;

/** Sends one request per release. The loop calls it at the release's time, from one thread: it must not block. */
@FunctionalInterface
public interface Fetcher {

    /**
     * Starts the request and completes with what became of it.
     *
     * @param permit already entered when {@link #prepareMicros} is 0
     */
    CompletionStage<FetchResult> fetch(CrawlRelease release, Permit permit);

    /**
     * How long before the start {@link #fetch} is called, so that the connection stands when the slot opens. A fetcher
     * that asks for more than 0 must call {@link Permit#enter} itself.
     */
    default long prepareMicros() {
        return 0;
    }

    /** A fetcher out of code that blocks, such as a call of {@code java.net.http.HttpClient.send}. */
    static Fetcher blocking(Executor executor, BlockingFetch fetch) {
        return (release, permit) ->
                CompletableFuture.supplyAsync(() -> enterAndFetch(release, permit, fetch), executor);
    }

    private static FetchResult enterAndFetch(CrawlRelease release, Permit permit, BlockingFetch fetch) {
        return permit.enter() instanceof Permit.Stop stop ? stop.missed() : fetch.fetch(release);
    }

    /** One request, start to end, on the calling thread. */
    @FunctionalInterface
    interface BlockingFetch {
        FetchResult fetch(CrawlRelease release);
    }
}

package org.decorum.fetch.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.decorum.fetch.FetchResult;
import org.decorum.fetch.Fetcher;
import org.decorum.fetch.MicroClock;
import org.decorum.fetch.Permit;
import org.decorum.schema.CrawlRelease;

/**
 * Fetches with OkHttp. Connects ahead of the slot and sends inside it; follows no redirect, repeats nothing, keeps no
 * cookie, uses no proxy; connects only to addresses that passed the check.
 */
public final class OkHttpFetcher implements Fetcher, AutoCloseable {

    private final OkHttpClient client;
    private final Destination.Reader destinations;
    private final HttpOptions options;
    private final Bodies bodies;
    private final MicroClock clock = MicroClock.SYSTEM;

    OkHttpFetcher(HttpOptions options) {
        this.options = options;
        this.destinations = new Destination.Reader(options.guard(), options.route());
        this.client = HttpClients.client(options);
        this.bodies = new Bodies(options.sink(), options.bodyBytesMax());
    }

    /** A fetcher to be described. */
    public static OkHttpFetcherBuilder builder() {
        return new OkHttpFetcherBuilder();
    }

    @Override
    public long prepareMicros() {
        return options.prepare().toNanos() / 1_000;
    }

    @Override
    public CompletionStage<FetchResult> fetch(CrawlRelease release, Permit permit) {
        return fetch(release, release.getUrl(), permit, bodies);
    }

    /**
     * Fetches another URL under the permit of a release, its robots.txt for instance.
     *
     * @param bodyBytesMax decoded bytes of the body to read at most
     * @param sink gets the page in place of the fetcher's own sink, before the answer completes
     */
    public CompletionStage<FetchResult> fetch(
            CrawlRelease release, String url, Permit permit, long bodyBytesMax, PageSink sink) {
        return fetch(release, url, permit, new Bodies(sink, bodyBytesMax));
    }

    /** Its User-Agent header. */
    public String userAgent() {
        return options.userAgent();
    }

    private CompletionStage<FetchResult> fetch(CrawlRelease release, String url, Permit permit, Bodies to) {
        Destination destination = destinations.read(url);
        if (destination instanceof Destination.Refused refused) {
            return CompletableFuture.completedFuture(
                    new FetchResult.Failed(refused.reason(), refused.detail(), null, clock.nowMicros()));
        }
        return send(release, (Destination.Reachable) destination, permit, to);
    }

    private CompletionStage<FetchResult> send(
            CrawlRelease release, Destination.Reachable destination, Permit permit, Bodies to) {
        HttpUrl url = destination.url();
        Sending sending = new Sending(permit);
        Request.Builder request = new Request.Builder()
                .url(url)
                .header("User-Agent", options.userAgent())
                .tag(Sending.class, sending);
        destination.standIn().ifPresent(address -> request.url(at(url, address)).header("Host", hostHeader(url)));
        CompletableFuture<FetchResult> result = new CompletableFuture<>();
        client.newCall(request.build()).enqueue(new Landing(release, sending, to, result));
        return result;
    }

    private static HttpUrl at(HttpUrl url, InetSocketAddress address) {
        InetAddress resolved = address.getAddress();
        return url.newBuilder()
                .scheme("http")
                .host(resolved == null ? address.getHostString() : resolved.getHostAddress())
                .port(address.getPort())
                .build();
    }

    private static String hostHeader(HttpUrl url) {
        String host = url.host().indexOf(':') >= 0 ? "[" + url.host() + "]" : url.host();
        return url.port() == HttpUrl.defaultPort(url.scheme()) ? host : host + ":" + url.port();
    }

    /** Stops requests on their way and closes all connections. */
    @Override
    public void close() {
        client.dispatcher().cancelAll();
        client.dispatcher().executorService().shutdown();
        client.connectionPool().evictAll();
    }

    private final class Landing implements Callback {

        private final CrawlRelease release;
        private final Sending sending;
        private final Bodies to;
        private final CompletableFuture<FetchResult> result;

        Landing(CrawlRelease release, Sending sending, Bodies to, CompletableFuture<FetchResult> result) {
            this.release = release;
            this.sending = sending;
            this.to = to;
            this.result = result;
        }

        @Override
        public void onResponse(Call call, Response response) {
            complete(() -> fetched(response));
        }

        /** The request has ended when its body is in and its connection free; only then is the page handed on. */
        private FetchResult fetched(Response response) {
            Bodies.Body body;
            long finishedAtMicros;
            try (response) {
                body = to.read(response);
                finishedAtMicros = clock.nowMicros();
            }
            sending.landed(Results.fetched(sending, body.note(), finishedAtMicros));
            return Results.fetched(sending, to.handOn(release, response, body), finishedAtMicros);
        }

        @Override
        public void onFailure(Call call, IOException error) {
            complete(() -> Results.of(sending, error, clock.nowMicros()));
        }

        /** OkHttp only logs what a callback throws; the release must come back all the same. */
        private void complete(Supplier<FetchResult> end) {
            try {
                result.complete(end.get());
            } catch (RuntimeException e) {
                result.completeExceptionally(e);
            }
        }
    }
}

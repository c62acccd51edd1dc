package org.decorum.stage.cli.bench;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.HdrHistogram.SynchronizedHistogram;
import org.decorum.core.rate.Micros;
import org.decorum.fetch.FetchLoop;
import org.decorum.fetch.FetchResult;
import org.decorum.fetch.Permit;
import org.decorum.schema.CrawlRelease;

/**
 * The fetch loop of the fetch library around a fetcher that asks nobody: each request is answered in the moment in which
 * it starts. So the loop decides when that is, its thread wakes for it, and feedback tells the stage the truth; it is
 * never kept from a start by a request that is under way.
 */
final class PromptFetcher implements AutoCloseable {

    private static final long LATENESS_MICROS_MAX = 60_000_000;
    private static final int OK = 200;

    private final SynchronizedHistogram lateness = new SynchronizedHistogram(LATENESS_MICROS_MAX, 3);
    private final FetchLoop loop;

    private PromptFetcher(Map<String, Object> client) {
        this.loop = BenchFetchers.settled(client, FetchLoop.builder().fetcher(this::fetch));
    }

    /** Returns when it owns all partitions of the releases. */
    static PromptFetcher start(Map<String, Object> client) {
        return new PromptFetcher(client);
    }

    private CompletionStage<FetchResult> fetch(CrawlRelease release, Permit permit) {
        long startedMicros = permit.sent();
        long lateMicros = startedMicros - Micros.of(release.getReleaseAt());
        lateness.recordValue(Math.max(0, Math.min(lateMicros, LATENESS_MICROS_MAX)));
        return CompletableFuture.completedFuture(FetchResult.Fetched.of(OK, startedMicros, startedMicros));
    }

    /** What counts from now on. */
    void startAnew() {
        lateness.reset();
    }

    /** Starts less {@code release_at}, at a percentile. */
    double latenessMillis(double percent) {
        return lateness.getValueAtPercentile(percent) / 1e3;
    }

    /** Since {@link #startAnew}. */
    long started() {
        return lateness.getTotalCount();
    }

    /** Slots that could not be kept since it began. */
    long missed() {
        return loop.counters().missed();
    }

    /** Throws if it has stopped by itself. */
    void check() {
        BenchFetchers.check(loop);
    }

    @Override
    public void close() {
        loop.close();
    }
}

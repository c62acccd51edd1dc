package org.decorum.fetch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.decorum.schema.CrawlRelease;

/** Remembers when each request was started, and answers when told. */
final class RecordingFetcher implements Fetcher {

    final List<String> started = new ArrayList<>();
    final List<Long> startedAtMicros = new ArrayList<>();
    final List<Permit> permits = new ArrayList<>();
    private final Map<String, CompletableFuture<FetchResult>> open = new LinkedHashMap<>();
    private final MicroClock clock;
    private final long prepareMicros;

    RecordingFetcher(MicroClock clock, long prepareMicros) {
        this.clock = clock;
        this.prepareMicros = prepareMicros;
    }

    @Override
    public CompletionStage<FetchResult> fetch(CrawlRelease release, Permit permit) {
        started.add(release.getBookingId());
        startedAtMicros.add(clock.nowMicros());
        permits.add(permit);
        CompletableFuture<FetchResult> result = new CompletableFuture<>();
        open.put(release.getBookingId(), result);
        return result;
    }

    @Override
    public long prepareMicros() {
        return prepareMicros;
    }

    void answerAll(int status) {
        List<CompletableFuture<FetchResult>> waiting = List.copyOf(open.values());
        open.clear();
        waiting.forEach(
                result -> result.complete(FetchResult.Fetched.of(status, clock.nowMicros(), clock.nowMicros())));
    }

    void answer(String bookingId, FetchResult with) {
        CompletableFuture<FetchResult> result = open.remove(bookingId);
        if (result == null) {
            throw new IllegalStateException(bookingId + " was not started");
        }
        result.complete(with);
    }
}

package org.decorum.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.decorum.fetch.Samples.ORIGIN;
import static org.decorum.fetch.Samples.release;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class BlockingFetcherTest {

    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private final List<String> fetched = new ArrayList<>();
    private final Fetcher fetcher = Fetcher.blocking(tasks::add, release -> {
        fetched.add(release.getBookingId());
        return FetchResult.Fetched.of(200, 1, 2);
    });

    @Test
    void theFetchRunsOnTheExecutorAndNotOnTheCaller() {
        CompletableFuture<FetchResult> result = fetch(new Permit.Go(1));
        assertThat(fetched).isEmpty();

        tasks.remove().run();
        assertThat(fetched).containsExactly("booking-1");
        assertThat(result).isCompletedWithValue(FetchResult.Fetched.of(200, 1, 2));
    }

    @Test
    void aSlotThatIsGoneOnceTheExecutorGetsToItIsNotFetched() {
        FetchResult.Missed missed = new FetchResult.Missed(MissReason.STARTED_LATE);
        CompletableFuture<FetchResult> result = fetch(new Permit.Stop(missed));
        tasks.remove().run();

        assertThat(fetched).isEmpty();
        assertThat(result).isCompletedWithValue(missed);
    }

    private CompletableFuture<FetchResult> fetch(Permit.Entry entry) {
        return fetcher.fetch(release(1, ORIGIN, 0, 0, 0), () -> entry).toCompletableFuture();
    }
}

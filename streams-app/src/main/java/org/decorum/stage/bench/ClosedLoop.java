package org.decorum.stage.bench;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.decorum.fetch.FetchResult;
import org.decorum.fetch.Fetcher;
import org.decorum.fetch.MicroClock;
import org.decorum.fetch.Permit;
import org.decorum.schema.CrawlRelease;
import org.jspecify.annotations.Nullable;

/**
 * A crawler without a stage: tasks that fetch one page after another, of which so many may be in flight. A task whose
 * page is refused keeps it, and tries again after the Retry-After of one second.
 */
public final class ClosedLoop {

    private static final long RETRY_MILLIS = 1_000;
    private static final int BUSY = 503;

    private final Fetcher fetcher;
    private final String site;
    private final int inFlightMax;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(ClosedLoop::thread);
    private final CountDownLatch done = new CountDownLatch(1);
    /** Pages in the hands of tasks that wait for room in flight. */
    private final Deque<Integer> ready = new ArrayDeque<>();

    private final int pages;
    private int taken;
    private int finished;
    private int inFlight;
    private boolean stopped;
    private @Nullable String failure;

    private ClosedLoop(Fetcher fetcher, String site, int inFlightMax, int tasks, int pages) {
        this.fetcher = fetcher;
        this.site = site;
        this.inFlightMax = inFlightMax;
        this.pages = pages;
        this.taken = Math.min(tasks, pages);
        for (int page = 0; page < taken; page++) {
            ready.add(page);
        }
    }

    /** Always with that many requests in flight, for some time. */
    public static void runFor(Fetcher fetcher, String site, int inFlight, Duration time) throws InterruptedException {
        new ClosedLoop(fetcher, site, inFlight, inFlight, Integer.MAX_VALUE).run(time);
    }

    /** Until so many pages are fetched; {@code atMost} bounds the time. */
    public static void runPages(Fetcher fetcher, String site, int inFlightMax, int tasks, int pages, Duration atMost)
            throws InterruptedException {
        new ClosedLoop(fetcher, site, inFlightMax, tasks, pages).run(atMost);
    }

    private void run(Duration atMost) throws InterruptedException {
        try {
            fill();
            var unused = done.await(atMost.toMillis(), TimeUnit.MILLISECONDS);
            synchronized (this) {
                stopped = true;
                if (failure != null) {
                    throw new IllegalStateException("a request to a host of this benchmark failed: " + failure);
                }
            }
        } finally {
            timer.shutdownNow();
        }
    }

    /** Starts what may start. A fetch may complete within its call, so none is made under the lock. */
    private void fill() {
        for (Integer page = next(); page != null; page = next()) {
            int fetched = page;
            fetcher.fetch(release(fetched), new Free()).whenComplete((result, error) -> landed(fetched, result, error));
        }
    }

    private synchronized @Nullable Integer next() {
        if (stopped || inFlight >= inFlightMax) {
            return null;
        }
        Integer page = ready.poll();
        inFlight += page == null ? 0 : 1;
        return page;
    }

    private void landed(int page, @Nullable FetchResult result, @Nullable Throwable error) {
        synchronized (this) {
            inFlight--;
            if (stopped) {
                return;
            }
            if (result instanceof FetchResult.Fetched fetched && fetched.status() == BUSY) {
                var unused = timer.schedule(() -> again(page), RETRY_MILLIS, TimeUnit.MILLISECONDS);
            } else if (result instanceof FetchResult.Fetched) {
                finish();
            } else {
                failure = String.valueOf(error == null ? result : error);
                stopped = true;
                done.countDown();
            }
        }
        fill();
    }

    private void again(int page) {
        synchronized (this) {
            ready.add(page);
        }
        fill();
    }

    private void finish() {
        finished++;
        if (finished == pages) {
            done.countDown();
        } else if (taken < pages) {
            ready.add(taken++);
        }
    }

    private CrawlRelease release(int page) {
        return CrawlRelease.newBuilder()
                .setBookingId("closed-" + page)
                .setRequestId("closed-" + page)
                .setUrl(site + "/page/" + page)
                .setOriginKey("closed")
                .setSiteKey("closed")
                .setEpoch(0)
                .setReleaseAt(Instant.EPOCH)
                .setExpiresAt(Instant.EPOCH)
                .setMinGapMicros(0)
                .setCost(1)
                .setCostRule("default")
                .setReleasedAt(Instant.EPOCH)
                .build();
    }

    private static Thread thread(Runnable body) {
        Thread thread = new Thread(body, "closed-loop");
        thread.setDaemon(true);
        return thread;
    }

    /** Nothing but the loop's own cap holds a request back. */
    private static final class Free implements Permit {
        @Override
        public Entry enter() {
            return new Go(MicroClock.SYSTEM.nowMicros());
        }
    }
}

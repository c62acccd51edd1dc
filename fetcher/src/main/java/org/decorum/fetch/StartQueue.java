package org.decorum.fetch;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Releases in order of their start. {@link #step} starts or misses all that are due and says when to look again; it has
 * no thread of its own. Each release that goes in comes out once, with a result, unless its partition was lost.
 */
final class StartQueue {

    /** Less than the stage's default lease timeout of 120 s: feedback after that is stale, and the URL tried twice. */
    private static final long FETCH_SECONDS_MAX = 90;

    private final Fetcher fetcher;
    private final StartGate gate;
    private final MicroClock clock;
    private final FetchStats stats;
    private final int inFlightMax;
    private final BiConsumer<OpenRelease, FetchResult> conclude;
    private final PriorityQueue<OpenRelease> waiting = new PriorityQueue<>(
            Comparator.comparingLong((OpenRelease open) -> open.wakeAtMicros).thenComparingLong(open -> open.offset));
    /** Taken from the queue, and neither back in it nor finished. */
    private final Set<OpenRelease> handedOut = new HashSet<>();

    private int inFlight;
    private Runnable onChange = () -> {};

    StartQueue(
            Fetcher fetcher,
            StartGate gate,
            MicroClock clock,
            FetchStats stats,
            int inFlightMax,
            BiConsumer<OpenRelease, FetchResult> conclude) {
        this.fetcher = fetcher;
        this.gate = gate;
        this.clock = clock;
        this.stats = stats;
        this.inFlightMax = inFlightMax;
        this.conclude = conclude;
    }

    /** Called whenever {@link #step} may have something to do sooner than it said. */
    void onChange(Runnable action) {
        onChange = action;
    }

    void offer(OpenRelease open) {
        if (clock.nowMicros() > open.expiresAtMicros) {
            finish(open, new FetchResult.Missed(MissReason.READ_LATE));
            return;
        }
        open.wakeAtMicros = open.releaseAtMicros - fetcher.prepareMicros();
        stats.onQueued(1);
        if (add(open)) {
            onChange.run();
        }
    }

    private synchronized boolean add(OpenRelease open) {
        handedOut.remove(open);
        waiting.add(open);
        return waiting.peek() == open;
    }

    /** Deals with every release that is due; the answer is when the next one will be. */
    long step() {
        while (true) {
            long nowMicros = clock.nowMicros();
            OpenRelease due;
            synchronized (this) {
                OpenRelease head = waiting.peek();
                if (head == null) {
                    return Long.MAX_VALUE;
                }
                if (head.wakeAtMicros > nowMicros) {
                    return head.wakeAtMicros;
                }
                if (inFlight >= inFlightMax && nowMicros <= head.expiresAtMicros) {
                    head.crowdedOut = true;
                    return head.expiresAtMicros + 1;
                }
                due = waiting.remove();
                handedOut.add(due);
            }
            dispatch(due, nowMicros);
        }
    }

    /** Takes releases out that have not been started; those that the fetcher still prepares will not start either. */
    synchronized List<OpenRelease> removeIf(Predicate<OpenRelease> unwanted) {
        handedOut.stream().filter(unwanted).forEach(open -> open.withdrawn = true);
        List<OpenRelease> removed =
                new ArrayList<>(waiting.stream().filter(unwanted).toList());
        waiting.removeIf(unwanted);
        stats.onQueued(-removed.size());
        return removed;
    }

    /** Like {@link #removeIf}, for releases that another fetcher may read again: their misses are its to report. */
    synchronized void disown(Predicate<OpenRelease> unwanted) {
        handedOut.stream().filter(unwanted).forEach(open -> open.disowned = true);
        removeIf(unwanted);
    }

    synchronized int inFlight() {
        return inFlight;
    }

    private void dispatch(OpenRelease open, long nowMicros) {
        boolean fetcherEnters = fetcher.prepareMicros() > 0;
        StartGate.Admission admission = fetcherEnters ? gate.look(open, nowMicros) : gate.admit(open, nowMicros);
        if (admission instanceof StartGate.Miss miss) {
            stats.onQueued(-1);
            finish(open, new FetchResult.Missed(miss.reason()));
        } else if (admission instanceof StartGate.Wait wait && !fetcherEnters) {
            open.wakeAtMicros = wait.untilMicros();
            add(open);
        } else {
            stats.onQueued(-1);
            start(open);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // what becomes of it is handled in landed
    private void start(OpenRelease open) {
        countInFlight(1);
        CompletionStage<FetchResult> result;
        try {
            result = fetcher.fetch(open.release, new ReleasePermit(open, gate, clock));
        } catch (RuntimeException e) {
            landed(open, internal(e));
            return;
        }
        result.toCompletableFuture()
                .copy()
                .orTimeout(FETCH_SECONDS_MAX, TimeUnit.SECONDS)
                .whenComplete((value, error) -> landed(open, error == null ? value : internal(error)));
    }

    private void landed(OpenRelease open, @Nullable FetchResult result) {
        countInFlight(-1);
        finish(open, result == null ? internal(new NullPointerException("fetch result: null")) : result);
        onChange.run();
    }

    private synchronized void countInFlight(int change) {
        inFlight += change;
        stats.onInFlight(change);
    }

    private void finish(OpenRelease open, FetchResult result) {
        synchronized (this) {
            handedOut.remove(open);
        }
        if (open.entered() && !(result instanceof FetchResult.Missed)) {
            stats.onStarted(open.latenessMicros());
        }
        stats.onResult(result);
        if (open.disowned && result instanceof FetchResult.Missed) {
            return;
        }
        conclude.accept(open, result);
    }

    private FetchResult internal(Throwable error) {
        Throwable cause = error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
        return new FetchResult.Failed(FailReason.INTERNAL, cause.toString(), null, clock.nowMicros());
    }
}

package org.decorum.fetch;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Releases in order of their start. {@link #step} starts or misses all that are due and says when to look again; it has
 * no thread of its own. Each release that goes in comes out once, with a result, unless its partition was lost. What
 * finds its origin full waits until it expires, or until it is first in line when a request of that origin ends.
 */
final class StartQueue {

    /** Less than the stage's default lease timeout of 120 s: feedback after that is stale, and the URL tried twice. */
    private static final long FETCH_MILLIS_MAX = 90_000;

    private final Fetcher fetcher;
    private final StartGate gate;
    private final MicroClock clock;
    private final FetchStats stats;
    private final int inFlightMax;
    private final BiConsumer<OpenRelease, FetchResult> conclude;
    private final long fetchMillisMax;
    private final NavigableSet<OpenRelease> waiting =
            new TreeSet<>(Comparator.comparingLong((OpenRelease open) -> open.wakeAtMicros)
                    .thenComparingLong(open -> open.offset)
                    .thenComparingLong(open -> open.number));
    /** Taken from the queue, and neither back in it nor finished. */
    private final Set<OpenRelease> handedOut = new HashSet<>();

    private long nextNumber;
    private int inFlight;
    private Runnable onChange = () -> {};

    StartQueue(
            Fetcher fetcher,
            StartGate gate,
            MicroClock clock,
            FetchStats stats,
            int inFlightMax,
            BiConsumer<OpenRelease, FetchResult> conclude) {
        this(fetcher, gate, clock, stats, inFlightMax, FETCH_MILLIS_MAX, conclude);
    }

    StartQueue(
            Fetcher fetcher,
            StartGate gate,
            MicroClock clock,
            FetchStats stats,
            int inFlightMax,
            long fetchMillisMax,
            BiConsumer<OpenRelease, FetchResult> conclude) {
        this.fetcher = fetcher;
        this.gate = gate;
        this.clock = clock;
        this.stats = stats;
        this.inFlightMax = inFlightMax;
        this.fetchMillisMax = fetchMillisMax;
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
        if (addNew(open)) {
            onChange.run();
        }
    }

    private synchronized boolean addNew(OpenRelease open) {
        open.number = nextNumber++;
        waiting.add(open);
        return waiting.first() == open;
    }

    /** Deals with every release that is due; the answer is when the next one will be. */
    long step() {
        while (true) {
            long nowMicros = clock.nowMicros();
            OpenRelease due;
            synchronized (this) {
                if (waiting.isEmpty()) {
                    return Long.MAX_VALUE;
                }
                OpenRelease head = waiting.first();
                if (head.wakeAtMicros > nowMicros) {
                    return head.wakeAtMicros;
                }
                if (inFlight >= inFlightMax && nowMicros <= head.expiresAtMicros) {
                    head.reasonIfLate = MissReason.BUSY;
                    return head.expiresAtMicros + 1;
                }
                due = head;
                waiting.remove(due);
                handedOut.add(due);
                due.called = false;
            }
            dispatch(due, nowMicros);
        }
    }

    /** Takes releases out that have not been started; those that the fetcher still prepares will not start either. */
    synchronized List<OpenRelease> removeIf(Predicate<OpenRelease> unwanted) {
        handedOut.stream().filter(unwanted).forEach(open -> open.withdrawn = true);
        List<OpenRelease> removed =
                new ArrayList<>(waiting.stream().filter(unwanted).toList());
        removed.forEach(waiting::remove);
        removed.forEach(gate::leave);
        removed.forEach(this::callFirstInLine);
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
        StartGate.Admission admission = fetcherEnters ? gate.reserve(open, nowMicros) : gate.admit(open, nowMicros);
        if (admission instanceof StartGate.Wait wait) {
            putBack(open, wait.untilMicros());
            return;
        }
        callFirstInLine(open);
        stats.onQueued(-1);
        if (admission instanceof StartGate.Miss miss) {
            finish(open, new FetchResult.Missed(miss.reason()));
        } else {
            start(open);
        }
    }

    private synchronized void putBack(OpenRelease open, long untilMicros) {
        open.wakeAtMicros = open.called ? clock.nowMicros() : untilMicros;
        handedOut.remove(open);
        waiting.add(open);
    }

    /** What is first in line at a release's origin is to be looked at now. */
    private void callFirstInLine(OpenRelease whose) {
        OpenRelease first = gate.firstInLine(whose.release.getOriginKey());
        if (first != null) {
            call(first);
        }
    }

    private synchronized void call(OpenRelease open) {
        if (waiting.remove(open)) {
            open.wakeAtMicros = Math.min(open.wakeAtMicros, clock.nowMicros());
            waiting.add(open);
        } else {
            open.called = true;
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // what becomes of it is handled in landed
    private void start(OpenRelease open) {
        countInFlight(1);
        CompletionStage<FetchResult> result;
        try {
            result = fetcher.fetch(open.release, new ReleasePermit(open, gate, clock, landing -> ended(open, landing)));
        } catch (RuntimeException e) {
            landed(open, failed(open, e));
            return;
        }
        result.toCompletableFuture()
                .copy()
                .orTimeout(fetchMillisMax, TimeUnit.MILLISECONDS)
                .whenComplete((value, error) -> landed(open, error == null ? value : failed(open, error)));
    }

    private void landed(OpenRelease open, @Nullable FetchResult result) {
        FetchResult known = result == null ? failed(open, new NullPointerException("fetch result: null")) : result;
        countInFlight(-1);
        ended(open, known);
        finish(open, known);
    }

    /** Its place is free, for the first in line to take; the page may still be worked on. */
    private void ended(OpenRelease open, FetchResult result) {
        gate.ended(open, result, clock.nowMicros());
        callFirstInLine(open);
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
        boolean notSent = isNotSent(result);
        if (open.entered() && !notSent) {
            stats.onStarted(open.latenessMicros());
        }
        stats.onResult(result);
        if (open.disowned && notSent) {
            return;
        }
        conclude.accept(open, result);
    }

    private static boolean isNotSent(FetchResult result) {
        return result instanceof FetchResult.Missed
                || result instanceof FetchResult.Disallowed
                || (result instanceof FetchResult.Robots robots && robots.startedAtMicros() == null);
    }

    private FetchResult failed(OpenRelease open, Throwable error) {
        Throwable cause = error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
        boolean isTimeout = cause instanceof TimeoutException;
        return new FetchResult.Failed(
                isTimeout ? FailReason.TIMEOUT : FailReason.INTERNAL,
                isTimeout ? "no result within " + fetchMillisMax + " ms" : cause.toString(),
                isTimeout ? open.startedAtMicros() : null,
                clock.nowMicros());
    }
}

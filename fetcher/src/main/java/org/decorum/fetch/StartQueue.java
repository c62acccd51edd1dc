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
 * Tickets in order of their start. {@link #step} starts or misses all that are due and says when to look again; it has
 * no thread of its own. Each ticket that goes in comes out once, with a result, unless its partition was lost.
 */
final class StartQueue {

    /** Less than the stage's default lease timeout of 120 s: feedback after that is stale, and the URL tried twice. */
    private static final long FETCH_SECONDS_MAX = 90;

    private final Fetcher fetcher;
    private final StartGate gate;
    private final MicroClock clock;
    private final FetchStats stats;
    private final int inFlightMax;
    private final BiConsumer<Ticket, FetchResult> conclude;
    private final PriorityQueue<Ticket> tickets =
            new PriorityQueue<>(Comparator.comparingLong((Ticket ticket) -> ticket.wakeAtMicros)
                    .thenComparingLong(ticket -> ticket.offset));
    /** Taken from the queue, and neither back in it nor finished. */
    private final Set<Ticket> handedOut = new HashSet<>();

    private int inFlight;
    private Runnable onChange = () -> {};

    StartQueue(
            Fetcher fetcher,
            StartGate gate,
            MicroClock clock,
            FetchStats stats,
            int inFlightMax,
            BiConsumer<Ticket, FetchResult> conclude) {
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

    void offer(Ticket ticket) {
        if (clock.nowMicros() > ticket.expiresAtMicros) {
            finish(ticket, new FetchResult.Missed(MissReason.READ_LATE));
            return;
        }
        ticket.wakeAtMicros = ticket.releaseAtMicros - fetcher.prepareMicros();
        stats.onQueued(1);
        if (add(ticket)) {
            onChange.run();
        }
    }

    private synchronized boolean add(Ticket ticket) {
        handedOut.remove(ticket);
        tickets.add(ticket);
        return tickets.peek() == ticket;
    }

    /** Deals with every ticket that is due; the answer is when the next one will be. */
    long step() {
        while (true) {
            long nowMicros = clock.nowMicros();
            Ticket due;
            synchronized (this) {
                Ticket head = tickets.peek();
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
                due = tickets.remove();
                handedOut.add(due);
            }
            dispatch(due, nowMicros);
        }
    }

    /** Takes tickets out that have not been started; those that the fetcher still prepares will not start either. */
    synchronized List<Ticket> removeIf(Predicate<Ticket> unwanted) {
        handedOut.stream().filter(unwanted).forEach(ticket -> ticket.withdrawn = true);
        List<Ticket> removed = new ArrayList<>(tickets.stream().filter(unwanted).toList());
        tickets.removeIf(unwanted);
        stats.onQueued(-removed.size());
        return removed;
    }

    /** Like {@link #removeIf}, for tickets that another fetcher may read again: their misses are its to report. */
    synchronized void disown(Predicate<Ticket> unwanted) {
        handedOut.stream().filter(unwanted).forEach(ticket -> ticket.disowned = true);
        removeIf(unwanted);
    }

    synchronized int inFlight() {
        return inFlight;
    }

    private void dispatch(Ticket ticket, long nowMicros) {
        boolean fetcherEnters = fetcher.prepareMicros() > 0;
        StartGate.Admission admission = fetcherEnters ? gate.look(ticket, nowMicros) : gate.admit(ticket, nowMicros);
        if (admission instanceof StartGate.Miss miss) {
            stats.onQueued(-1);
            finish(ticket, new FetchResult.Missed(miss.reason()));
        } else if (admission instanceof StartGate.Wait wait && !fetcherEnters) {
            ticket.wakeAtMicros = wait.untilMicros();
            add(ticket);
        } else {
            stats.onQueued(-1);
            start(ticket);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // what becomes of it is handled in landed
    private void start(Ticket ticket) {
        countInFlight(1);
        CompletionStage<FetchResult> result;
        try {
            result = fetcher.fetch(ticket.release, new TicketSlot(ticket, gate, clock));
        } catch (RuntimeException e) {
            landed(ticket, internal(e));
            return;
        }
        result.toCompletableFuture()
                .copy()
                .orTimeout(FETCH_SECONDS_MAX, TimeUnit.SECONDS)
                .whenComplete((value, error) -> landed(ticket, error == null ? value : internal(error)));
    }

    private void landed(Ticket ticket, @Nullable FetchResult result) {
        countInFlight(-1);
        finish(ticket, result == null ? internal(new NullPointerException("fetch result: null")) : result);
        onChange.run();
    }

    private synchronized void countInFlight(int change) {
        inFlight += change;
        stats.onInFlight(change);
    }

    private void finish(Ticket ticket, FetchResult result) {
        synchronized (this) {
            handedOut.remove(ticket);
        }
        if (ticket.entered() && !(result instanceof FetchResult.Missed)) {
            stats.onStarted(ticket.latenessMicros());
        }
        stats.onResult(result);
        if (ticket.disowned && result instanceof FetchResult.Missed) {
            return;
        }
        conclude.accept(ticket, result);
    }

    private FetchResult internal(Throwable error) {
        Throwable cause = error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
        return new FetchResult.Failed(FailReason.INTERNAL, cause.toString(), null, clock.nowMicros());
    }
}

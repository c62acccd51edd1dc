package org.decorum.core.adaptive;

import java.util.ArrayDeque;
import java.util.PriorityQueue;
import java.util.Random;

/**
 * An endless backlog for one {@link SimulatedHost}, crawled by a stage that obeys a {@link Knee} and a fetcher that keeps
 * its cap, in virtual time.
 *
 * <p>Without lead the stage and the fetcher are one, and only the feedback is late. With a lead a request is booked
 * ahead of its slot, reaches the fetcher after the commit, waits there for a place under the cap and misses the slot if
 * there is none before it ends.
 */
final class SimulatedCrawl {

    /**
     * @param feedbackMicros from the end of a fetch until the stage hears of it
     * @param leadMicros how far ahead of its slot a request is booked, 0 for no slots
     * @param roundTripMicros network, both ways
     */
    record Path(long feedbackMicros, long leadMicros, long reachMicros, long commitMinMicros, long commitMaxMicros, long roundTripMicros) {
        static Path direct(long feedbackMillis) {
            return new Path(feedbackMillis * 1000, 0, 0, 0, 0, 1_000);
        }

        static Path kafka(long feedbackMillis) {
            return new Path(feedbackMillis * 1000, 250_000, 200_000, 50_000, 150_000, 1_000);
        }
    }

    private enum Kind { ARRIVE, RESPOND, FEEDBACK, WAKE_STAGE, WAKE_FETCHER, AT_FETCHER }

    private static final class Fetch {
        int epoch, cap;
        long slot, expires, started, finished;
        boolean missed, shed;
        SimulatedHost.Service service;
    }

    private record Event(long micros, long order, Kind kind, Fetch fetch) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            int byTime = Long.compare(micros, other.micros);
            return byTime != 0 ? byTime : Long.compare(order, other.order);
        }
    }

    /** Time 0 of a run. */
    private static final long BASE = 1_700_000_000_000_000L;

    private static final long RETRY_AFTER = 1_000_000;

    private final SimulatedHost host;
    private final Path path;
    private final Knee knee;
    private final PaceLimits limits;
    private final CrawlLog log = new CrawlLog();
    private final Random random;
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private final ArrayDeque<Fetch> waiting = new ArrayDeque<>();
    private long now, order, tat, wakeStage = Long.MAX_VALUE, wakeFetcher = Long.MAX_VALUE, stoppedUntil, heldUntil, readable;
    private int inFlight, outstanding;

    SimulatedCrawl(HostSpec spec, Path path, PaceLimits limits, Knee knee, long seed) {
        this.host = new SimulatedHost(spec, seed);
        this.path = path;
        this.limits = limits;
        this.knee = knee;
        this.random = new Random(seed + 1);
    }

    CrawlLog run(double seconds) {
        long until = (long) (seconds * 1e6);
        pump();
        while (!events.isEmpty()) {
            Event event = events.poll();
            if (event.micros > until) break;
            now = event.micros;
            Fetch f = event.fetch;
            switch (event.kind) {
                case ARRIVE -> {
                    f.service = host.arrive(now);
                    f.shed = f.service == null;
                    at((f.shed ? now : f.service.finishedMicros()) + path.roundTripMicros / 2, Kind.RESPOND, f);
                }
                case RESPOND -> {
                    inFlight--;
                    f.finished = now;
                    if (f.shed) { log.shed(now); stoppedUntil = Math.max(stoppedUntil, now + RETRY_AFTER); }
                    else log.fetched(now, f.started, f.service);
                    at(now + path.feedbackMicros, Kind.FEEDBACK, f);
                }
                case FEEDBACK -> feedback(f);
                case AT_FETCHER -> waiting.add(f);
                case WAKE_STAGE -> { if (now >= wakeStage) wakeStage = Long.MAX_VALUE; }
                case WAKE_FETCHER -> { if (now >= wakeFetcher) wakeFetcher = Long.MAX_VALUE; }
            }
            if (path.leadMicros > 0) fetcher();
            pump();
        }
        return log;
    }

    private void feedback(Fetch f) {
        outstanding--;
        if (f.missed) { log.missed(now); knee.lost(f.epoch, BASE + now, limits); }
        else if (f.shed) { heldUntil = Math.max(heldUntil, f.finished + RETRY_AFTER); knee.refused(f.epoch, BASE + now, limits); }
        else knee.answered(f.epoch, new Fetched(BASE + f.started, BASE + f.finished, 1), BASE + now, limits);
    }

    private void pump() {
        if (path.leadMicros == 0) { direct(); return; }
        while (true) {
            long slot = Math.max(Math.max(now + path.reachMicros, tat), Math.max(knee.notBeforeMicros() - BASE, heldUntil));
            if (slot - now > path.leadMicros) { wakeStage(slot - path.leadMicros); return; }
            if (outstanding >= knee.outstandingMax(limits)) return;
            Fetch f = book(slot);
            f.expires = slot + knee.patienceMicros();
            outstanding++;
            long commit = path.commitMinMicros + (long) (random.nextDouble() * (path.commitMaxMicros - path.commitMinMicros));
            readable = Math.max(readable, now + commit);
            at(readable, Kind.AT_FETCHER, f);
        }
    }

    private Fetch book(long slot) {
        Fetch f = new Fetch();
        f.slot = slot;
        f.cap = knee.inFlightMax(limits);
        long interval = knee.intervalMicros(limits);
        f.epoch = knee.released(BASE + slot, 1, BASE + now, limits);
        tat = Math.max(tat, slot) + interval;
        log.booked();
        return f;
    }

    private void direct() {
        while (inFlight < knee.inFlightMax(limits)) {
            long slot = Math.max(Math.max(stoppedUntil, tat), knee.notBeforeMicros() - BASE);
            if (slot > now) { wakeStage(slot); return; }
            outstanding++;
            start(book(now));
        }
    }

    private void start(Fetch f) {
        inFlight++;
        f.started = now;
        at(now + path.roundTripMicros / 2, Kind.ARRIVE, f);
    }

    private void fetcher() {
        while (!waiting.isEmpty()) {
            Fetch f = waiting.peek();
            if (now > f.expires) {
                waiting.poll();
                f.missed = true;
                at(now + path.feedbackMicros, Kind.FEEDBACK, f);
            } else if (now < f.slot) { wakeFetcher(f.slot); return; }
            else if (inFlight < f.cap && now >= stoppedUntil) { waiting.poll(); start(f); }
            else { wakeFetcher(f.expires + 1); return; }
        }
    }

    private void wakeStage(long micros) {
        if (micros < wakeStage) { wakeStage = micros; at(micros, Kind.WAKE_STAGE, null); }
    }

    private void wakeFetcher(long micros) {
        if (micros < wakeFetcher) { wakeFetcher = micros; at(micros, Kind.WAKE_FETCHER, null); }
    }

    private void at(long micros, Kind kind, Fetch fetch) {
        events.add(new Event(micros, order++, kind, fetch));
    }
}

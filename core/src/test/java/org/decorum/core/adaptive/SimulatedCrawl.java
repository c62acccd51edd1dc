package org.decorum.core.adaptive;

import java.util.ArrayDeque;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.TreeMap;

/**
 * An endless backlog for one {@link SimulatedHost}, crawled in virtual time by a {@link SimulatedStage} and a fetcher
 * that keeps its cap and stops by itself on a 503.
 *
 * <p>Booked ahead, a request reaches the fetcher after the commit, waits there from its slot on for a place under the
 * cap, and misses the slot when there is none in time. Otherwise it goes when both pace and cap allow it.
 */
final class SimulatedCrawl {

    private enum Kind {
        ARRIVED,
        ANSWERED,
        HEARD,
        READABLE,
        OTHERS,
        WAKE_UP
    }

    private record Event(long micros, long order, Kind kind, Fetch fetch) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            int byTime = Long.compare(micros, other.micros);
            return byTime != 0 ? byTime : Long.compare(order, other.order);
        }
    }

    static final long RETRY_AFTER = 1_000_000;

    private static final Fetch NONE = new Fetch();

    private final SimulatedHost host;
    private final CrawlPath path;
    private final CrawlLog log = new CrawlLog();
    private final Random random;
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private final ArrayDeque<Fetch> atFetcher = new ArrayDeque<>();
    private final SimulatedStage stage;
    private final TreeMap<Long, Long> stalls = new TreeMap<>();
    private Runnable afterEvent = () -> {};
    private long now;
    private long order;
    private long readable;
    private long wakeUp = Long.MAX_VALUE;
    private long stoppedUntil;
    private int inFlight;

    /** With a stage that has the law alone. */
    SimulatedCrawl(HostSpec spec, CrawlPath path, long seed) {
        this(spec, path, seed, new KneeStage(path, seed));
    }

    SimulatedCrawl(HostSpec spec, CrawlPath path, long seed, SimulatedStage stage) {
        host = new SimulatedHost(spec, seed);
        this.path = path;
        this.stage = stage;
        random = new Random(seed + 1);
    }

    /** What happens after each event. */
    SimulatedCrawl after(Runnable action) {
        afterEvent = action;
        return this;
    }

    /** Now and then the fetcher stands still, and hears of answers only afterwards: its machine is busy. */
    SimulatedCrawl stalls(double everySeconds, double meanMillis, double seconds) {
        Random when = new Random(99);
        for (double at = everySeconds; at < seconds; at += 2 * everySeconds * when.nextDouble()) {
            long micros = (long) (at * 1e6);
            stalls.put(micros, micros + (long) (-1_000 * meanMillis * Math.log(1 - when.nextDouble())));
        }
        return this;
    }

    private long notStalled(long micros) {
        Map.Entry<Long, Long> last = stalls.floorEntry(micros);
        return last == null ? micros : Math.max(micros, last.getValue());
    }

    /** Somebody else asks the same host, evenly, whatever it answers. */
    SimulatedCrawl others(double fromSeconds, double toSeconds, double perSecond) {
        for (double at = fromSeconds; at < toSeconds; at += 1 / perSecond) {
            at((long) (at * 1e6), Kind.OTHERS, NONE);
        }
        return this;
    }

    CrawlLog run(double seconds) {
        book();
        while (!events.isEmpty() && events.peek().micros <= seconds * 1e6) {
            Event event = events.poll();
            now = event.micros;
            happen(event.kind, event.fetch);
            afterEvent.run();
            if (path.isAhead()) {
                startDue();
            }
            book();
        }
        return log;
    }

    private void happen(Kind kind, Fetch fetch) {
        switch (kind) {
            case ARRIVED -> {
                fetch.service = host.arrive(now);
                long done =
                        fetch.service.map(SimulatedHost.Service::finishedMicros).orElse(now);
                at(notStalled(done + path.roundTrip() / 2), Kind.ANSWERED, fetch);
            }
            case ANSWERED -> {
                inFlight--;
                fetch.finished = now;
                if (fetch.service.isEmpty()) {
                    stoppedUntil = Math.max(stoppedUntil, now + RETRY_AFTER);
                }
                log.answered(now, fetch.started, fetch.service);
                at(now + path.feedback(), Kind.HEARD, fetch);
            }
            case HEARD -> heard(fetch);
            case READABLE -> atFetcher.add(fetch);
            case OTHERS -> host.arrive(now);
            case WAKE_UP -> wakeUp = now >= wakeUp ? Long.MAX_VALUE : wakeUp;
        }
    }

    private void heard(Fetch fetch) {
        if (fetch.missed) {
            log.missed();
        }
        stage.heard(fetch, now);
    }

    private void book() {
        wakeUpAt(stage.book(now, inFlight, stoppedUntil, this::booked));
    }

    private void booked(Fetch fetch) {
        log.booked();
        if (path.isAhead()) {
            long commit = (long) (random.nextDouble() * (path.commitMax() - path.commitMin()));
            readable = Math.max(readable, now + path.commitMin() + commit);
            at(readable, Kind.READABLE, fetch);
        } else {
            start(fetch);
        }
    }

    private void startDue() {
        while (!atFetcher.isEmpty()) {
            Fetch fetch = atFetcher.peek();
            if (now > fetch.expires) {
                fetch.missed = true;
                at(now + path.feedback(), Kind.HEARD, atFetcher.poll());
            } else if (now < fetch.slot) {
                wakeUpAt(fetch.slot);
                return;
            } else if (inFlight < fetch.cap && now >= stoppedUntil) {
                start(atFetcher.poll());
            } else {
                wakeUpAt(fetch.expires + 1);
                return;
            }
        }
    }

    private void start(Fetch fetch) {
        inFlight++;
        fetch.started = now;
        at(now + path.roundTrip() / 2, Kind.ARRIVED, fetch);
    }

    private void wakeUpAt(long micros) {
        if (micros < wakeUp) {
            wakeUp = micros;
            at(micros, Kind.WAKE_UP, NONE);
        }
    }

    private void at(long micros, Kind kind, Fetch fetch) {
        events.add(new Event(micros, order++, kind, fetch));
    }
}

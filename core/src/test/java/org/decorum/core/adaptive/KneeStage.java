package org.decorum.core.adaptive;

import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** The law alone, with a TAT. */
final class KneeStage implements SimulatedStage {

    private static final PaceLimits LIMITS = new PaceLimits(1, 3_600_000_000L, 1, 4_096);

    private final CrawlPath path;
    private Knee knee;
    private long tat;
    private long heldUntil;
    private int outstanding;

    KneeStage(CrawlPath path, long seed) {
        this.path = path;
        knee = new Knee(seed);
    }

    /** Replaces the law, by one that has been written and read, say. */
    void replace(UnaryOperator<Knee> by) {
        knee = by.apply(knee);
    }

    @Override
    public long book(long now, int inFlight, long stoppedUntil, Consumer<Fetch> booked) {
        for (int atHost = inFlight; mayBook(atHost, now); atHost++) {
            long earliest = Math.max(tat, knee.notBeforeMicros() - BASE);
            long slot = Math.max(Math.max(now + path.reach(), earliest), path.isAhead() ? heldUntil : stoppedUntil);
            if (slot - now > path.lead()) {
                return slot - path.lead();
            }
            Fetch fetch = new Fetch();
            fetch.slot = slot;
            fetch.cap = knee.inFlightMax(LIMITS);
            fetch.expires = slot + knee.patienceMicros();
            tat = Math.max(tat, slot) + knee.intervalMicros(LIMITS);
            fetch.epoch = knee.released(BASE + slot, 1, BASE + now, LIMITS);
            outstanding++;
            booked.accept(fetch);
        }
        return Long.MAX_VALUE;
    }

    private boolean mayBook(int inFlight, long now) {
        return path.isAhead()
                ? outstanding < knee.outstandingMax(BASE + now, LIMITS)
                : inFlight < knee.inFlightMax(LIMITS);
    }

    @Override
    public void heard(Fetch fetch, long now) {
        outstanding--;
        if (fetch.missed) {
            knee.lost(fetch.epoch, BASE + now, LIMITS);
        } else if (fetch.service.isEmpty()) {
            heldUntil = Math.max(heldUntil, fetch.finished + SimulatedCrawl.RETRY_AFTER);
            knee.refused(fetch.epoch, BASE + now, LIMITS);
        } else {
            Fetched answer = new Fetched(BASE + fetch.started, BASE + fetch.finished, 1);
            knee.answered(fetch.epoch, answer, BASE + now, LIMITS);
        }
    }
}

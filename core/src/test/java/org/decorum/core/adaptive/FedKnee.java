package org.decorum.core.adaptive;

/** A law that is told the answer to each release before the next, one at a time and at its pace. */
final class FedKnee {

    private static final long DONE_AFTER = 1_000;

    private final PaceLimits limits;
    private final Knee knee;
    private long now = 1_700_000_000_000_000L;

    FedKnee(PaceLimits limits) {
        this(limits, 7);
    }

    FedKnee(PaceLimits limits, long seed) {
        this.limits = limits;
        this.knee = new Knee(seed);
    }

    Knee knee() {
        return knee;
    }

    long intervalMicros() {
        return knee.intervalMicros(limits);
    }

    int inFlightMax() {
        return knee.inFlightMax(limits);
    }

    long now() {
        return now;
    }

    int release() {
        return release(1);
    }

    private int release(int cost) {
        long rest = knee.intervalMicros(limits) * cost;
        now = Math.max(now, knee.notBeforeMicros());
        int epoch = knee.released(now, cost, now, limits);
        now += rest;
        return epoch;
    }

    void answer(long latencyMicros) {
        answer(latencyMicros, 1);
    }

    void answer(long latencyMicros, int cost) {
        long started = Math.max(now, knee.notBeforeMicros());
        int epoch = release(cost);
        now = Math.max(now, started + latencyMicros + DONE_AFTER);
        knee.answered(epoch, new Fetched(started, started + latencyMicros, cost), now, limits);
    }

    void answers(int count, long latencyMicros) {
        for (int i = 0; i < count; i++) {
            answer(latencyMicros);
        }
    }

    void lose(int epoch) {
        knee.lost(epoch, now, limits);
    }

    void refuse(int epoch) {
        knee.refused(epoch, now, limits);
    }

    void idle(long micros) {
        now += micros;
    }
}

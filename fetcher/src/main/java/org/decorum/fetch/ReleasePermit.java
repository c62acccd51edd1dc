package org.decorum.fetch;

import java.util.function.Consumer;

/** A release's slot, as its fetcher sees it. */
final class ReleasePermit implements Permit {

    private final OpenRelease open;
    private final StartGate gate;
    private final MicroClock clock;
    private final Consumer<FetchResult> landed;

    ReleasePermit(OpenRelease open, StartGate gate, MicroClock clock, Consumer<FetchResult> landed) {
        this.open = open;
        this.gate = gate;
        this.clock = clock;
        this.landed = landed;
    }

    @Override
    public Entry enter() {
        open.enterer = Thread.currentThread();
        while (true) {
            long nowMicros = clock.nowMicros();
            StartGate.Admission admission = gate.admit(open, nowMicros);
            if (admission instanceof StartGate.Wait wait) {
                clock.parkUntil(wait.untilMicros());
            } else if (admission instanceof StartGate.Miss miss) {
                return new Stop(new FetchResult.Missed(miss.reason()));
            } else {
                return new Go(nowMicros);
            }
        }
    }

    @Override
    public long sent() {
        long nowMicros = clock.nowMicros();
        gate.sent(open, nowMicros);
        return nowMicros;
    }

    @Override
    public void landed(FetchResult result) {
        landed.accept(result);
    }
}

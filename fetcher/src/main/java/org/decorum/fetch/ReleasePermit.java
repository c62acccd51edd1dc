package org.decorum.fetch;

/** A release's slot, as its fetcher sees it. */
final class ReleasePermit implements Permit {

    private final OpenRelease open;
    private final StartGate gate;
    private final MicroClock clock;

    ReleasePermit(OpenRelease open, StartGate gate, MicroClock clock) {
        this.open = open;
        this.gate = gate;
        this.clock = clock;
    }

    @Override
    public Entry enter() {
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
}

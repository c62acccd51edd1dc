package org.decorum.fetch;

/** A ticket's slot, as its fetcher sees it. */
final class TicketSlot implements Slot {

    private final Ticket ticket;
    private final StartGate gate;
    private final MicroClock clock;

    TicketSlot(Ticket ticket, StartGate gate, MicroClock clock) {
        this.ticket = ticket;
        this.gate = gate;
        this.clock = clock;
    }

    @Override
    public Entry enter() {
        while (true) {
            long nowMicros = clock.nowMicros();
            StartGate.Admission admission = gate.admit(ticket, nowMicros);
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
        gate.sent(ticket, nowMicros);
        return nowMicros;
    }
}

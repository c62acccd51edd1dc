package org.decorum.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.decorum.fetch.Samples.ORIGIN;
import static org.decorum.fetch.Samples.open;

import org.junit.jupiter.api.Test;

class StartGateTest {

    private static final long T0 = 1_000_000_000_000L;
    private static final long SECOND = 1_000_000;
    private static final long WIDTH = 250_000;
    private static final long LATE = 70_000;

    private final StartGate gate = gate();

    @Test
    void theGapCountsFromTheMomentTheRequestWasOnTheWire() {
        OpenRelease first = open(1, ORIGIN, T0, WIDTH, SECOND);
        assertThat(gate.admit(first, T0)).isInstanceOf(StartGate.Go.class);
        gate.sent(first, T0 + LATE);

        OpenRelease second = open(2, ORIGIN, T0 + SECOND, WIDTH, SECOND);
        assertThat(gate.admit(second, T0 + SECOND)).isEqualTo(new StartGate.Wait(T0 + SECOND + LATE));
        assertThat(gate.admit(second, T0 + SECOND + LATE)).isInstanceOf(StartGate.Go.class);
    }

    @Test
    void aRequestThatIsNotTheOriginsLastStartMovesNothing() {
        OpenRelease first = open(1, ORIGIN, T0, WIDTH, 0);
        OpenRelease second = open(2, ORIGIN, T0, WIDTH, SECOND);
        gate.admit(first, T0);
        gate.admit(second, T0);
        gate.sent(first, T0 + LATE);

        OpenRelease third = open(3, ORIGIN, T0 + SECOND, WIDTH, SECOND);
        assertThat(gate.admit(third, T0 + SECOND)).isInstanceOf(StartGate.Go.class);
    }

    private static StartGate gate() {
        HoldTable holds = new HoldTable(3_600 * SECOND, new VirtualClock(T0));
        holds.completeAt(T0);
        return new StartGate(holds);
    }
}

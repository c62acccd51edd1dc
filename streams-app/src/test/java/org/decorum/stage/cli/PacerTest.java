package org.decorum.stage.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PacerTest {
    private static final long MILLI = 1_000_000;

    private long nowNanos;
    private final List<Long> callsMillis = new ArrayList<>();

    @Test
    void callsAreSpacedEvenlyEvenWhenSleepsEndEarly() {
        Pacer pacer = new Pacer(100, () -> nowNanos, nanos -> nowNanos += Math.max(1, nanos / 2));
        call(pacer, 4);
        assertThat(callsMillis).containsExactly(0L, 10L, 20L, 30L);
    }

    @Test
    void aStallIsNotFollowedByABurst() {
        Pacer pacer = new Pacer(100, () -> nowNanos, nanos -> nowNanos += nanos);
        call(pacer, 2);
        nowNanos += 500 * MILLI;
        call(pacer, 3);
        assertThat(callsMillis).containsExactly(0L, 10L, 510L, 520L, 530L);
    }

    @Test
    void zeroDoesNotLimit() {
        Pacer pacer = new Pacer(0, () -> nowNanos, nanos -> nowNanos += nanos);
        call(pacer, 3);
        assertThat(callsMillis).containsExactly(0L, 0L, 0L);
    }

    private void call(Pacer pacer, int times) {
        for (int i = 0; i < times; i++) {
            pacer.await();
            callsMillis.add(nowNanos / MILLI);
        }
    }
}

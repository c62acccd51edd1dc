package org.decorum.stage.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ArrivalsTest {

    private final Arrivals arrivals = new Arrivals();

    @Test
    void theFirstReleaseAfterADeathIsOneThatTheDeadDidNotDecide() {
        arrivals.add(0, 100, 90);
        arrivals.add(0, 205, 195);
        arrivals.add(0, 900, 850);
        arrivals.add(0, 950, 940);
        arrivals.add(1, 210, 208);
        assertThat(arrivals.firstDecidedAfter(0, 200)).hasValue(900);
        assertThat(arrivals.firstDecidedAfter(1, 200)).hasValue(210);
        assertThat(arrivals.firstDecidedAfter(2, 200)).isEmpty();
        assertThat(arrivals.count()).isEqualTo(5);
    }

    @Test
    void aGapMayBeginWithTheTimeAndEndWithIt() {
        arrivals.add(0, 50, 0);
        arrivals.add(0, 130, 0);
        arrivals.add(0, 150, 0);
        arrivals.add(0, 240, 0);
        assertThat(arrivals.longestGapMicros(0, 100, 250)).isEqualTo(90);
        assertThat(arrivals.longestGapMicros(0, 20, 60)).isEqualTo(30);
        assertThat(arrivals.longestGapMicros(0, 60, 1_000)).isEqualTo(760);
        assertThat(arrivals.longestGapMicros(7, 0, 1_000)).isEqualTo(1_000);
    }
}

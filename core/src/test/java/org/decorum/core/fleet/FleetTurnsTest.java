package org.decorum.core.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FleetTurnsTest {

    private static final long MILLI = 1_000;
    private static final long SECOND = 1_000 * MILLI;
    private static final long NOW = 1_000 * SECOND;

    private final FleetTurns turns = new FleetTurns();
    private final FleetTurns.Task first = turns.join();
    private final FleetTurns.Task second = turns.join();

    @Test
    void whereNobodyWaitsAnyoneGoes() {
        assertThat(turns.anyWaits()).isFalse();
        assertThat(turns.mayGo(NOW, NOW)).isTrue();
    }

    @Test
    void whoIsDueLongerGoesFirst() {
        turns.waits(first, NOW - SECOND, NOW);
        turns.waits(second, NOW - 2 * SECOND, NOW);
        assertThat(turns.anyWaits()).isTrue();
        assertThat(turns.mayGo(NOW - SECOND, NOW)).isFalse();
        assertThat(turns.mayGo(NOW - 2 * SECOND, NOW)).isTrue();
        assertThat(turns.mayGo(NOW - 3 * SECOND, NOW)).isTrue();
    }

    @Test
    void whoIsDueNearlyAsLongNeedNotWaitForTheOthersTick() {
        turns.waits(first, NOW - 100 * MILLI, NOW);
        assertThat(turns.mayGo(NOW - 80 * MILLI, NOW)).isTrue();
        assertThat(turns.mayGo(NOW - 79 * MILLI, NOW)).isFalse();
        turns.waits(first, NOW - 16 * SECOND, NOW);
        assertThat(turns.mayGo(NOW - 15 * SECOND, NOW)).isTrue();
        assertThat(turns.mayGo(NOW - 14 * SECOND, NOW)).isFalse();
    }

    @Test
    void nobodyWaitsForATaskThatHasNothingDueOrIsAwayOrGone() {
        turns.waits(first, NOW - 5 * SECOND, NOW);
        turns.waitsNoMore(first);
        assertThat(turns.mayGo(NOW, NOW)).isTrue();

        turns.waits(first, NOW - 5 * SECOND, NOW - 101 * MILLI);
        assertThat(turns.mayGo(NOW, NOW)).isTrue();

        turns.waits(first, NOW - 5 * SECOND, NOW);
        turns.leave(first);
        assertThat(turns.mayGo(NOW, NOW)).isTrue();
        assertThat(turns.anyWaits()).isFalse();
    }

    @Test
    void aClockThatWasFarAheadKeepsNobodyWaiting() {
        turns.waits(first, NOW - SECOND, NOW + 3_600 * SECOND);
        assertThat(turns.mayGo(NOW, NOW)).isTrue();
    }
}

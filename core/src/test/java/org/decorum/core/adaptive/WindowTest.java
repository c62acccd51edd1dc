package org.decorum.core.adaptive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class WindowTest {

    @Test
    void leavesTheFirstOut() {
        Window window = new Window(2);
        window.add(9, 20_000, new Fetched(0, 180_000, 1));
        assertThat(window.skipped()).isTrue();
        assertThat(window.skipped()).isFalse();
        window.add(1, 20_000, new Fetched(0, 20_000, 1));
        assertThat(window.count()).isEqualTo(1);
        assertThat(window.mean()).isEqualTo(1);
    }

    @Test
    void countsTheWorkFromEndToEndAndFromStartToStart() {
        Window window = new Window(0);
        for (int i = 0; i < 9; i++) {
            window.add(2, 20_000, new Fetched(i * 2_500L, i * 5_000L + 40_000, 1));
        }
        assertThat(window.work()).isEqualTo(4);
        assertThat(window.offered()).isEqualTo(8);
        assertThat(window.inFlight()).isEqualTo(16);
    }

    @Test
    void knowsHowFarRatiosVaryAndWhatAUnitTakes() {
        Window window = new Window(0);
        window.add(0.5, 20_000, new Fetched(0, 10_000, 1));
        window.add(1.5, 60_000, new Fetched(0, 90_000, 3));
        assertThat(window.variation()).isCloseTo(0.5, within(1e-9));
        assertThat(window.unitMicros()).isEqualTo(20_000);
        assertThat(window.normalMicros()).isEqualTo(40_000);
    }
}

package org.decorum.core.adaptive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class PaceLimitsTest {

    @Test
    void staysInsideThePolicyAndRoundsUp() {
        PaceLimits limits = new PaceLimits(1_000, 50_000, 2, 16);
        assertThat(limits.intervalMicros(20_000, 7)).isEqualTo(2_858);
        assertThat(limits.intervalMicros(20_000, 100)).isEqualTo(1_000);
        assertThat(limits.intervalMicros(20_000, 0.1)).isEqualTo(50_000);
        assertThat(limits.clampInFlight(1)).isEqualTo(2);
        assertThat(limits.clampInFlight(99)).isEqualTo(16);
    }

    @Test
    void refusesBoundsThatCross() {
        assertThatIllegalArgumentException().isThrownBy(() -> new PaceLimits(2, 1, 1, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new PaceLimits(0, 1, 1, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new PaceLimits(1, 1, 0, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new PaceLimits(1, 1, 2, 1));
    }
}

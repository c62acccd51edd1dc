package org.decorum.core.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class AllowanceTest {

    private static final long MILLI = 1_000;

    @Test
    void whereThereIsRoomSlotsAreAsThePolicyHasThem() {
        assertThat(Allowance.ofRoom(5).patienceMicros(50 * MILLI, 200 * MILLI)).isZero();
        assertThat(Allowance.UNLIMITED.patienceMicros(50 * MILLI, 200 * MILLI)).isZero();
    }

    @Test
    void whoWaitedGetsAQuarterOfItAndASecondAtMost() {
        assertThat(Allowance.ofTurn(2_000 * MILLI).patienceMicros(250 * MILLI, 5_000 * MILLI))
                .isEqualTo(500 * MILLI);
        assertThat(Allowance.ofTurn(60_000 * MILLI).patienceMicros(250 * MILLI, 5_000 * MILLI))
                .isEqualTo(1_000 * MILLI);
    }

    @Test
    void aShortSlotBecomesAsWideAsAFetchIsLongAtHalfAnIntervalsCost() {
        assertThat(Allowance.ofTurn(0).patienceMicros(250 * MILLI, 5_000 * MILLI))
                .isEqualTo(150 * MILLI);
        assertThat(Allowance.ofTurn(0).patienceMicros(50 * MILLI, 200 * MILLI)).isEqualTo(100 * MILLI);
        assertThat(Allowance.ofTurn(0).patienceMicros(40 * MILLI, 2_500)).isEqualTo(1_250);
        assertThat(Allowance.ofTurn(0).patienceMicros(500 * MILLI, 5_000 * MILLI))
                .isZero();
    }

    @Test
    void neitherRoomNorWaitingIsNegative() {
        assertThatThrownBy(() -> Allowance.ofRoom(-1)).hasMessageContaining("bookingsMax: -1");
        assertThatThrownBy(() -> Allowance.ofTurn(-1)).hasMessageContaining("waitedMicros: -1");
    }
}

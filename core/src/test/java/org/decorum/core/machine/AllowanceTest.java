package org.decorum.core.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class AllowanceTest {

    private static final long MILLI = 1_000;

    @Test
    void whereThereIsRoomSlotsAreAsThePolicyHasThem() {
        assertThat(Allowance.ofRoom(5, 0).patienceMicros(50 * MILLI, 200 * MILLI))
                .isZero();
        assertThat(Allowance.UNLIMITED.patienceMicros(50 * MILLI, 200 * MILLI)).isZero();
    }

    @Test
    void whoWaitedGetsAQuarterOfItAndASecondAtMost() {
        assertThat(Allowance.ofTurn(2_000 * MILLI, 0).patienceMicros(250 * MILLI, 5_000 * MILLI))
                .isEqualTo(500 * MILLI);
        assertThat(Allowance.ofTurn(60_000 * MILLI, 0).patienceMicros(250 * MILLI, 5_000 * MILLI))
                .isEqualTo(1_000 * MILLI);
    }

    @Test
    void aSlotBecomesAsWideAsFetchersNeedItAndCostsTwoIntervalsAtMost() {
        Allowance room = Allowance.ofRoom(5, 700 * MILLI);
        assertThat(room.patienceMicros(250 * MILLI, 5_000 * MILLI)).isEqualTo(450 * MILLI);
        assertThat(room.patienceMicros(50 * MILLI, 200 * MILLI)).isEqualTo(400 * MILLI);
        assertThat(room.patienceMicros(800 * MILLI, 5_000 * MILLI)).isZero();
    }

    @Test
    void whoWaitedCanPayForMore() {
        assertThat(Allowance.ofTurn(100 * MILLI, 700 * MILLI).patienceMicros(50 * MILLI, 200 * MILLI))
                .isEqualTo(500 * MILLI);
        assertThat(Allowance.ofTurn(400 * MILLI, 120 * MILLI).patienceMicros(50 * MILLI, 200 * MILLI))
                .isEqualTo(100 * MILLI);
    }

    @Test
    void anOriginIsNotSlowedDownForAWidthThatWouldMakeNoDifference() {
        assertThat(Allowance.ofRoom(5, 700 * MILLI).patienceMicros(20 * MILLI, 2_500))
                .isZero();
    }

    @Test
    void nothingIsNegative() {
        assertThatThrownBy(() -> Allowance.ofRoom(-1, 0)).hasMessageContaining("bookingsMax: -1");
        assertThatThrownBy(() -> Allowance.ofTurn(-1, 0)).hasMessageContaining("waitedMicros: -1");
        assertThatThrownBy(() -> Allowance.ofTurn(0, -1)).hasMessageContaining("slotMinMicros: -1");
    }
}

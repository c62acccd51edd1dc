package org.decorum.core.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FleetSlotsTest {

    private static final long MILLI = 1_000;
    private static final long SECOND = 1_000 * MILLI;
    private static final long NOW = 1_000 * SECOND;
    private static final long WIDE = 10 * SECOND;

    private final FleetSlots slots = new FleetSlots();

    @BeforeEach
    void placesAreShort() {
        slots.placesWereShort(NOW);
    }

    @Test
    void atFirstSlotsAreAsPoliciesHaveThem() {
        start(100, false);
        assertThat(slots.widthMicros(NOW)).isZero();
    }

    @Test
    void itRestsWhereOneInTwoHundredIsMissed() {
        miss(2, WIDE);
        start(200, false);
        assertThat(slots.widthMicros(NOW)).isEqualTo(150 * MILLI);
    }

    @Test
    void orWhereOneInFortyIsLate() {
        start(2, true);
        start(40, false);
        assertThat(slots.widthMicros(NOW)).isEqualTo(30 * MILLI);
    }

    @Test
    void itGrowsNoFurtherThanWhatIsBookedFollows() {
        miss(100, 200 * MILLI);
        assertThat(slots.widthMicros(NOW)).isEqualTo(300 * MILLI);
        miss(1, 100 * MILLI);
        assertThat(slots.widthMicros(NOW)).isEqualTo(300 * MILLI);
        miss(100, WIDE);
        assertThat(slots.widthMicros(NOW)).isEqualTo(SECOND);
    }

    @Test
    void missesThatFetchersAreNotToBlameForMakeNothingWider() {
        slots.missed(0, WIDE);
        assertThat(slots.widthMicros(NOW)).isZero();
        slots.missed(FleetWindow.UNIT / 2, WIDE);
        assertThat(slots.widthMicros(NOW)).isEqualTo(75 * MILLI);
    }

    @Test
    void whereNoPlaceWasShortForLongSlotsAreAsPoliciesHaveThem() {
        miss(1, WIDE);
        assertThat(slots.widthMicros(NOW + 30 * SECOND)).isEqualTo(150 * MILLI);
        assertThat(slots.widthMicros(NOW + 31 * SECOND)).isZero();
        assertThat(slots.widthMicros(NOW - 3_600 * SECOND))
                .as("after a jump back")
                .isZero();

        FleetSlots other = new FleetSlots();
        other.missed(FleetWindow.UNIT, WIDE);
        assertThat(other.widthMicros(NOW)).isZero();
    }

    private void start(int count, boolean isLate) {
        for (int left = count; left > 0; left--) {
            slots.started(isLate, WIDE);
        }
    }

    private void miss(int count, long bookedMicros) {
        for (int left = count; left > 0; left--) {
            slots.missed(FleetWindow.UNIT, bookedMicros);
        }
    }
}

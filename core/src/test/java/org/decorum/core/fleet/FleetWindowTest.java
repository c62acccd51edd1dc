package org.decorum.core.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FleetWindowTest {

    private static final long MILLI = 1_000;
    private static final long SECOND = 1_000 * MILLI;
    private static final long LEAD = 250 * MILLI;

    private final FleetWindow window = new FleetWindow(LEAD);
    private long now = 1_000 * SECOND;

    /** It has 256 places in these tests. */
    @BeforeEach
    void takeOver() {
        assertThat(window.size()).isEqualTo(32);
        window.takenOver(224);
    }

    @Test
    void placesGoWithTheTaskThatHasTheReleases() {
        FleetWindow other = new FleetWindow(LEAD);
        window.gone(20);
        other.takenOver(20);
        assertThat(window.size()).isEqualTo(236);
        assertThat(other.size()).isEqualTo(52);
        window.gone(700);
        assertThat(window.size()).isEqualTo(2);
    }

    @Test
    void whileItKeepsNothingBackItStaysAsItIs() {
        for (int turn = 0; turn < 100; turn++) {
            assertThat(window.places(20, now)).isEqualTo(236);
            start(20, 0);
        }
        assertThat(window.size()).isEqualTo(256);
    }

    @Test
    void aSingleMissOfAnIdleFleetChangesNothing() {
        window.places(1, now);
        miss(1);
        for (int turn = 0; turn < 20; turn++) {
            window.places(1, now);
            start(1, 0);
        }
        assertThat(window.size()).isEqualTo(256);
    }

    @Test
    void atFirstEachPunctualStartLetsOneMoreOut() {
        assertThat(window.places(256, now)).isZero();
        start(100, 0);
        assertThat(window.size()).isEqualTo(356);
    }

    @Test
    void itOpensNoFurtherOnceStartsAreAsLateAsTheyMayBeAtRest() {
        window.booked(250 * MILLI, now);
        window.places(256, now);
        start(60, 60 * MILLI);
        assertThat(window.size()).isEqualTo(316);
        turn();
        window.places(316, now);
        start(60, 60 * MILLI);
        assertThat(window.size()).isLessThan(320);
    }

    @Test
    void missesWithPunctualStartsCountForNothing() {
        window.booked(250 * MILLI, now);
        window.places(256, now);
        start(90, 0);
        for (int count = 0; count < 10; count++) {
            window.missed(now, false, now + 300 * MILLI);
        }
        turn();
        start(1, 0);
        assertThat(window.size()).isGreaterThan(256);
    }

    @Test
    void missesOfFetchersThatSayThatTheyAreBusyCountThoughStartsArePunctual() {
        window.booked(250 * MILLI, now);
        window.places(256, now);
        start(90, 0);
        for (int count = 0; count < 10; count++) {
            window.missed(now, true, now + 300 * MILLI);
        }
        turn();
        start(1, 0);
        assertThat(window.size()).isLessThan(200);
    }

    @Test
    void slotsAreToBeWiderWherePlacesAreShortAndStartsAreLate() {
        start(20, 200 * MILLI);
        miss(3);
        assertThat(window.slotMinMicros(now)).as("with places left").isZero();
        window.places(1_000, now);
        assertThat(window.slotMinMicros(now)).isGreaterThan(250 * MILLI);
    }

    @Test
    void missesWithPunctualStartsMakeNoSlotWiderButThoseOfABusyFetcherDo() {
        window.places(1_000, now);
        miss(3);
        assertThat(window.slotMinMicros(now)).isZero();
        window.missed(now, true, now);
        assertThat(window.slotMinMicros(now)).isEqualTo(150 * MILLI);
    }

    @Test
    void missesHalveWhatWasOut() {
        window.places(100, now);
        miss(50);
        assertThat(window.size()).isEqualTo(50);
    }

    @Test
    void whatWasBookedBeforeACutDoesNotCutAgain() {
        window.places(100, now);
        long booked = now;
        miss(50);
        now += 200 * MILLI;
        for (int count = 0; count < 50; count++) {
            window.missed(booked, false, now);
        }
        assertThat(window.size()).isEqualTo(50);
    }

    @Test
    void lateStartsCutBeforeAnySlotIsMissed() {
        window.booked(250 * MILLI, now);
        window.places(100, now);
        start(50, 240 * MILLI);
        turn();
        start(1, 0);
        assertThat(window.size()).isBetween(50L, 70L);
    }

    @Test
    void itGrowsByOneATurnAndFasterWhereNothingWaits() {
        window.places(100, now);
        miss(50);
        long before = window.size();
        growTurns(2);
        assertThat(window.size() - before).isBetween(1L, 2L);
        growTurns(20);
        assertThat(window.size()).isGreaterThan(2 * before);
    }

    @Test
    void atLeastTwoMayBeOut() {
        for (int turn = 0; turn < 20; turn++) {
            window.places(1, now);
            miss(4);
            turn();
        }
        assertThat(window.size()).isEqualTo(2);
    }

    @Test
    void aSmallWindowGrowsFastOnceAllStartsWerePunctualForSomeEpochs() {
        window.places(8, now);
        miss(8);
        turn();
        window.places(4, now);
        miss(4);
        long before = window.size();
        assertThat(before).isLessThan(5);
        for (int turn = 0; turn < 12; turn++) {
            turn();
            window.places(window.size(), now);
            start(3, 0);
        }
        assertThat(window.size()).isGreaterThan(5 * before);
    }

    @Test
    void whatGoesIsSpreadOverTheLoop() {
        window.places(100, now);
        miss(50);
        assertThat(window.places(50, now)).isZero();
        for (int booked = 0; booked < 4; booked++) {
            window.booked(250 * MILLI, now);
        }
        assertThat(window.places(49, now)).isZero();
        assertThat(window.places(49, now + 40 * MILLI)).isEqualTo(1);
    }

    @Test
    void afterASilenceItBeginsAnewWithFewAndOpensFast() {
        window.places(100, now);
        miss(50);
        window.restart(now);
        assertThat(window.size()).isEqualTo(16);
        turn();
        assertThat(window.places(16, now)).isZero();
        start(16, 0);
        assertThat(window.size()).isGreaterThanOrEqualTo(24);
    }

    @Test
    void oneLateStartSaysLittleAboutASmallWindow() {
        for (int turn = 0; turn < 5; turn++) {
            window.places(8, now);
            miss(4);
            turn();
        }
        assertThat(window.size()).isEqualTo(2);
        for (int turn = 0; turn < 80; turn++) {
            window.places(window.size(), now);
            start(15, 0);
            start(1, 200 * MILLI);
            turn();
        }
        assertThat(window.size()).isGreaterThan(2);
    }

    @Test
    void aClockThatWasFarAheadStopsNothing() {
        window.places(100, now + 1_000_000 * SECOND);
        now += 1_000_000 * SECOND;
        miss(50);
        window.booked(250 * MILLI, now);
        now -= 1_000_000 * SECOND;
        assertThat(window.places(49, now)).isEqualTo(1);
        window.places(50, now);
        miss(50);
        turn();
        window.places(50, now);
        miss(50);
        assertThat(window.size()).isLessThan(50);
    }

    private void growTurns(int turns) {
        for (int count = 0; count < turns; count++) {
            turn();
            window.places(window.size(), now);
            start(10, 0);
        }
    }

    /** All that was booked before has been heard of. */
    private void turn() {
        now += 2 * SECOND;
    }

    private void start(int count, long latenessMicros) {
        for (int left = count; left > 0; left--) {
            window.started(now, latenessMicros, now + 300 * MILLI);
        }
    }

    private void miss(int count) {
        for (int left = count; left > 0; left--) {
            window.missed(now, false, now + 300 * MILLI);
        }
    }
}

package org.decorum.core.adaptive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class KneeTest {

    private static final PaceLimits WIDE = new PaceLimits(1, 3_600_000_000L, 1, 4_096);
    private static final PaceLimits ONE_AT_A_TIME = new PaceLimits(1_000, 60_000_000, 1, 1);

    @Test
    void beginsWithOneRequestAtATime() {
        Knee knee = new Knee(1);
        assertThat(knee.inFlightMax(WIDE)).isEqualTo(1);
        assertThat(knee.intervalMicros(WIDE)).isEqualTo(50_000);
        assertThat(knee.isProbing()).isTrue();
    }

    @Test
    void forgetsANormalThatNoLongerHolds() {
        FedKnee fed = new FedKnee(ONE_AT_A_TIME);
        fed.answers(200, 20_000);
        long before = fed.intervalMicros();
        boolean dipped = false;
        for (int i = 0; i < 100; i++) {
            fed.answer(80_000);
            dipped |= fed.intervalMicros() > before * 3 / 2 && fed.knee().normalMicros() < 30_000;
        }
        assertThat(dipped).isTrue();
        assertThat(fed.knee().normalMicros()).isCloseTo(80_000, within(1_000L));
        assertThat(fed.intervalMicros()).isCloseTo(4 * before, within(before / 4));
    }

    @Test
    void measuresTheNormalAgainWhenItsCapIsAtTheMinimum() {
        FedKnee fed = new FedKnee(ONE_AT_A_TIME);
        fed.answers(100, 20_000);
        fed.answers(6 * 8, 26_000); // five windows, and the one that had begun
        assertThat(fed.knee().normalMicros()).isCloseTo(26_000, within(500L));
        assertThat(fed.inFlightMax()).isEqualTo(1);
    }

    @Test
    void neverGoesBelowTheMinimumThatIsConfigured() {
        FedKnee fed = new FedKnee(new PaceLimits(1, 100_000, 3, 64));
        for (int i = 0; i < 2_000; i++) {
            fed.answer(20_000 + 500_000L * (i / 100 % 2));
            assertThat(fed.inFlightMax()).isGreaterThanOrEqualTo(3);
            assertThat(fed.intervalMicros()).isLessThanOrEqualTo(100_000);
        }
    }

    @Test
    void takesNaturalVarianceForNoReasonToSlowDown() {
        FedKnee fed = new FedKnee(ONE_AT_A_TIME);
        long[] latencies = {20_000, 25_000, 22_000, 24_000};
        for (int i = 0; i < 200; i++) {
            fed.answer(latencies[i % 4]);
        }
        long settled = fed.intervalMicros();
        for (int i = 0; i < 2_000; i++) {
            fed.answer(latencies[i % 4]);
            boolean half = fed.knee().isProbing() && fed.intervalMicros() > 3 * settled / 2;
            assertThat(half ? settled : fed.intervalMicros()).isCloseTo(settled, within(settled / 10));
        }
        assertThat(fed.knee().parallelism()).isEqualTo(1);
    }

    @Test
    void neverAsksForMoreThanThePolicyAllows() {
        PaceLimits slow = new PaceLimits(5_000_000, 60_000_000, 1, 8);
        FedKnee fed = new FedKnee(slow);
        for (int i = 0; i < 500; i++) {
            fed.answer(20_000);
            assertThat(fed.intervalMicros()).isEqualTo(5_000_000);
        }
        assertThat(fed.knee().isProbing()).isFalse();
    }

    @Test
    void goesAsSlowlyAsAnOriginAnswers() {
        FedKnee fed = new FedKnee(new PaceLimits(5_000_000, 60_000_000, 1, 8));
        fed.answers(100, 12_000_000);
        while (fed.knee().isProbing()) {
            fed.answer(12_000_000);
        }
        assertThat(fed.intervalMicros()).isBetween(11_000_000L, 13_000_000L);
    }

    @Test
    void halvesTheRateOnceForAllThatWasReleasedBefore() {
        FedKnee fed = grownTo(32);
        double parallel = fed.knee().parallelism();
        int[] under = {fed.release(), fed.release(), fed.release()};
        for (int epoch : under) {
            fed.refuse(epoch);
        }
        assertThat(fed.knee().parallelism()).isCloseTo(parallel / 2, within(0.01));
        fed.refuse(fed.release());
        assertThat(fed.knee().parallelism()).isCloseTo(parallel / 4, within(0.01));
    }

    /** Latency says nothing about how many are in flight, so that the start goes on until the limit. */
    private static FedKnee grownTo(int cap) {
        FedKnee fed = new FedKnee(new PaceLimits(1, 60_000_000, 1, cap));
        long started = fed.now();
        while (fed.inFlightMax() < cap) {
            int epoch = fed.release();
            started += 20_000 / fed.inFlightMax();
            fed.idle(Math.max(0, started + 20_000 - fed.now()));
            fed.knee().answered(epoch, new Fetched(started, started + 20_000, 1), fed.now(), WIDE);
        }
        for (int i = 0; i < 4 * cap || fed.knee().isProbing(); i++) {
            int epoch = fed.release();
            started += 20_000 / cap;
            fed.idle(Math.max(0, started + 20_000 - fed.now()));
            fed.knee().answered(epoch, new Fetched(started, started + 20_000, 1), fed.now(), ceiling(cap));
        }
        return fed;
    }

    private static PaceLimits ceiling(int cap) {
        return new PaceLimits(1, 60_000_000, 1, cap);
    }

    @Test
    void learnsNothingFromWhatIsNoMeasure() {
        FedKnee fed = new FedKnee(ONE_AT_A_TIME);
        fed.answers(100, 20_000);
        for (int i = 0; i < 1_000; i++) {
            fed.lose(fed.release());
        }
        assertThat(fed.knee().normalMicros()).isEqualTo(20_000);
        fed.answers(100, 20_000);
        assertThat(fed.knee().normalMicros()).isEqualTo(20_000);
        assertThat(fed.intervalMicros()).isBetween(20_000L, 21_000L);
    }

    @Test
    void doesNotTakeAnExpensivePageForASlowHost() {
        FedKnee fed = new FedKnee(ONE_AT_A_TIME);
        fed.answers(100, 20_000);
        for (int i = 0; i < 400; i++) {
            fed.answer(i % 2 == 0 ? 20_000 : 160_000, i % 2 == 0 ? 1 : 4);
        }
        assertThat(fed.knee().parallelism()).isEqualTo(1);
        assertThat(fed.knee().normalMicros()).isCloseTo(90_000, within(15_000L));
        assertThat(fed.intervalMicros()).isCloseTo(36_000, within(5_000L));
    }

    @Test
    void startsAnewAfterALongIdleTime() {
        FedKnee fed = new FedKnee(ONE_AT_A_TIME);
        fed.answers(100, 20_000);
        int before = fed.knee().epoch();
        fed.idle(3_600_000_000L);
        fed.release();
        assertThat(fed.knee().isProbing()).isTrue();
        assertThat(fed.knee().normalMicros()).isZero();
        assertThat(fed.knee().epoch()).isGreaterThan(before);
    }

    @Test
    void ignoresWhatWasReleasedUnderAnotherSetting() {
        FedKnee fed = new FedKnee(ONE_AT_A_TIME);
        int old = fed.release();
        fed.answers(100, 20_000);
        for (int i = 0; i < 100; i++) {
            fed.knee().answered(old, new Fetched(fed.now() - 900_000, fed.now(), 1), fed.now(), ONE_AT_A_TIME);
        }
        assertThat(fed.knee().normalMicros()).isEqualTo(20_000);
    }

    @Test
    void letsAsManyBeOutAsTheLoopIsLong() {
        FedKnee fed = new FedKnee(ONE_AT_A_TIME);
        fed.answers(100, 20_000);
        int near = fed.knee().outstandingMax(fed.now(), ONE_AT_A_TIME);
        fed.knee().released(fed.now() + 1_000_000, 1, fed.now(), ONE_AT_A_TIME);
        int far = fed.knee().outstandingMax(fed.now(), ONE_AT_A_TIME);
        assertThat(near).isBetween(3, 5);
        assertThat(far - near).isBetween(50, 60);
    }

    @Test
    void aSearchPageAmongImagesLooksNoSlowerThanItIs() {
        FedKnee fed = new FedKnee(ONE_AT_A_TIME);
        fed.answers(100, 20_000);
        for (int i = 0; i < 600; i++) {
            boolean search = i % 10 == 0;
            fed.answer(search ? 400_000 : 20_000, search ? 20 : 1);
        }
        for (int i = 0; i < 300; i++) {
            boolean search = i % 10 == 0;
            fed.answer(search ? 400_000 : 20_000, search ? 20 : 1);
            assertThat(fed.knee().isProbing()).isFalse();
        }
        fed.answers(100, 20_000);
        assertThat(fed.knee().normalMicros()).isCloseTo(20_000, within(1_000L));
        assertThat(fed.knee().parallelism()).isEqualTo(1);
    }

    @Test
    void aTrainOfWhichTooLittleComesBackDecidesNothing() {
        FedKnee fed = new FedKnee(ONE_AT_A_TIME);
        fed.answers(200, 20_000);
        while (!fed.knee().isProbing()) {
            fed.answer(80_000);
        }
        fed.answer(80_000);
        fed.answer(80_000);
        for (int i = 0; i < 50; i++) {
            fed.lose(fed.release());
        }
        assertThat(fed.knee().isProbing()).isFalse();
        assertThat(fed.knee().normalMicros()).isEqualTo(20_000);
    }

    @Test
    void originsThatBeginTogetherDoNotProbeTogether() {
        List<Long> one = probes(new FedKnee(WIDE, 1));
        List<Long> other = probes(new FedKnee(WIDE, 2));
        assertThat(one).hasSizeGreaterThan(20);
        assertThat(one.stream()
                        .filter(at -> other.stream().anyMatch(then -> Math.abs(at - then) < 50_000))
                        .count())
                .isLessThan(one.size() / 4);
    }

    /** When trains begin within five minutes. */
    private static List<Long> probes(FedKnee fed) {
        List<Long> probes = new ArrayList<>();
        fed.answers(100, 20_000);
        long until = fed.now() + 300_000_000;
        boolean before = true;
        while (fed.now() < until) {
            fed.answer(20_000);
            if (!before && fed.knee().isProbing()) {
                probes.add(fed.now());
            }
            before = fed.knee().isProbing();
        }
        return probes;
    }

    @Test
    void aFirstAnswerThatTookAHundredThousandTimesAsLongIsForgotten() {
        FedKnee fed = new FedKnee(WIDE);
        fed.answer(10_000_000);
        fed.answers(1_000, 100);
        assertThat(fed.knee().normalMicros()).isBetween(90L, 110L);
        assertThat(fed.knee().parallelism()).isBetween(1.0, 64.0);
    }

    @Test
    void whatTakesNoTimeLeavesRoomForOneAtLeast() {
        Knee knee = new Knee(1);
        long now = 1_700_000_000_000_000L;
        for (int i = 0; i < 100; i++) {
            int epoch = knee.released(now, 10_000, now, WIDE);
            knee.answered(epoch, new Fetched(now, now, 10_000), now, WIDE);
            assertThat(knee.outstandingMax(now, WIDE)).isPositive();
        }
    }

    @Test
    void aJumpOfTheClockEndsTheTimeInWhichThePaceAloneDecides() {
        FedKnee fed = new FedKnee(ONE_AT_A_TIME);
        fed.answers(200, 20_000);
        long right = fed.now() - 3_600_000_000L;
        while (fed.knee().outstandingMax(right, ONE_AT_A_TIME) < Integer.MAX_VALUE) {
            fed.answer(80_000);
        }
        fed.knee().forget();
        assertThat(fed.knee().outstandingMax(right, ONE_AT_A_TIME)).isLessThan(1_000);
    }

    @Test
    void restsForAMinuteAtMost() {
        KneeState state = new KneeState(1);
        state.rest(86_400_000_000L, 1_700_000_000_000_000L, 1_000);
        assertThat(state.notBeforeMicros).isEqualTo(1_700_000_060_000_000L);
    }
}

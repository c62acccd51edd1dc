package org.decorum.stage.sim.farm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class FloorJudgeTest {

    private static final long SECOND = 1_000_000;
    private static final Budget PLAIN = new Budget(SECOND, 1, 250_000);
    private static final Budget BURSTY = new Budget(SECOND, 5, 250_000);

    @Test
    void nothingAndASingleStartBreakNothing() {
        assertThat(FloorJudge.judge(new long[0], PLAIN))
                .isEqualTo(new FloorVerdict(0, null, null, 0, 12, false, false));
        assertThat(FloorJudge.judge(new long[] {7}, PLAIN))
                .isEqualTo(new FloorVerdict(1, null, null, 1, 12, false, false));
    }

    @Test
    void anEvenPaceIsElevenStartsInAClosedWindowOfTenIntervals() {
        FloorVerdict verdict = FloorJudge.judge(every(SECOND, 50), PLAIN);

        assertThat(verdict.highestLoad()).isEqualTo(11);
        assertThat(verdict.loadMax()).isEqualTo(12);
        assertThat(verdict.smallestGapRatio()).isEqualTo(1.0);
        assertThat(verdict.broken()).isFalse();
    }

    @Test
    void aGapOfTheIntervalLessTheSlotLessTenMillisecondsIsJustInside() {
        assertThat(FloorJudge.judge(new long[] {0, 740_000}, PLAIN).gapBroken()).isFalse();
    }

    @Test
    void aMicrosecondLessBreaksTheGap() {
        FloorVerdict verdict = FloorJudge.judge(new long[] {0, 739_999}, PLAIN);

        assertThat(verdict.gapBroken()).isTrue();
        assertThat(verdict.windowBroken()).isFalse();
        assertThat(verdict.smallestGapMicros()).isEqualTo(739_999);
        assertThat(verdict.smallestGapRatio()).isEqualTo(0.739999);
    }

    @Test
    void theSmallestGapIsFoundWhereverItIs() {
        long[] starts = {0, SECOND, 2 * SECOND, 2 * SECOND + 1, 9 * SECOND};

        assertThat(FloorJudge.judge(starts, PLAIN).smallestGapMicros()).isEqualTo(1);
    }

    @Test
    void gapsThatAreAllJustInsideBreakTheWindow() {
        FloorVerdict verdict = FloorJudge.judge(every(740_000, 20), PLAIN);

        assertThat(verdict.gapBroken()).isFalse();
        assertThat(verdict.highestLoad()).isEqualTo(14);
        assertThat(verdict.windowBroken()).isTrue();
    }

    @Test
    void twelveStartsInTenIntervalsAreJustInsideAndThirteenAreNot() {
        assertThat(FloorJudge.judge(every(10 * SECOND / 11, 12), PLAIN).windowBroken())
                .isFalse();
        assertThat(FloorJudge.judge(every(10 * SECOND / 12, 13), PLAIN).windowBroken())
                .isTrue();
    }

    @Test
    void aBurstMayComeAtOnceAndOnlyTheWindowCounts() {
        long[] atOnce = LongStream.concat(
                        LongStream.generate(() -> 0).limit(5),
                        Arrays.stream(every(SECOND, 11)).map(t -> t + SECOND))
                .toArray();
        FloorVerdict verdict = FloorJudge.judge(atOnce, BURSTY);

        assertThat(verdict.highestLoad()).isEqualTo(15);
        assertThat(verdict.loadMax()).isEqualTo(16);
        assertThat(verdict.smallestGapMicros()).isZero();
        assertThat(verdict.broken()).isFalse();
    }

    @Test
    void moreThanTheBurstInAWindowBreaksIt() {
        assertThat(FloorJudge.judge(new long[16], BURSTY).broken()).isFalse();
        assertThat(FloorJudge.judge(new long[17], BURSTY).windowBroken()).isTrue();
    }

    @Test
    void anExpensiveRequestOwesItsCostToTheNext() {
        long[] starts = {0, 4 * SECOND, 5 * SECOND};

        assertThat(FloorJudge.judge(starts, new int[] {4, 1, 1}, PLAIN).broken())
                .isFalse();
        FloorVerdict early = FloorJudge.judge(new long[] {0, 3 * SECOND}, new int[] {4, 1}, PLAIN);
        assertThat(early.gapBroken()).isTrue();
        assertThat(early.smallestGapRatio()).isEqualTo(0.75);
    }

    @Test
    void expensiveRequestsFillTheWindowFaster() {
        int[] fours = new int[10];
        Arrays.fill(fours, 4);
        Budget wide = new Budget(SECOND, 3, 0);

        assertThat(FloorJudge.judge(every(4 * SECOND, 10), fours, wide).highestLoad())
                .isEqualTo(9);
        assertThat(FloorJudge.judge(every(2 * SECOND, 10), fours, wide).windowBroken())
                .isTrue();
    }

    @Test
    void aLogThatIsNotInOrderIsRefused() {
        assertThatThrownBy(() -> FloorJudge.judge(new long[] {5, 4}, PLAIN)).hasMessage("starts: not in order at 1");
    }

    @Property
    void aPaceAtTheIntervalOrSlowerIsNeverBroken(
            @ForAll @LongRange(min = 1, max = 10_000_000) long intervalMicros,
            @ForAll long[] extraMicros,
            @ForAll @IntRange(min = 1, max = 20) int burst) {
        long[] starts = new long[extraMicros.length];
        for (int i = 1; i < starts.length; i++) {
            starts[i] = starts[i - 1] + intervalMicros + Math.floorMod(extraMicros[i], 2 * intervalMicros);
        }

        assertThat(FloorJudge.judge(starts, new Budget(intervalMicros, burst, 0))
                        .broken())
                .isFalse();
    }

    @Property
    void theWindowCountIsWhatCountingEveryWindowGives(
            @ForAll @LongRange(min = 1, max = 1_000) long intervalMicros, @ForAll short[] gaps) {
        long[] starts = new long[gaps.length];
        for (int i = 1; i < starts.length; i++) {
            starts[i] = starts[i - 1] + Math.abs((int) gaps[i]) % 3_000;
        }
        long most = 0;
        for (long from : starts) {
            most = Math.max(
                    most,
                    Arrays.stream(starts)
                            .filter(t -> t >= from && t <= from + 10 * intervalMicros)
                            .count());
        }

        assertThat(FloorJudge.judge(starts, new Budget(intervalMicros, 1, 0)).highestLoad())
                .isEqualTo(most);
    }

    private static long[] every(long gapMicros, int count) {
        return LongStream.range(0, count).map(i -> i * gapMicros).toArray();
    }
}

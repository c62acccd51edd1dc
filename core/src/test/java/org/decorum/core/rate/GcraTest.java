package org.decorum.core.rate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GcraTest {

    private static final long NEW = Long.MIN_VALUE;

    /** Calls that conform are printed as the new TAT, the others as {@code -} and the instant when they would. */
    @ParameterizedTest(name = "T={0} tau={1}: {3}")
    @CsvSource({
        "10, 0, '0 10 20 30 40', '10 20 30 40 50'",
        "10, 1, '0 9 18 28', '10 20 -19 38'",
        "10, 1, '0 9', '10 20'",
        "10, 20, '0 0 0 0', '10 20 30 -10'",
        "10, 5, '0 5 10 15 20 25 30', '10 20 -15 30 -25 40 -35'",
        // Cells of I.371: T = 4.5, back to back at 1; bursts of 1, 2 and 3.
        "45, 5, '0 10 20 30 40 50', '45 -40 -40 -40 90 -85'",
        "45, 35, '0 10 20 30 40 50 60', '45 90 -55 -55 -55 -55 135'",
        "45, 70, '0 10 20 30 40 50 60 70', '45 90 135 -65 -65 -65 -65 180'",
        // A clock that steps back changes nothing that was promised.
        "10, 0, '100 99 110', '110 -110 120'",
        "10, 20, '100 0', '110 -90'",
        // Negative instants are as good as others.
        "10, 0, '-50 -45 -40 -35', '-40 --40 -30 --30'"
    })
    void policesAsVirtualScheduling(long interval, long tolerance, String calls, String verdicts) {
        Limit limit = new Limit(interval, tolerance);
        long tat = NEW;
        List<String> seen = new ArrayList<>();
        for (String call : calls.split(" ")) {
            long at = Long.parseLong(call);
            if (Gcra.conforms(tat, limit, at)) {
                tat = Gcra.charge(tat, limit, at, 1);
                seen.add(Long.toString(tat));
            } else {
                seen.add("-" + Gcra.earliest(tat, limit));
            }
        }
        assertThat(seen).containsExactly(verdicts.split(" "));
    }

    @Test
    void theWaitEndsAtTatMinusTauAndNotAtTat() {
        Limit fivePerSecond = Limit.burst(200_000, 5);
        long tat = NEW;
        for (int call = 0; call < 5; call++) {
            assertThat(Gcra.conforms(tat, fivePerSecond, 0)).isTrue();
            tat = Gcra.charge(tat, fivePerSecond, 0, 1);
        }
        assertThat(tat).isEqualTo(1_000_000);
        assertThat(Gcra.earliest(tat, fivePerSecond)).isEqualTo(200_000);
    }

    @Test
    void aCostAboveTheBurstPassesAndIsPaidAfter() {
        Limit limit = Limit.every(500_000);
        assertThat(Gcra.conforms(NEW, limit, 0)).isTrue();
        assertThat(Gcra.charge(NEW, limit, 0, 4)).isEqualTo(2_000_000);
    }

    @ParameterizedTest
    @CsvSource({"43200", "864000", "9467280000", "9000000000000"})
    void idlingEarnsTheWholeBurstAndNoMore(long idleSeconds) {
        Limit limit = Limit.burst(1_000_000, 3);
        long now = Micros.ofSeconds(idleSeconds);
        long tat = Gcra.charge(NEW, limit, 0, 1);
        int passed = 0;
        while (Gcra.conforms(tat, limit, now)) {
            tat = Gcra.charge(tat, limit, now, 1);
            passed++;
        }
        assertThat(passed).isEqualTo(3);
    }

    @Test
    void saturatesInsteadOfWrapping() {
        Limit huge = new Limit(Long.MAX_VALUE - 1, 0);
        assertThat(Gcra.charge(1_000_000_000, huge, 0, 1)).isEqualTo(Long.MAX_VALUE);
        assertThat(Gcra.charge(NEW, huge, 0, Integer.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
        assertThat(Gcra.earliest(NEW, new Limit(1, Long.MAX_VALUE))).isEqualTo(Long.MIN_VALUE);
        assertThat(Gcra.conforms(Long.MAX_VALUE, huge, Long.MAX_VALUE - 1)).isFalse();
    }

    @Test
    void aCostOfZeroOnlyForgetsCreditAndANegativeOneIsRefused() {
        assertThat(Gcra.charge(3, Limit.every(10), 7, 0)).isEqualTo(7);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Gcra.charge(0, Limit.every(10), 0, -1))
                .withMessage("cost: -1 (expected: >= 0)");
    }

    /** The bound that is promised: burst and refill at once, so {@code 1 + (tau + window) / T} in any window. */
    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    void anyWindowHoldsAtMostOnePlusTauAndWindowOverT(
            @ForAll @LongRange(min = 50, max = 1_000) long interval,
            @ForAll @LongRange(min = 0, max = 3_000) long tolerance,
            @ForAll @Size(min = 1, max = 30) List<@IntRange(min = 0, max = 2_000) Integer> pauses,
            @ForAll @LongRange(min = 1, max = 10_000) long window) {
        Limit limit = new Limit(interval, tolerance);
        List<Long> starts = new ArrayList<>();
        long tat = NEW;
        long now = 0;
        for (int pause : pauses) {
            now += pause;
            while (Gcra.conforms(tat, limit, now)) {
                tat = Gcra.charge(tat, limit, now, 1);
                starts.add(now);
            }
        }
        for (long from : starts) {
            long inside = starts.stream()
                    .filter(at -> at >= from && at < from + window)
                    .count();
            assertThat(inside).isLessThanOrEqualTo(1 + (tolerance + window) / interval);
        }
    }

    @Test
    void sixtyAMinuteWithABurstOfSixtyAllowsAHundredAndTwentyInTheFirstMinute() {
        Limit limit = Limit.burst(1_000_000, 60);
        long tat = NEW;
        int passed = 0;
        for (long now = 0; now <= 60_000_000; now += 1_000_000) {
            while (Gcra.conforms(tat, limit, now)) {
                tat = Gcra.charge(tat, limit, now, 1);
                passed++;
            }
        }
        assertThat(passed).isEqualTo(60 + 60);
    }

    @Test
    void microsecondSpacingHoldsAtPresentDayInstants() {
        long now = 1_700_000_000_000_000L;
        long[] tat = {NEW};
        List<Long> starts = Stream.generate(() -> {
                    long at = Math.max(now, Gcra.earliest(tat[0], Limit.every(1)));
                    tat[0] = Gcra.charge(tat[0], Limit.every(1), at, 1);
                    return at - now;
                })
                .limit(4)
                .toList();
        assertThat(starts).containsExactly(0L, 1L, 2L, 3L);
    }
}

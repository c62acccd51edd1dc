package org.decorum.core.rate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LimitTest {

    @ParameterizedTest
    @CsvSource({
        // rate per second, T in microseconds
        "1, 1000000",
        "3, 333334",
        "7, 142858",
        "1500, 667",
        "6000, 167",
        "8000, 125",
        "1000000, 1",
        "9000000, 1"
    })
    void theIntervalOfARateIsRoundedUpAndNeverZero(long perSecond, long intervalMicros) {
        assertThat(Limit.of(perSecond, Micros.PER_SECOND)).isEqualTo(Limit.every(intervalMicros));
    }

    @Property
    void aRateIsNeverExceededByRoundingAndLosesLessThanOneMicrosecondARequest(
            @ForAll @LongRange(min = 1, max = 1_000_000_000) long count,
            @ForAll @LongRange(min = 1, max = 1_000_000_000_000_000L) long windowMicros) {
        long interval = Limit.of(count, windowMicros).intervalMicros();
        assertThat(Math.multiplyExact(interval, count)).isGreaterThanOrEqualTo(windowMicros);
        assertThat(Math.multiplyExact(interval - 1, count)).isLessThan(windowMicros);
    }

    @Test
    void ofACountAndAWindowMeansEvenlySpread() {
        assertThat(Limit.of(120, Micros.ofSeconds(60))).isEqualTo(new Limit(500_000, 0));
    }

    @Test
    void aBurstOfNToleratesNMinusOneIntervals() {
        assertThat(Limit.burst(10, 1)).isEqualTo(new Limit(10, 0));
        assertThat(Limit.burst(10, 3)).isEqualTo(new Limit(10, 20));
        assertThat(Limit.burst(Long.MAX_VALUE / 2, Integer.MAX_VALUE).toleranceMicros())
                .isEqualTo(Long.MAX_VALUE);
    }

    @ParameterizedTest
    @CsvSource({
        // T, tau, asked spacing, T', tau'
        "5, 0, 0, 5, 0",
        "5, 0, 2, 5, 0",
        "5, 0, 20, 20, 0",
        "5, 15, 0, 5, 15",
        "5, 15, 20, 20, 0",
        "5, 15, 5, 5, 0",
        "5, 15, 1, 5, 0"
    })
    void theSlowerOfLimitAndSpacingHoldsAndASpacingLeavesNoBurst(
            long interval, long tolerance, long spacing, long resultingInterval, long resultingTolerance) {
        assertThat(new Limit(interval, tolerance).atLeastEvery(spacing))
                .isEqualTo(new Limit(resultingInterval, resultingTolerance));
    }

    @Test
    void refusesWhatIsNoLimit() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Limit.every(0))
                .withMessage("intervalMicros: 0 (expected: >= 1)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Limit(1, -1))
                .withMessage("toleranceMicros: -1 (expected: >= 0)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Limit.burst(1, 0))
                .withMessage("burst: 0 (expected: >= 1)");
        assertThatIllegalArgumentException().isThrownBy(() -> Limit.of(0, 1)).withMessage("count: 0 (expected: >= 1)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Limit.of(1, 0))
                .withMessage("windowMicros: 0 (expected: >= 1)");
    }
}

package org.decorum.core.backoff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.decorum.core.rate.Micros.ofSeconds;

import java.util.Arrays;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LadderTest {

    @ParameterizedTest
    @CsvSource({
        "0, 60",
        "1, 120",
        "2, 240",
        "3, 480",
        "4, 960",
        "5, 1920",
        "6, 3600",
        "7, 3600",
        "62, 3600",
        "1000000, 3600"
    })
    void doublesUpToTheCapAndAddsAtMostATenth(int rung, long seconds) {
        for (long seed = 0; seed < 1_000; seed++) {
            assertThat(Ladder.pauseMicros(BackoffPolicy.DEFAULT, rung, seed))
                    .isBetween(ofSeconds(seconds), ofSeconds(seconds) / 10 * 11);
        }
    }

    @Test
    void spreadsTheOriginsThatComplainAtTheSameTimeOverTheWholeTenth() {
        LongStream jitter = LongStream.range(0, 1_000)
                .map(seed -> Ladder.pauseMicros(BackoffPolicy.DEFAULT, 0, seed << 32) - ofSeconds(60));
        long[] inTenths = new long[10];
        jitter.forEach(micros -> inTenths[(int) Math.min(9, micros / 600_000)]++);
        assertThat(Arrays.stream(inTenths).boxed())
                .allSatisfy(count -> assertThat(count).isBetween(60L, 140L));
    }

    @Property
    void isTheSameForTheSameSeedAndNeverOverflows(
            @ForAll @IntRange(min = 0) int rung,
            @ForAll @LongRange(min = 1, max = 31_536_000_000_000L) long initial,
            @ForAll long seed) {
        BackoffPolicy policy = new BackoffPolicy(initial, 31_536_000_000_000L, 1, 0, 5);
        long pause = Ladder.pauseMicros(policy, rung, seed);
        assertThat(pause).isBetween(initial, 31_536_000_000_000L / 10 * 11);
        assertThat(Ladder.pauseMicros(policy, rung, seed)).isEqualTo(pause);
    }

    @Test
    void aPolicyThatMakesNoSenseIsRefusedByField() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new BackoffPolicy(0, 1, 1, 0, 5))
                .withMessageStartingWith("backoff.initialMicros: 0 (expected: 1 to ");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new BackoffPolicy(5, 4, 1, 0, 5))
                .withMessageStartingWith("backoff.capMicros: 4 (expected: 5 to ");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new BackoffPolicy(1, 1, 0, 0, 5))
                .withMessageStartingWith("backoff.retryAfterCapMicros: 0 (expected: 1 to ");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new BackoffPolicy(1, 1, 1, -1, 5))
                .withMessageStartingWith("backoff.quietMicros: -1 (expected: 0 to ");
    }
}

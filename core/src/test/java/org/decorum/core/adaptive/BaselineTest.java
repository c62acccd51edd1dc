package org.decorum.core.adaptive;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BaselineTest {

    @ParameterizedTest
    @CsvSource({"1, 0", "2, 1", "3, 2", "4, 2", "5, 3", "8, 3", "9, 4", "64, 6", "65, 7", "2147483647, 7"})
    void putsCostsIntoPowersOfTwo(int cost, int costClass) {
        assertThat(Baseline.classOf(cost)).isEqualTo(costClass);
    }

    @Test
    void learnsALaterClassFromEightAnswers() {
        Baseline baseline = new Baseline();
        baseline.begin(0, 20_000);
        assertThat(baseline.isLearned(0)).isTrue();
        for (int i = 1; i <= 8; i++) {
            assertThat(baseline.isLearned(3)).isFalse();
            baseline.learn(3, i * 10_000L);
        }
        assertThat(baseline.isLearned(3)).isTrue();
        assertThat(baseline.normalMicros(3)).isEqualTo(45_000);
    }

    @Test
    void movesAllClassesTogether() {
        Baseline baseline = new Baseline();
        baseline.begin(0, 20_000);
        baseline.learn(2, 80_000);
        baseline.scale(1.5);
        assertThat(baseline.normalMicros(0)).isEqualTo(30_000);
        assertThat(baseline.normalMicros(2)).isEqualTo(120_000);
        assertThat(baseline.normalMicros(1)).isZero();
    }
}

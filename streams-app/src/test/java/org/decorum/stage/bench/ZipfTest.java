package org.decorum.stage.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class ZipfTest {

    private static final int DRAWS = 1_000_000;

    @Test
    void theSecondComesHalfAsOftenAsTheFirstAndTheTenthATenth() {
        int[] drawn = new int[100];
        Zipf zipf = new Zipf(drawn.length, 1, 7);
        for (int i = 0; i < DRAWS; i++) {
            drawn[zipf.next()]++;
        }
        assertThat(drawn[1]).isCloseTo(drawn[0] / 2, Percentage.withPercentage(3));
        assertThat(drawn[9]).isCloseTo(drawn[0] / 10, Percentage.withPercentage(3));
        assertThat(drawn[99]).isPositive();
    }

    @Test
    void withExponentZeroAllComeAlike() {
        int[] drawn = new int[4];
        Zipf zipf = new Zipf(drawn.length, 0, 7);
        for (int i = 0; i < DRAWS; i++) {
            drawn[zipf.next()]++;
        }
        for (int count : drawn) {
            assertThat(count).isCloseTo(DRAWS / 4, Percentage.withPercentage(1));
        }
    }

    @Test
    void theSameSeedDrawsTheSame() {
        Zipf one = new Zipf(1_000, 1, 42);
        Zipf other = new Zipf(1_000, 1, 42);
        assertThat(IntStream.range(0, 100).map(i -> one.next()).toArray())
                .isEqualTo(IntStream.range(0, 100).map(i -> other.next()).toArray());
    }

    @Test
    void somethingMustBeThereToDraw() {
        assertThatThrownBy(() -> new Zipf(0, 1, 1)).hasMessageContaining("expected: 1 or more");
    }
}

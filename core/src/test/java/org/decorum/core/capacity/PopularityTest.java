package org.decorum.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PopularityTest {

    private static final double NO_CEILING = 1e12;

    @Test
    void zipfsLawOverThreeOrigins() {
        // 1 + 1/2 + 1/3 = 11/6
        Popularity popularity = new Popularity(3, 1, 11, NO_CEILING);

        assertThat(popularity.rate(1)).isCloseTo(6, within(1e-9));
        assertThat(popularity.rate(2)).isCloseTo(3, within(1e-9));
        assertThat(popularity.rate(3)).isCloseTo(2, within(1e-9));
        assertThat(popularity.sumOfSquares()).isCloseTo(36 + 9 + 4, within(1e-9));
    }

    @Test
    void whatAnOriginMayNotHaveGoesToThoseBehind() {
        // 4 at its budget; the other 5 of 9 by 1/2 to 1/3
        Popularity popularity = new Popularity(3, 1, 9, 4);

        assertThat(popularity.atCeiling()).isEqualTo(1);
        assertThat(popularity.rate(1)).isEqualTo(4);
        assertThat(popularity.rate(2)).isCloseTo(3, within(1e-9));
        assertThat(popularity.rate(3)).isCloseTo(2, within(1e-9));
        assertThat(popularity.sumOfSquares()).isCloseTo(16 + 9 + 4, within(1e-9));
    }

    @Test
    void evenOnesAreEven() {
        Popularity popularity = new Popularity(1_000_000_000, 0, 1_000_000, 1);

        assertThat(popularity.hottest()).isCloseTo(0.001, within(1e-12));
        assertThat(popularity.sumOfSquares()).isCloseTo(1_000, within(1e-6));
    }

    @ParameterizedTest
    @CsvSource({"100000,1.0,1000000", "100000,0.8,20", "100000,1.3,300", "5000,0.0,2", "100000,2.0,50"})
    void allTogetherGetWhatComesInAsASumOneByOneShows(long origins, double zipf, double ceiling) {
        Popularity popularity = new Popularity(origins, zipf, 5_000, ceiling);
        double sum = 0;
        double squares = 0;
        for (long rank = 1; rank <= origins; rank++) {
            sum += popularity.rate(rank);
            squares += popularity.rate(rank) * popularity.rate(rank);
        }

        assertThat(sum).isCloseTo(5_000, within(0.01));
        assertThat(popularity.sumOfSquares()).isCloseTo(squares, within(squares * 1e-6));
    }

    @Test
    void moreThanAllBudgetsIsRefused() {
        assertThatThrownBy(() -> new Popularity(100, 1, 21, 0.2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("urls_per_second: 21 (expected: at most 20, the budgets of all 100 origins together)");
    }
}

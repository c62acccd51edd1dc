package org.decorum.stage.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SpreadTest {

    @Test
    void theMedianOfAnEvenNumberOfRunsIsBetweenTheTwoInTheMiddle() {
        assertThat(Spread.of(List.of(9.0, 1.0, 4.0, 2.0))).isEqualTo(new Spread(3, 1, 9));
        assertThat(Spread.of(List.of(5.0, 1.0, 3.0))).isEqualTo(new Spread(3, 1, 5));
    }

    @Test
    void aFigureIsKeptWithItsLeastAndItsMost() {
        Map<String, Double> figures = new LinkedHashMap<>();
        new Spread(3, 1, 9).putInto(figures, "speed");
        assertThat(figures)
                .containsExactly(Map.entry("speed", 3.0), Map.entry("speed_min", 1.0), Map.entry("speed_max", 9.0));
    }

    @Test
    void noRunHasNoMedian() {
        assertThatThrownBy(() -> Spread.of(List.of())).hasMessageContaining("expected: 1 or more");
    }
}

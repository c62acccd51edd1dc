package org.decorum.stage.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class HonestyTest {

    private static final long INTERVAL = 100_000;

    private static List<Long> every(long micros, long count) {
        return LongStream.range(0, count)
                .map(i -> 7_000_000 + i * micros)
                .boxed()
                .toList();
    }

    @Test
    void oneStartAnIntervalIsTheBudget() {
        assertThat(Honesty.of(every(INTERVAL, 20), INTERVAL, 1)).isEqualTo(new Honesty(1, 1));
    }

    @Test
    void moreIsRudeAndLessIsWaste() {
        assertThat(Honesty.of(every(INTERVAL / 2, 40), INTERVAL, 1)).isEqualTo(new Honesty(2, 0.5));
        assertThat(Honesty.of(every(2 * INTERVAL, 40), INTERVAL, 1)).isEqualTo(new Honesty(0.5, 2));
    }

    @Test
    void startsOfSeveralWorkersCountTogether() {
        assertThat(Honesty.of(List.of(300_000L, 0L, 100_000L, 110_000L), INTERVAL, 0.25))
                .isEqualTo(new Honesty(1.2, 0.1));
    }

    @Test
    void nothingStartedIsNothing() {
        assertThat(Honesty.of(List.of(), INTERVAL, 1)).isEqualTo(new Honesty(0, 0));
    }
}

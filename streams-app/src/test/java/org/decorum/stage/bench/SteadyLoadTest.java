package org.decorum.stage.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SteadyLoadTest {

    private static final long SECOND = 1_000_000_000L;

    /** Three origins, each once in 1.5 seconds. */
    private final SteadyLoad load = new SteadyLoad(3, 2, 2);

    @Test
    void eachOriginGetsThreeAtItsFirstMomentAndThenOneAnInterval() {
        assertThat(owners(9 + 7)).containsExactly(0, 0, 0, 1, 1, 1, 2, 2, 2, 0, 1, 2, 0, 1, 2, 0);
        assertThat(load.dueBy(0)).isEqualTo(3);
        assertThat(load.dueBy(SECOND / 2 - 1)).isEqualTo(3);
        assertThat(load.dueBy(SECOND / 2)).isEqualTo(6);
        assertThat(load.dueBy(SECOND)).isEqualTo(9);
        assertThat(load.dueBy(SECOND * 3 / 2)).isEqualTo(10);
        assertThat(load.dueBy(SECOND * 10)).isEqualTo(9 + 18);
    }

    @Test
    void anOriginThatIsReleasedOnceAnIntervalAlwaysHasTwoWaiting() {
        for (int moment = 0; moment < 30; moment++) {
            long due = load.dueBy(moment * SECOND / 2);
            int turn = moment % 3;
            long ofWhoseTurnItIs =
                    owners(due).stream().filter(owner -> owner == turn).count();
            assertThat(ofWhoseTurnItIs - (moment / 3 + 1))
                    .as("moment " + moment)
                    .isEqualTo(2);
        }
    }

    @Test
    void withNoneAheadItIsARateAndNothingElse() {
        SteadyLoad plain = load.withNoneAhead();
        assertThat(plain.dueBy(10 * SECOND)).isEqualTo(21);
        assertThat(LongStream.range(0, 5).mapToObj(plain::originOf)).containsExactly(0, 1, 2, 0, 1);
    }

    @Test
    void aDayIsNoTooLongTime() {
        assertThat(new SteadyLoad(50_000, 5_000, 2).dueBy(86_400 * SECOND)).isEqualTo(86_400L * 5_000 + 1 + 100_000);
    }

    @Test
    void whatMakesNoLoadIsRefused() {
        assertThatThrownBy(() -> new SteadyLoad(0, 1, 0)).hasMessage("origins: 0 (expected: >= 1)");
        assertThatThrownBy(() -> new SteadyLoad(1, 0, 0)).hasMessage("URLs a second: 0.0 (expected: > 0)");
        assertThatThrownBy(() -> new SteadyLoad(1, 1, -1)).hasMessage("URLs ahead: -1 (expected: >= 0)");
    }

    private List<Integer> owners(long count) {
        return LongStream.range(0, count).mapToObj(load::originOf).toList();
    }
}

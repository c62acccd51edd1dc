package org.decorum.core.machine;

import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random histories against the invariants. The name of a failing run is its seed; {@code -Ddecorum.history.seed=N} runs
 * it alone, {@code -Ddecorum.history.seeds=N} runs more of them.
 */
class OriginHistoryTest {

    private static final int EVENTS = 250;

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void keepsItsPromisesAfterEveryEvent(long seed) {
        new OriginHistory(seed).live(EVENTS);
    }

    static LongStream seeds() {
        Long one = Long.getLong("decorum.history.seed");
        return one == null ? LongStream.range(0, Long.getLong("decorum.history.seeds", 300)) : LongStream.of(one);
    }
}

package org.decorum.core.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import org.junit.jupiter.api.Test;

class CacheHistoryTest {

    @Test
    void whatMissesIsNeverMoreThanTheOriginAllowsAndWhatWasOut() {
        long misses = 0;
        for (long seed = 0; seed < 60; seed++) {
            try {
                misses += new CacheHistory(seed).live(1_500);
            } catch (AssertionError | RuntimeException broken) {
                fail("seed " + seed, broken);
            }
        }
        assertThat(misses).as("misses in all").isGreaterThan(5_000);
    }
}

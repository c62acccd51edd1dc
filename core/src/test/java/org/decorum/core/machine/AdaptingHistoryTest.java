package org.decorum.core.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import org.junit.jupiter.api.Test;

class AdaptingHistoryTest {

    @Test
    void whateverFetchersTellPaceAndCapAreThePolicysAndNothingWaitsWithoutReason() {
        long releases = 0;
        for (long seed = 0; seed < 40; seed++) {
            try {
                releases += new AdaptingHistory(seed).live(3_000);
            } catch (AssertionError | RuntimeException broken) {
                fail("seed " + seed, broken);
            }
        }
        assertThat(releases).as("releases in all").isGreaterThan(20_000);
    }
}

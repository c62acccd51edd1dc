package org.decorum.core.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.decorum.core.rate.Limit;
import org.junit.jupiter.api.Test;

class PolicyTest {

    @Test
    void anOriginThatNobodyDescribedGetsOneRequestEachFiveSecondsWithoutBurst() {
        assertThat(Policy.POLITE.origin()).isEqualTo(new Limit(5_000_000, 0));
        assertThat(Policy.POLITE.site()).isEqualTo(new Limit(5_000_000, 0));
        assertThat(Policy.POLITE.maxAttempts()).isEqualTo(3);
    }

    @Test
    void theSlotFollowsTheIntervalUnlessThePolicyNamesAWidth() {
        assertThat(Policy.POLITE.slotMicrosFor(400_000)).isEqualTo(100_000);
        assertThat(PolicyDraft.every(5).slotMicros(7).policy().slotMicrosFor(400_000))
                .isEqualTo(7);
    }

    @Test
    void oneLimitForOriginAndSitesLeavesTheRestAlone() {
        Policy changed = Policy.POLITE.withLimit(Limit.every(1));
        assertThat(changed.origin()).isEqualTo(Limit.every(1));
        assertThat(changed.site()).isEqualTo(Limit.every(1));
        assertThat(changed.withLimit(Policy.POLITE.origin())).isEqualTo(Policy.POLITE);
    }

    @Test
    void refusesWhatCannotBeMeantAndNamesTheField() {
        assertRefused(PolicyDraft.every(365L * 24 * 3600 + 1), "origin.intervalMicros");
        assertRefused(PolicyDraft.limit(Limit.burst(1_000_000, Integer.MAX_VALUE)), "origin.toleranceMicros");
        assertRefused(new PolicyDraft().site(Limit.every(Long.MAX_VALUE)), "site.intervalMicros");
        assertRefused(new PolicyDraft().slotMicros(0), "slotMicros");
        assertRefused(new PolicyDraft().maxInFlight(0), "maxInFlight");
        assertRefused(new PolicyDraft().maxAttempts(0), "maxAttempts");
        assertRefused(new PolicyDraft().leaseTimeoutMicros(0), "leaseTimeoutMicros");
        assertRefused(new PolicyDraft().backlogMax(0), "backlogMax");
        assertRefused(new PolicyDraft().retentionMicros(-1), "retentionMicros");
        assertRefused(new PolicyDraft().weight(0), "weight");
        assertRefused(new PolicyDraft().weight(PolicyLimits.WEIGHT_MAX + 1), "weight");
    }

    private static void assertRefused(PolicyDraft draft, String field) {
        assertThatIllegalArgumentException()
                .isThrownBy(draft::policy)
                .withMessageMatching("\\Q" + field + "\\E: -?\\d+ \\(expected: \\d+ to \\d+\\)");
    }
}

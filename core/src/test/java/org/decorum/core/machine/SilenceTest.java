package org.decorum.core.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.decorum.core.machine.TestOrigin.only;
import static org.decorum.core.rate.Micros.ofSeconds;

import java.util.List;
import org.decorum.core.policy.PolicyDraft;
import org.junit.jupiter.api.Test;

/** No fetcher is there: few attempts are burnt, and the first word of one brings back the old pace. */
class SilenceTest {

    private static final String SITE = "example.org";

    private final TestOrigin origin = new TestOrigin(PolicyDraft.every(5).policy());

    SilenceTest() {
        for (int i = 0; i < 500; i++) {
            origin.arrive(SITE);
        }
    }

    @Test
    void anOutageOfADayExhaustsNothing() {
        List<OriginEffect> effects = origin.runTo(24 * 3600);
        assertThat(only(OriginEffect.Dropped.class, effects)).isEmpty();
        assertThat(only(OriginEffect.Returned.class, effects)).hasSizeLessThan(80);
    }

    @Test
    void afterTheFirstRoundOneLeaseIsOutForTwiceAsLongEachTimeUpToABound() {
        origin.runTo(24 * 3600);
        List<Long> minutes = origin.releases.stream().map(SilenceTest::minutes).toList();
        assertThat(minutes.subList(24, 32)).containsExactly(2L, 4L, 8L, 16L, 32L, 64L, 64L, 64L);
        assertThat(origin.state.inFlight()).isEqualTo(1);
    }

    @Test
    void anyWordOfALeaseEndsTheSilence() {
        origin.runTo(1_000);
        assertThat(origin.state.inFlight()).isEqualTo(1);
        origin.state = OriginState.fromBytes(origin.state.toBytes());
        origin.report(origin.lastRelease(), Outcome.MISSED_SLOT);
        origin.runTo(1_030);
        assertThat(origin.state.inFlight()).isGreaterThan(4);
        assertThat(minutes(origin.lastRelease())).isEqualTo(2);
    }

    private static long minutes(OriginEffect.Released released) {
        return (released.lease().deadlineMicros() - released.slot().expiresAtMicros()) / ofSeconds(60);
    }
}

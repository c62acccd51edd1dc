package org.decorum.core.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.decorum.core.rate.Micros.ofMillis;
import static org.decorum.core.rate.Micros.ofSeconds;

import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.decorum.core.policy.Policy;
import org.decorum.core.rate.Limit;
import org.junit.jupiter.api.Test;

class DriftTest {

    private static final long INTERVAL = ofSeconds(1);
    private static final Policy EACH_SECOND = Policy.POLITE.withLimit(Limit.every(INTERVAL));

    private final TestOrigin origin = new TestOrigin(new Timing(ofSeconds(2), 0), EACH_SECOND);

    @Test
    void aLateStartMovesTheBookingsAfterIt() {
        arrive(5);
        assertThat(releaseTimes()).containsExactly(0L, INTERVAL, 2 * INTERVAL);
        startedAt(0, ofMillis(100));
        origin.runTo(4);
        assertThat(releaseTimes().subList(3, 5))
                .containsExactly(3 * INTERVAL + ofMillis(100), 4 * INTERVAL + ofMillis(100));
    }

    @Test
    void aChainThatHasMovedDoesNotMoveTwice() {
        arrive(5);
        startedAt(0, ofMillis(100));
        startedAt(1, INTERVAL + ofMillis(100));
        origin.runTo(4);
        assertThat(releaseTimes().get(3)).isEqualTo(3 * INTERVAL + ofMillis(100));
    }

    @Test
    void aStartOnTimeMovesNothing() {
        arrive(5);
        startedAt(0, 0);
        startedAt(1, INTERVAL);
        origin.runTo(4);
        assertThat(releaseTimes().get(4)).isEqualTo(4 * INTERVAL);
    }

    @Test
    void aStartCountsAtMostToTheEndOfItsSlotWhateverAFetcherSays() {
        arrive(5);
        startedAt(0, ofSeconds(3_600));
        origin.runTo(4);
        assertThat(releaseTimes().get(3)).isEqualTo(3 * INTERVAL + ofMillis(250));
        startedAt(3, -ofSeconds(3_600));
        assertThat(origin.state.tatMicros()).isEqualTo(5 * INTERVAL + ofMillis(250));
    }

    @Test
    void aLateStartMovesTheBookingsAfterItByAllThatTheyCost() {
        for (int i = 0; i < 4; i++) {
            origin.arrive(TestOrigin.KEY, 2);
        }
        assertThat(releaseTimes()).containsExactly(0L, 2 * INTERVAL);
        startedAt(0, ofMillis(100));
        origin.runTo(6);
        assertThat(releaseTimes().subList(2, 4))
                .containsExactly(4 * INTERVAL + ofMillis(100), 6 * INTERVAL + ofMillis(100));
    }

    @Test
    void anOriginThatAllowsBurstsHasNoChain() {
        TestOrigin bursting = new TestOrigin(Policy.POLITE.withLimit(Limit.burst(INTERVAL, 3)));
        bursting.arrive(TestOrigin.KEY);
        long tat = bursting.state.tatMicros();
        bursting.apply(reported(bursting.releases.get(0), ofMillis(200)));
        assertThat(bursting.state.tatMicros()).isEqualTo(tat);
    }

    private void arrive(int requests) {
        for (int i = 0; i < requests; i++) {
            origin.arrive(TestOrigin.KEY);
        }
    }

    private void startedAt(int release, long micros) {
        origin.apply(reported(origin.releases.get(release), micros));
    }

    private List<Long> releaseTimes() {
        return origin.releases.stream()
                .map(released -> released.slot().releaseAtMicros())
                .toList();
    }

    private static OriginEvent.Reported reported(OriginEffect.Released released, long startedAtMicros) {
        return new OriginEvent.Reported(
                released.lease().booking(),
                Outcome.FETCHED,
                OptionalInt.of(200),
                OptionalLong.of(startedAtMicros),
                OptionalLong.empty());
    }
}

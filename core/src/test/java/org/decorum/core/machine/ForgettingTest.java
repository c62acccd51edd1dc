package org.decorum.core.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.decorum.core.machine.TestOrigin.only;
import static org.decorum.core.rate.Micros.ofSeconds;

import java.util.OptionalLong;
import org.decorum.core.backlog.Waiting;
import org.decorum.core.backoff.BackoffPolicy;
import org.decorum.core.policy.Policy;
import org.decorum.core.policy.PolicyDraft;
import org.decorum.core.rate.Limit;
import org.junit.jupiter.api.Test;

/** Rule 12: an idle origin is forgotten when all that its state could still forbid is past for the retention. */
class ForgettingTest {

    private static final String SITE = "example.org";
    private static final Policy POLICY = PolicyDraft.every(10)
            .retentionMicros(ofSeconds(100))
            .leaseTimeoutMicros(ofSeconds(10_000))
            .policy();

    private final TestOrigin origin = new TestOrigin(POLICY);

    @Test
    void aFinishedOriginIsForgottenAfterItsTatAndTheRetention() {
        origin.arrive(SITE, 5);
        origin.at(1).report(origin.lastRelease(), Outcome.FETCHED);
        assertKeptUntil(50 + 100);
    }

    @Test
    void beingLookedAtDoesNotKeepAnOriginAlive() {
        origin.arrive(SITE);
        origin.at(1).report(origin.lastRelease(), Outcome.FETCHED);
        for (int second = 2; second <= 110; second++) {
            assertThat(origin.at(second).tick()).isEmpty();
        }
        assertThat(origin.at(110.000_001).tick()).containsExactly(new OriginEffect.Forgotten(0));
    }

    @Test
    void anIdleTickLeavesTheStateEqual() {
        origin.arrive(SITE);
        origin.at(1).report(origin.lastRelease(), Outcome.FETCHED);
        byte[] before = origin.state.toBytes();
        origin.at(60).tick();
        assertThat(origin.state.toBytes()).isEqualTo(before);
    }

    @Test
    void aLeaseKeepsAnOriginWhateverItsAge() {
        origin.arrive(SITE);
        assertThat(origin.at(9_999).tick()).isEmpty();
        assertThat(origin.state.inFlight()).isEqualTo(1);
    }

    @Test
    void aRequestThatWaitsKeepsAnOrigin() {
        origin.apply(new OriginEvent.RobotsRead(SITE, ofSeconds(50_000)));
        origin.arrive(SITE);
        origin.arrive(SITE);
        origin.at(1).report(origin.lastRelease(), Outcome.FETCHED);
        assertThat(origin.at(49_999).tick()).isEmpty();
        assertThat(origin.state.waiting()).isEqualTo(1);
    }

    @Test
    void aDeferredRequestKeepsAnOrigin() {
        origin.apply(new OriginEvent.Arrived(new Waiting(SITE, 5, 1, ofSeconds(9_000), Long.MAX_VALUE)));
        assertThat(origin.at(8_999).tick()).isEmpty();
    }

    @Test
    void aHoldKeepsAnOrigin() {
        origin.policy(PolicyDraft.every(10)
                .retentionMicros(ofSeconds(100))
                .maxAttempts(1)
                .leaseTimeoutMicros(ofSeconds(10_000))
                .policy());
        holdWithoutARequest(OptionalLong.of(ofSeconds(5_000)));
        assertKeptUntil(5_000 + 100, 1);
    }

    @Test
    void aLadderKeepsAnOriginForItsQuietTime() {
        origin.policy(PolicyDraft.every(10)
                .retentionMicros(ofSeconds(100))
                .leaseTimeoutMicros(ofSeconds(10_000))
                .backoff(new BackoffPolicy(ofSeconds(60), ofSeconds(60), 1, ofSeconds(600), 5))
                .policy());
        holdWithoutARequest(OptionalLong.empty());
        long until = origin.state.holdUntilMicros();
        origin.now = until + ofSeconds(700);
        assertThat(origin.tick()).isEmpty();
        origin.now++;
        assertThat(origin.tick()).containsExactly(new OriginEffect.Forgotten(1));
    }

    @Test
    void theTatOfALaneKeepsAnOrigin() {
        origin.policy(PolicyDraft.every(1)
                .site(Limit.every(ofSeconds(1_000)))
                .retentionMicros(ofSeconds(100))
                .policy());
        origin.arrive(SITE);
        origin.at(1).report(origin.lastRelease(), Outcome.FETCHED);
        assertKeptUntil(1_100);
    }

    @Test
    void aReportOrARobotsFileStartsTheRetentionAnew() {
        origin.arrive(SITE);
        origin.at(1).report(origin.lastRelease(), Outcome.FETCHED);
        origin.at(90).apply(new OriginEvent.RobotsRead(SITE, 0));
        assertKeptUntil(190);
    }

    @Test
    void theEpochIsNamedWhenAnOriginIsForgotten() {
        origin.state.epoch = 9;
        assertThat(origin.at(500).tick()).containsExactly(new OriginEffect.Forgotten(9));
        assertThat(origin.wakeAt).isEqualTo(Transition.NEVER);
    }

    @Test
    void idleLanesOfABusyOriginAreForgottenAndTheirNumbersUsedAgain() {
        TestOrigin busy = new TestOrigin(
                PolicyDraft.every(1).retentionMicros(ofSeconds(100)).policy());
        for (String site : new String[] {"a.example", "b.example", "c.example"}) {
            busy.arrive(site);
            busy.report(busy.lastRelease(), Outcome.FETCHED);
            busy.runTo(busy.now / 1e6 + 1);
        }
        busy.at(60).arrive("c.example");
        busy.at(150).arrive("d.example");
        assertThat(busy.state.lanes())
                .extracting(lane -> lane.id() + " " + lane.siteKey())
                .containsExactly("0 d.example", "2 c.example");
        busy.arrive("e.example");
        assertThat(busy.state.lanes())
                .extracting(lane -> lane.id() + " " + lane.siteKey())
                .containsExactly("0 d.example", "1 e.example", "2 c.example");
    }

    @Test
    void aCrawlDelayIsKeptAsLongAsAFetcherMayKeepTheFileItCameFrom() {
        TestOrigin busy = new TestOrigin(
                PolicyDraft.every(1).retentionMicros(ofSeconds(100)).policy());
        busy.apply(new OriginEvent.RobotsRead("a.example", ofSeconds(30)));
        long day = 24 * 3600;
        busy.at(day).arrive("b.example");
        assertThat(busy.state.lanes().get(0).crawlDelayMicros()).isEqualTo(ofSeconds(30));
        busy.at(day + 1).arrive("c.example");
        assertThat(busy.state.lanes()).extracting(lane -> lane.siteKey()).containsExactly("c.example", "b.example");
    }

    @Test
    void theClockOfAnOriginDoesNotRunBackwards() {
        origin.at(50).arrive(SITE);
        assertThat(origin.state.clamp(ofSeconds(49))).isEqualTo(ofSeconds(50));
        assertThat(origin.state.clamp(ofSeconds(51))).isEqualTo(ofSeconds(51));
    }

    /** A hold, and then nothing waits: the only request is past its deadline. */
    private void holdWithoutARequest(OptionalLong retryAfterMicros) {
        origin.apply(new OriginEvent.Arrived(new Waiting(SITE, 5, 1, Long.MIN_VALUE, ofSeconds(2))));
        origin.at(0).answer(origin.lastRelease(), 503, retryAfterMicros);
        origin.now = origin.wakeAt;
        assertThat(only(OriginEffect.Dropped.class, origin.tick())).hasSize(1);
        origin.state.seenMicros = 0;
    }

    private void assertKeptUntil(long seconds) {
        assertKeptUntil(seconds, 0);
    }

    private void assertKeptUntil(long seconds, long epoch) {
        assertThat(origin.at(seconds).tick()).isEmpty();
        assertThat(origin.at(seconds + 0.000_001).tick()).containsExactly(new OriginEffect.Forgotten(epoch));
    }
}

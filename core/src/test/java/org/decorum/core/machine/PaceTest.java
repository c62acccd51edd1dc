package org.decorum.core.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.decorum.core.rate.Micros.ofMillis;
import static org.decorum.core.rate.Micros.ofSeconds;

import java.util.OptionalLong;
import org.decorum.core.policy.Policy;
import org.decorum.core.policy.PolicyDraft;
import org.decorum.core.rate.Limit;
import org.junit.jupiter.api.Test;

/** Rules 6 and 8: half the rate after an incident, a sixteenth more with each good answer, and never faster than T. */
class PaceTest {

    private static final String SITE = "example.org";
    private static final long T = ofSeconds(1);

    private final TestOrigin origin = origin(draft());

    @Test
    void anIncidentHalvesTheRateOnceHoweverManyComplain() {
        TestOrigin ahead = new TestOrigin(
                new Timing(ofSeconds(5), 0),
                draft().leaseTimeoutMicros(ofSeconds(100)).policy());
        arrive(ahead, 20);
        assertThat(ahead.releases).hasSizeGreaterThan(3);
        ahead.answer(ahead.releases.get(0), 429, seconds(10));
        ahead.answer(ahead.releases.get(1), 429, seconds(20));
        ahead.answer(ahead.releases.get(2), 503);
        assertThat(interval(ahead)).isEqualTo(2 * T);
        ahead.answer(ahead.releases.get(3), 200);
        assertThat(interval(ahead))
                .as("after an answer to a booking before the cut")
                .isEqualTo(2 * T);
    }

    @Test
    void whatFollowsTheHoldIsTwiceAsFarApart() {
        arrive(origin, 5);
        origin.answer(origin.lastRelease(), 429, seconds(10));
        origin.runTo(10);
        origin.answer(origin.lastRelease(), 200);
        origin.runTo(14);
        assertThat(origin.releaseSeconds())
                .as("the probe was paid for before its answer came")
                .containsExactly(0.0, 10.0, 12.0, 13.777777);
        assertThat(origin.lastRelease().intervalMicros()).isEqualTo(1_777_777);
    }

    @Test
    void eightGoodAnswersUndoOneCut() {
        arrive(origin, 20);
        complain(origin);
        for (int answers = 0; answers < 8; answers++) {
            assertThat(interval(origin)).as(answers + " good answers").isGreaterThan(T);
            answerNext(origin, 200);
        }
        assertThat(interval(origin)).isEqualTo(T);
        assertThat(origin.state.hold.intervalMicros()).isZero();
        answerNext(origin, 200);
        assertThat(interval(origin)).as("never faster than T").isEqualTo(T);
    }

    @Test
    void eachIncidentHalvesAgainDownToTheSlowest() {
        TestOrigin bounded = origin(draft().intervalMaxMicros(ofSeconds(5)));
        arrive(bounded, 1);
        for (long expected : new long[] {2, 4, 5, 5}) {
            complain(bounded);
            assertThat(interval(bounded)).isEqualTo(ofSeconds(expected));
            bounded.runTo(bounded.now / 1e6 + 10);
        }
    }

    @Test
    void aProbeThatGotNoAnswerCutsNothing() {
        arrive(origin, 2);
        complain(origin);
        origin.runTo(10);
        origin.report(origin.lastRelease(), Outcome.FAILED);
        assertThat(interval(origin)).isEqualTo(2 * T);
    }

    @Test
    void aCrawlDelayIsWhatIsDoubledAndWinsInTheEnd() {
        origin.apply(new OriginEvent.RobotsRead(SITE, ofSeconds(10)));
        arrive(origin, 20);
        complain(origin);
        assertThat(interval(origin)).isEqualTo(ofSeconds(20));
        for (int answers = 0; answers < 8; answers++) {
            answerNext(origin, 200);
        }
        assertThat(origin.state.hold.intervalMicros()).isZero();
        answerNext(origin, 200);
        assertThat(origin.lastRelease().intervalMicros()).isEqualTo(ofSeconds(10));
    }

    @Test
    void whatIsSlowedDownHasNoBursts() {
        TestOrigin bursts = origin(draft().origin(Limit.burst(T, 3)).site(Limit.burst(T, 3)));
        arrive(bursts, 9);
        assertThat(bursts.releases).hasSize(3);
        complain(bursts);
        bursts.runTo(10);
        bursts.answer(bursts.lastRelease(), 200);
        bursts.runTo(14);
        assertThat(bursts.releaseSeconds()).containsExactly(0.0, 0.0, 0.0, 10.0, 12.0, 13.777777);
    }

    @Test
    void oneSiteOfSeveralIsSlowedDownAlone() {
        arrive(origin, 1);
        origin.arrive("other.example");
        origin.runTo(1);
        complain(origin);
        assertThat(interval(origin)).isEqualTo(T);
        assertThat(laneInterval(origin, "other.example")).isEqualTo(2 * T);
        assertThat(laneInterval(origin, SITE)).isEqualTo(T);
    }

    @Test
    void aNewOriginStartsSlowlyAndNoSlowerThanTheSlowest() {
        TestOrigin slow = origin(draft().intervalStartMicros(ofSeconds(4)));
        arrive(slow, 40);
        slow.runTo(9);
        assertThat(slow.releaseSeconds()).containsExactly(0.0, 4.0, 8.0);
        slow.answer(slow.lastRelease(), 200);
        assertThat(interval(slow)).isEqualTo(ofMillis(3_200));
        for (int answers = 1; answers < 12; answers++) {
            answerNext(slow, 200);
        }
        assertThat(interval(slow)).isEqualTo(T);
        assertThat(laneInterval(slow, SITE)).isEqualTo(T);
        answerNext(slow, 200);
        assertThat(interval(slow)).as("it is new no more").isEqualTo(T);

        TestOrigin bounded = origin(draft().intervalStartMicros(ofSeconds(4)).intervalMaxMicros(ofSeconds(3)));
        arrive(bounded, 1);
        assertThat(interval(bounded)).isEqualTo(ofSeconds(3));
    }

    @Test
    void aSiteThatIsMovedTakesItsPaceAlong() {
        TestFleet fleet = new TestFleet(PolicyDraft.every(10).policy());
        String home = "h.example";
        String group = "g.example";
        fleet.arrive(home, home);
        TestOrigin before = fleet.origin(home);
        complain(before);
        fleet.alias(home, group).deliver();
        assertThat(laneInterval(fleet.origin(group), home)).isEqualTo(ofSeconds(20));
        fleet.alias(home, home).deliver();
        assertThat(laneInterval(before, home)).isEqualTo(ofSeconds(20));
    }

    @Test
    void aStateIsReadAsItWasWritten() {
        byte[] asTheLimiterSays = origin.state.toBytes();
        arrive(origin, 2);
        complain(origin);
        OriginState read = OriginState.fromBytes(origin.state.toBytes());
        assertThat(read.hold.intervalMicros()).isEqualTo(2 * T);
        assertThat(read.toBytes()).isEqualTo(origin.state.toBytes());
        assertThat(OriginState.fromBytes(asTheLimiterSays).hold.intervalMicros())
                .isZero();
    }

    private static PolicyDraft draft() {
        return PolicyDraft.every(1);
    }

    private static TestOrigin origin(PolicyDraft draft) {
        return new TestOrigin(draft.policy());
    }

    private static void arrive(TestOrigin origin, int count) {
        for (int i = 0; i < count; i++) {
            origin.arrive(SITE);
        }
    }

    private static void complain(TestOrigin origin) {
        origin.answer(origin.lastRelease(), 429, seconds(10));
    }

    private static void answerNext(TestOrigin origin, int status) {
        int before = origin.releases.size();
        while (origin.releases.size() == before) {
            origin.runTo(origin.wakeAt / 1e6);
        }
        origin.answer(origin.releases.get(before), status);
    }

    private static long interval(TestOrigin origin) {
        Policy policy = origin.policies.of(TestOrigin.KEY);
        return origin.state.limit(policy).intervalMicros();
    }

    private static long laneInterval(TestOrigin origin, String site) {
        return origin.state
                .laneOf(site)
                .orElseThrow()
                .limit(origin.policies.of(site))
                .intervalMicros();
    }

    private static OptionalLong seconds(long seconds) {
        return OptionalLong.of(ofSeconds(seconds));
    }
}

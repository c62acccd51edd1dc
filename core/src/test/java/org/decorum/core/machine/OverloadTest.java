package org.decorum.core.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.decorum.core.machine.TestOrigin.only;
import static org.decorum.core.rate.Micros.ofSeconds;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.decorum.core.backoff.BackoffPolicy;
import org.decorum.core.backoff.HoldCause;
import org.decorum.core.policy.Policy;
import org.decorum.core.policy.PolicyDraft;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rule 6: what a 429 or 503 holds, for how long, and how the origin gets going again; see {@link PaceTest} for how fast. */
class OverloadTest {

    private static final String SITE = "example.org";
    private static final Policy POLICY = PolicyDraft.every(1)
            .intervalMaxMicros(ofSeconds(1))
            .leaseTimeoutMicros(ofSeconds(20))
            .policy();

    private final TestOrigin origin = new TestOrigin(POLICY);

    @ParameterizedTest
    @ValueSource(ints = {429, 503})
    void holdsTheOriginAndGivesTheRequestBackAtTheHeadWithoutAnAttempt(int status) {
        arrive(3);
        OriginEffect.Released first = origin.lastRelease();
        List<OriginEffect> effects = origin.answer(first, status, seconds(120));
        assertThat(effects)
                .containsExactly(
                        new OriginEffect.Returned(first.lease(), ReturnCause.OVERLOADED),
                        new OriginEffect.Held(Optional.empty(), ofSeconds(120), 1, HoldCause.RETRY_AFTER));
        assertThat(origin.wakeAt).isEqualTo(ofSeconds(120));

        origin.runTo(120);
        assertThat(origin.releaseSeconds()).containsExactly(0.0, 120.0);
        assertThat(origin.lastRelease().lease().ticket())
                .isEqualTo(first.lease().ticket());
        assertThat(origin.lastRelease().lease().attempt()).isEqualTo(1);
        assertThat(origin.lastRelease().epoch()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 301, 404, 500, 502, 504})
    void everyOtherStatusIsAnAnswer(int status) {
        arrive(1);
        assertThat(origin.answer(origin.lastRelease(), status, seconds(120)))
                .containsExactly(new OriginEffect.Concluded(origin.lastRelease().lease(), Outcome.FETCHED));
        assertThat(origin.state.epoch()).isZero();
    }

    /** The lane of a site that came on probation waits for its probe, and that went to a robots.txt that is not there. */
    @Test
    void aProbeThatRobotsTxtSpentIsSentAgain() {
        TestOrigin origin = new TestOrigin(PolicyDraft.every(1).policy());
        origin.arrive(TestOrigin.KEY);
        origin.answer(origin.lastRelease(), 200);
        origin.state.lanes.get(0).hold().inherit(ofSeconds(5), 0, true, origin.state.bookings, origin.now);
        origin.arrive(TestOrigin.KEY);
        origin.arrive(TestOrigin.KEY);
        origin.runTo(10);
        int released = origin.releases.size();
        origin.apply(new OriginEvent.Reported(
                origin.lastRelease().lease().booking(),
                Outcome.ROBOTS,
                OptionalInt.of(500),
                OptionalLong.empty(),
                OptionalLong.of(ofSeconds(600))));
        assertThat(origin.state.holdCause()).contains(HoldCause.ROBOTS);
        origin.runTo(2_000);
        assertThat(origin.releases).hasSizeGreaterThan(released);
    }

    @Test
    void aStatusBesideAnotherOutcomeHoldsNothing() {
        arrive(1);
        origin.apply(new OriginEvent.Reported(
                origin.lastRelease().lease().booking(),
                Outcome.MISSED_SLOT,
                OptionalInt.of(503),
                OptionalLong.empty(),
                seconds(60)));
        assertThat(origin.state.epoch()).isZero();
    }

    @Test
    void oneProbeGoesAfterAHoldAndTheRestFollowsItsSuccess() {
        arrive(5);
        origin.answer(origin.lastRelease(), 503, seconds(30));
        origin.runTo(45);
        assertThat(origin.releaseSeconds()).as("one probe, and it is out").containsExactly(0.0, 30.0);
        assertThat(origin.state.hold.awaitsProbe()).isTrue();

        origin.answer(origin.lastRelease(), 200);
        assertThat(origin.state.hold.isOnProbation()).isFalse();
        origin.runTo(47);
        assertThat(origin.releaseSeconds()).containsExactly(0.0, 30.0, 45.0, 46.0, 47.0);
    }

    @Test
    void aProbeThatMissedItsSlotIsFollowedByAnother() {
        arrive(3);
        origin.answer(origin.lastRelease(), 503, seconds(30));
        origin.runTo(30);
        origin.report(origin.lastRelease(), Outcome.MISSED_SLOT);
        origin.runTo(40);
        assertThat(origin.releaseSeconds()).containsExactly(0.0, 30.0, 31.0);
        assertThat(origin.state.epoch()).isEqualTo(1);
    }

    @Test
    void aProbeThatFailedClimbsTheLadder() {
        arrive(3);
        origin.answer(origin.lastRelease(), 503, seconds(30));
        origin.runTo(30);
        List<OriginEffect> effects = origin.at(31).report(origin.lastRelease(), Outcome.FAILED);
        assertThat(only(OriginEffect.Held.class, effects))
                .containsExactly(new OriginEffect.Held(
                        Optional.empty(), origin.state.holdUntilMicros(), 2, HoldCause.PROBE_FAILED));
        assertPaused(origin, 60);
        assertThat(only(OriginEffect.Returned.class, effects).get(0).cause()).isEqualTo(ReturnCause.FAILED);
    }

    @Test
    void aProbeThatNobodyAnsweredClimbsTheLadder() {
        arrive(3);
        origin.answer(origin.lastRelease(), 503, seconds(30));
        List<OriginEffect> effects = origin.runTo(60);
        assertThat(origin.releases).hasSize(2);
        assertThat(only(OriginEffect.Held.class, effects))
                .singleElement()
                .extracting(OriginEffect.Held::cause)
                .isEqualTo(HoldCause.PROBE_FAILED);
        assertThat(origin.state.holdUntilMicros()).isGreaterThan(ofSeconds(50 + 60));
    }

    @Test
    void whatWasReleasedBeforeTheHoldIsTheSameIncident() {
        TestOrigin ahead = new TestOrigin(new Timing(ofSeconds(5), 0), POLICY);
        for (int i = 0; i < 10; i++) {
            ahead.arrive(SITE);
        }
        assertThat(ahead.releases).hasSize(6);
        List<OriginEffect.Released> before = List.copyOf(ahead.releases);
        ahead.answer(before.get(0), 503);
        long until = ahead.state.holdUntilMicros();
        for (OriginEffect.Released late : before.subList(1, 6)) {
            ahead.at(1);
            assertThat(ahead.answer(late, 503))
                    .containsExactly(new OriginEffect.Returned(late.lease(), ReturnCause.OVERLOADED));
        }
        assertThat(ahead.state.holdUntilMicros()).isEqualTo(until);
        assertThat(ahead.state.epoch()).isEqualTo(1);
        assertThat(ahead.state.hold.rung()).isEqualTo(1);

        ahead.now = until;
        ahead.tick();
        assertThat(ahead.lastRelease().lease().ticket())
                .isEqualTo(before.get(0).lease().ticket());
        assertThat(ahead.releases).hasSize(7);
    }

    @Test
    void anEarlierReleaseThatSucceedsLateIsNoProbe() {
        TestOrigin ahead = new TestOrigin(new Timing(ofSeconds(5), 0), POLICY);
        for (int i = 0; i < 10; i++) {
            ahead.arrive(SITE);
        }
        ahead.answer(ahead.releases.get(0), 503, seconds(10));
        ahead.at(2).answer(ahead.releases.get(1), 200);
        assertThat(ahead.state.hold.isOnProbation()).isTrue();
        ahead.runTo(11);
        assertThat(ahead.releases).hasSize(7);
    }

    @Test
    void aSmallerRetryAfterNeverShortensAHoldAndALongerOneExtendsIt() {
        TestOrigin ahead = new TestOrigin(new Timing(ofSeconds(5), 0), POLICY);
        for (int i = 0; i < 4; i++) {
            ahead.arrive(SITE);
        }
        ahead.answer(ahead.releases.get(0), 429, seconds(100));
        assertThat(only(OriginEffect.Held.class, ahead.answer(ahead.releases.get(1), 429, seconds(5))))
                .isEmpty();
        assertThat(ahead.state.holdUntilMicros()).isEqualTo(ofSeconds(100));
        assertThat(only(OriginEffect.Held.class, ahead.answer(ahead.releases.get(2), 429, seconds(200))))
                .containsExactly(new OriginEffect.Held(Optional.empty(), ofSeconds(200), 2, HoldCause.RETRY_AFTER));
    }

    @Test
    void aRetryAfterBeyondTheCapIsTheCap() {
        arrive(1);
        origin.answer(origin.lastRelease(), 429, OptionalLong.of(Long.MAX_VALUE));
        assertThat(origin.state.holdUntilMicros()).isEqualTo(ofSeconds(24 * 3600));
    }

    @Test
    void aRetryAfterOfZeroIsTheLadderAndNotNothing() {
        arrive(1);
        List<OriginEffect> effects = origin.answer(origin.lastRelease(), 429, seconds(0));
        assertThat(only(OriginEffect.Held.class, effects))
                .singleElement()
                .extracting(OriginEffect.Held::cause)
                .isEqualTo(HoldCause.LADDER);
        assertPaused(origin, 60);
    }

    @Test
    void complaintsWithoutADelayDoubleThePauseUpToTheCap() {
        arrive(1);
        for (long pause : new long[] {60, 120, 240, 480, 960, 1_920, 3_600, 3_600}) {
            origin.answer(origin.lastRelease(), 429);
            assertPaused(origin, pause);
            origin.now = origin.wakeAt;
            origin.tick();
        }
        assertThat(origin.state.epoch()).isEqualTo(8);
    }

    @Test
    void theLadderIsForgivenAfterAQuietTimeAndNotBefore() {
        TestOrigin patient = new TestOrigin(
                PolicyDraft.every(1).leaseTimeoutMicros(ofSeconds(10_000)).policy());
        patient.arrive(SITE);
        patient.arrive(SITE);
        patient.answer(patient.lastRelease(), 429);
        patient.now = patient.wakeAt;
        patient.tick();
        patient.answer(patient.lastRelease(), 200);
        patient.runTo(600);
        patient.answer(patient.lastRelease(), 429);
        assertPaused(patient, 120);

        patient.now = patient.wakeAt;
        patient.tick();
        patient.answer(patient.lastRelease(), 200);
        patient.now += ofSeconds(601);
        patient.arrive(SITE);
        patient.answer(patient.lastRelease(), 429);
        assertPaused(patient, 60);
    }

    @Test
    void aHundredOriginsThatComplainAtOnceDoNotComeBackAtOnce() {
        long different = IntStream.range(0, 100)
                .mapToLong(number -> {
                    TestOrigin one = new TestOrigin("site" + number + ".example", POLICY);
                    one.arrive(SITE);
                    one.answer(one.lastRelease(), 429);
                    return one.state.holdUntilMicros();
                })
                .distinct()
                .count();
        assertThat(different).isGreaterThan(95);
    }

    @Test
    void aRequestThatIsAlwaysTooMuchIsGivenUpInTheEnd() {
        Policy quick = PolicyDraft.every(1)
                .maxAttempts(2)
                .intervalMaxMicros(ofSeconds(1))
                .leaseTimeoutMicros(ofSeconds(20))
                .policy();
        TestOrigin busy = new TestOrigin(quick);
        busy.arrive(SITE);
        for (int answers = 1; answers < 20; answers++) {
            busy.answer(busy.lastRelease(), 429, seconds(1));
            busy.runTo(answers);
            assertThat(busy.releases).hasSize(answers + 1);
            assertThat(busy.lastRelease().lease().attempt()).isEqualTo(1);
        }
        List<OriginEffect> effects = busy.answer(busy.lastRelease(), 429, seconds(1));
        assertThat(only(OriginEffect.Dropped.class, effects)).singleElement().satisfies(dropped -> {
            assertThat(dropped.cause()).isEqualTo(RejectCause.ATTEMPTS_EXHAUSTED);
            assertThat(dropped.detail()).isEqualTo("answers of too much: [20/20]");
        });
        assertThat(busy.state.waiting()).isZero();
        assertThat(busy.state.holdUntilMicros()).isEqualTo(ofSeconds(20));
    }

    @Test
    void aLateComplaintAboutAnExpiredLeaseChangesNothing() {
        arrive(1);
        OriginEffect.Released first = origin.lastRelease();
        origin.runTo(30);
        byte[] before = origin.state.toBytes();
        assertThat(origin.answer(first, 503, seconds(60)))
                .containsExactly(new OriginEffect.Stale(first.lease().booking()));
        assertThat(origin.state.toBytes()).isEqualTo(before);
    }

    @Test
    void aPolicyMayNameItsOwnPauses() {
        BackoffPolicy brief = new BackoffPolicy(ofSeconds(1), ofSeconds(2), ofSeconds(5), ofSeconds(60), 5);
        TestOrigin own = new TestOrigin(PolicyDraft.every(1).backoff(brief).policy());
        own.arrive(SITE);
        own.answer(own.lastRelease(), 429);
        assertPaused(own, 1);
        own.now = own.wakeAt;
        own.tick();
        own.answer(own.lastRelease(), 429, seconds(3_600));
        assertThat(own.state.holdUntilMicros() - own.now).isEqualTo(ofSeconds(5));
    }

    private void arrive(int count) {
        for (int i = 0; i < count; i++) {
            origin.arrive(SITE);
        }
    }

    /** From now on, and for at most a tenth longer. */
    private static void assertPaused(TestOrigin origin, long seconds) {
        assertThat(origin.state.holdUntilMicros() - origin.now)
                .isBetween(ofSeconds(seconds), ofSeconds(seconds) / 10 * 11);
    }

    private static OptionalLong seconds(long seconds) {
        return OptionalLong.of(ofSeconds(seconds));
    }
}

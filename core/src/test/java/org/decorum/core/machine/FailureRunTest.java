package org.decorum.core.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.decorum.core.machine.TestOrigin.only;
import static org.decorum.core.rate.Micros.ofSeconds;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.decorum.core.backoff.BackoffPolicy;
import org.decorum.core.backoff.HoldCause;
import org.decorum.core.policy.Policy;
import org.decorum.core.policy.PolicyDraft;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rule 6: so many failures in a row hold like a complaint that names no delay. The policy here says four. */
class FailureRunTest {

    private static final String SITE = "example.org";
    private static final int RUN = 4;
    private static final long T = ofSeconds(1);
    private static final OptionalLong NO_DELAY = OptionalLong.empty();

    private final TestOrigin origin = new TestOrigin(draft().policy());

    @ParameterizedTest
    @ValueSource(ints = {500, 501, 502, 504, 505, 520, 599})
    void serverErrorsInARowHoldTheOriginAndEndTheirRequests(int status) {
        arrive(origin, SITE, 20);
        for (int failures = 1; failures < RUN; failures++) {
            assertThat(answerNext(status)).noneMatch(OriginEffect.Held.class::isInstance);
        }
        List<OriginEffect> effects = answerNext(status);
        assertThat(effects)
                .containsExactly(
                        new OriginEffect.Concluded(last().lease(), Outcome.FETCHED),
                        new OriginEffect.Held(Optional.empty(), until(), 1, HoldCause.FAILURES));
        assertPaused(60);
        assertThat(origin.state.holdCause()).contains(HoldCause.FAILURES);
        assertThat(origin.state.epoch()).isEqualTo(1);
        assertThat(interval()).as("half the rate").isEqualTo(2 * T);
    }

    @Test
    void whatAFetcherCouldNotDoIsNoFailureOfTheOrigin() {
        arrive(origin, SITE, 20);
        for (int failures = 1; failures <= 2 * RUN; failures++) {
            origin.runTo(origin.now / 1e6 + 1);
            assertThat(held(origin.report(last(), Outcome.UNABLE))).isEmpty();
        }
    }

    @Test
    void requestsWithoutAnAnswerInARowHoldTheOriginAndBurnTheirAttempts() {
        arrive(origin, SITE, 20);
        for (int failures = 1; failures < RUN; failures++) {
            assertThat(held(failNext())).isEmpty();
        }
        List<OriginEffect> effects = failNext();
        assertThat(held(effects)).extracting(OriginEffect.Held::cause).containsExactly(HoldCause.FAILURES);
        assertThat(only(OriginEffect.Returned.class, effects))
                .extracting(OriginEffect.Returned::cause)
                .containsExactly(ReturnCause.FAILED);
        assertPaused(60);
    }

    @Test
    void errorsAndMissingAnswersAreOneRun() {
        arrive(origin, SITE, 20);
        answerNext(500);
        failNext();
        answerNext(504);
        assertThat(held(failNext())).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 204, 301, 304, 401, 403, 404, 410, 451})
    void anyAnswerThatIsNoErrorOfTheServerEndsTheRun(int status) {
        arrive(origin, SITE, 20);
        for (int rounds = 0; rounds < 3; rounds++) {
            for (int failures = 1; failures < RUN; failures++) {
                assertThat(held(answerNext(500))).isEmpty();
            }
            answerNext(status);
        }
        assertThat(origin.state.epoch()).isZero();
    }

    @Test
    void whatWasNotSentNeitherCountsNorEndsTheRun() {
        arrive(origin, SITE, 20);
        answerNext(500);
        answerNext(500);
        report(Outcome.MISSED_SLOT);
        report(Outcome.ROBOTS);
        report(Outcome.DISALLOWED);
        assertThat(held(answerNext(500))).isEmpty();
        assertThat(held(answerNext(500))).hasSize(1);
    }

    @Test
    void theSilenceOfTheFleetIsNoFailureOfTheOrigin() {
        TestOrigin lonely =
                new TestOrigin(draft().maxAttempts(50).leaseTimeoutMicros(T).policy());
        arrive(lonely, SITE, 20);
        List<OriginEffect> effects = lonely.runTo(10_000);
        assertThat(only(OriginEffect.Returned.class, effects))
                .hasSizeGreaterThan(5 * RUN)
                .allMatch(returned -> returned.cause() == ReturnCause.LEASE_EXPIRED);
        assertThat(lonely.state.epoch()).isZero();
    }

    @Test
    void aLeaseThatLapsesInsideARunDoesNotEndIt() {
        TestOrigin patient = new TestOrigin(
                draft().maxAttempts(50).leaseTimeoutMicros(10 * T).policy());
        arrive(patient, SITE, 20);
        for (int failures = 1; failures < RUN; failures++) {
            patient.answer(patient.lastRelease(), 500);
            patient.runTo(failures);
        }
        List<OriginEffect> lapses = patient.runTo(30);
        assertThat(lapses).anyMatch(OriginEffect.Returned.class::isInstance);
        assertThat(held(patient.answer(patient.lastRelease(), 500))).hasSize(1);
    }

    @Test
    void whatWasBookedBeforeTheHoldIsOfThatIncidentAndCountsForNoOther() {
        TestOrigin ahead = new TestOrigin(new Timing(ofSeconds(20), 0), draft().policy());
        arrive(ahead, SITE, 30);
        List<OriginEffect.Released> before = List.copyOf(ahead.releases);
        assertThat(before).hasSizeGreaterThan(3 * RUN);
        for (int failures = 0; failures < RUN; failures++) {
            ahead.answer(before.get(failures), 500);
        }
        long until = ahead.state.holdUntilMicros();
        for (OriginEffect.Released late : before.subList(RUN, before.size())) {
            assertThat(ahead.answer(late, 500))
                    .containsExactly(new OriginEffect.Concluded(late.lease(), Outcome.FETCHED));
        }
        assertThat(ahead.state.holdUntilMicros()).isEqualTo(until);
        assertThat(ahead.state.epoch()).isEqualTo(1);
        assertThat(ahead.state.hold.rung()).isEqualTo(1);
        assertThat(ahead.state.limit(draft().policy()).intervalMicros())
                .as("halved once")
                .isEqualTo(2 * T);

        ahead.runTo(until / 1e6);
        ahead.answer(ahead.lastRelease(), 200);
        for (int failures = 1; failures < RUN; failures++) {
            assertThat(held(answerNext(ahead, 500))).isEmpty();
        }
        assertThat(held(answerNext(ahead, 500))).hasSize(1);
        assertThat(ahead.state.hold.rung()).isEqualTo(2);
    }

    @Test
    void aComplaintInTheMiddleHoldsAtOnceAndTheRunBeginsAnewAfterIt() {
        arrive(origin, SITE, 20);
        answerNext(500);
        answerNext(500);
        answerNext(500);
        assertThat(held(answerNext(429))).extracting(OriginEffect.Held::cause).containsExactly(HoldCause.LADDER);
        answerNext(200);
        assertThat(held(answerNext(500))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"500", "no answer"})
    void theProbeAfterAHoldMustNotFailInEitherWay(String how) {
        arrive(origin, SITE, 20);
        for (int failures = 0; failures < RUN; failures++) {
            answerNext(500);
        }
        long pause = origin.state.holdUntilMicros() - origin.now;
        origin.runTo(origin.state.holdUntilMicros() / 1e6 + 10);
        assertThat(origin.state.hold.awaitsProbe()).as("one goes first").isTrue();
        int before = origin.releases.size();

        List<OriginEffect> effects =
                how.equals("500") ? origin.answer(last(), 500) : origin.report(last(), Outcome.FAILED);
        assertThat(held(effects))
                .containsExactly(new OriginEffect.Held(Optional.empty(), until(), 2, HoldCause.PROBE_FAILED));
        assertThat(origin.state.holdUntilMicros() - origin.now).isGreaterThan(pause);
        assertPaused(120);
        origin.runTo(origin.state.holdUntilMicros() / 1e6 - 1);
        assertThat(origin.releases).hasSize(before);

        origin.runTo(origin.state.holdUntilMicros() / 1e6);
        origin.answer(last(), 200);
        origin.runTo(origin.now / 1e6 + 10);
        assertThat(origin.releases).as("the rest follows").hasSizeGreaterThan(before + 3);
    }

    @Test
    void theProbeAfterARetryAfterMustNotFailEither() {
        arrive(origin, SITE, 5);
        origin.answer(last(), 503, OptionalLong.of(ofSeconds(30)));
        origin.runTo(30);
        assertThat(held(origin.answer(last(), 502)))
                .extracting(OriginEffect.Held::cause)
                .containsExactly(HoldCause.PROBE_FAILED);
        assertThat(interval()).as("of one incident and its probe").isEqualTo(2 * T);
    }

    @Test
    void anErrorIsNoReasonToGoFaster() {
        arrive(origin, SITE, 20);
        origin.answer(last(), 503, OptionalLong.of(ofSeconds(30)));
        answerNext(200);
        long slowed = interval();
        answerNext(500);
        assertThat(interval()).isEqualTo(slowed);
        answerNext(200);
        assertThat(interval()).isLessThan(slowed);
    }

    @Test
    void oneSiteOfSeveralThatFailsIsHeldAlone() {
        arrive(origin, "a.example", 10);
        arrive(origin, "b.example", 10);
        List<OriginEffect> effects = List.of();
        for (int failures = 0; failures < RUN; failures++) {
            effects = answerNextOf("a.example", 500);
            assertThat(held(answerNextOf("b.example", 200))).isEmpty();
        }
        assertThat(held(effects))
                .extracting(OriginEffect.Held::siteKey, OriginEffect.Held::cause)
                .containsExactly(tuple(Optional.of("a.example"), HoldCause.FAILURES));
        assertThat(origin.state.holdUntilMicros()).isEqualTo(Long.MIN_VALUE);
        assertThat(origin.state.laneOf("a.example").orElseThrow().hold().cause())
                .contains(HoldCause.FAILURES);
    }

    @Test
    void theGoodAnswersOfASiteSayNothingOfItsNeighbour() {
        arrive(origin, "a.example", 10);
        arrive(origin, "b.example", 10);
        for (int failures = 1; failures < RUN; failures++) {
            answerNextOf("a.example", 500);
            answerNextOf("b.example", 500);
        }
        assertThat(held(answerNextOf("b.example", 200))).isEmpty();
        assertThat(held(answerNextOf("a.example", 500))).hasSize(1);
    }

    @Test
    void aThirdSiteWhoseRunEndsWithinAMinuteHoldsTheWholeOriginAndEndsTheRunsOfTheRest() {
        TestOrigin platform = new TestOrigin(
                draft().leaseTimeoutMicros(1_000 * T).maxInFlight(1_000).policy());
        List<String> sites = List.of("a.example", "b.example", "c.example", "d.example");
        for (String site : sites) {
            arrive(platform, site, 20);
        }
        platform.runTo(24);
        for (int failures = 1; failures < RUN; failures++) {
            platform.answer(oldestOf(platform, "d.example"), 500);
        }
        for (String site : sites.subList(0, 2)) {
            for (int failures = 0; failures < RUN; failures++) {
                platform.answer(oldestOf(platform, site), 500);
            }
        }
        assertThat(platform.state.holdUntilMicros()).isEqualTo(Long.MIN_VALUE);
        List<OriginEffect> effects = List.of();
        for (int failures = 0; failures < RUN; failures++) {
            effects = platform.answer(oldestOf(platform, "c.example"), 500);
        }
        assertThat(held(effects))
                .extracting(OriginEffect.Held::siteKey, OriginEffect.Held::epoch)
                .containsExactly(tuple(Optional.of("c.example"), 3L), tuple(Optional.empty(), 3L));
        assertThat(held(platform.answer(oldestOf(platform, "d.example"), 500)))
                .as("its fourth, booked before the hold")
                .isEmpty();
    }

    @Test
    void aRunIsOneByteMoreAndOnlyWhileThereIsOne() {
        TestOrigin well = new TestOrigin(draft().policy());
        arrive(well, SITE, 20);
        arrive(origin, SITE, 20);
        for (int failures = 1; failures < RUN; failures++) {
            answerNext(500);
            answerNext(well, 200);
            assertThat(origin.state.toBytes()).hasSize(well.state.toBytes().length + 1);
        }
        origin.state = OriginState.fromBytes(origin.state.toBytes());
        OriginState inARun = origin.state;
        answerNext(200);
        answerNext(well, 200);
        assertThat(origin.state.toBytes()).isEqualTo(well.state.toBytes());

        origin.state = inARun;
        assertThat(held(origin.answer(next(origin), 500))).hasSize(1);
    }

    @Test
    void aStateIsReadAsItWasWrittenWithTheCauseOfItsHold() {
        arrive(origin, SITE, 20);
        for (int failures = 0; failures < RUN; failures++) {
            answerNext(500);
        }
        OriginState read = OriginState.fromBytes(origin.state.toBytes());
        assertThat(read.holdCause()).contains(HoldCause.FAILURES);
        assertThat(read.toBytes()).isEqualTo(origin.state.toBytes());
    }

    @Test
    void aPolicyThatBecomesStricterCountsWhatWasThereBefore() {
        arrive(origin, SITE, 20);
        answerNext(500);
        answerNext(500);
        origin.policy(draft().backoff(backoff(2)).policy());
        assertThat(held(answerNext(500))).hasSize(1);
    }

    @Test
    void aRunOfOneHoldsAtTheFirstError() {
        origin.policy(draft().backoff(backoff(1)).policy());
        arrive(origin, SITE, 1);
        assertThat(held(answerNext(500))).hasSize(1);
    }

    @Test
    void aStatusBesideAMissedSlotIsNoFailure() {
        origin.policy(draft().backoff(backoff(1)).policy());
        arrive(origin, SITE, 1);
        assertThat(held(origin.apply(new OriginEvent.Reported(
                        last().lease().booking(), Outcome.MISSED_SLOT, OptionalInt.of(500), NO_DELAY, NO_DELAY))))
                .isEmpty();
    }

    @Test
    void aSiteThatIsMovedTakesTheHoldAlongButItsCauseIsThatItWasInherited() {
        TestFleet fleet = new TestFleet(draft().policy());
        String home = "h.example";
        for (int i = 0; i < 10; i++) {
            fleet.arrive(home, home);
        }
        TestOrigin before = fleet.origin(home);
        for (int failures = 0; failures < RUN; failures++) {
            answerNext(before, 500);
        }
        fleet.alias(home, "g.example").deliver();
        assertThat(fleet.origin("g.example").state.laneOf(home).orElseThrow().hold())
                .satisfies(hold -> assertThat(hold.cause()).contains(HoldCause.INHERITED))
                .satisfies(hold -> assertThat(hold.untilMicros()).isEqualTo(before.state.holdUntilMicros()));
    }

    private static PolicyDraft draft() {
        return PolicyDraft.every(1)
                .intervalMaxMicros(ofSeconds(100))
                .maxAttempts(100)
                .leaseTimeoutMicros(ofSeconds(1_000))
                .backoff(backoff(RUN));
    }

    private static BackoffPolicy backoff(int run) {
        return new BackoffPolicy(ofSeconds(60), ofSeconds(3_600), ofSeconds(86_400), ofSeconds(600), run);
    }

    private static void arrive(TestOrigin origin, String site, int count) {
        for (int i = 0; i < count; i++) {
            origin.arrive(site);
        }
    }

    private OriginEffect.Released last() {
        return origin.lastRelease();
    }

    private List<OriginEffect> answerNext(int status) {
        return answerNext(origin, status);
    }

    private List<OriginEffect> failNext() {
        return report(Outcome.FAILED);
    }

    private List<OriginEffect> report(Outcome outcome) {
        List<OriginEffect> effects = origin.report(next(origin), outcome);
        return effects;
    }

    /** Answers the oldest release that is out, after waiting for one if none is. */
    private static List<OriginEffect> answerNext(TestOrigin origin, int status) {
        return origin.answer(next(origin), status);
    }

    private static OriginEffect.Released next(TestOrigin origin) {
        while (origin.state.inFlight() == 0) {
            origin.runTo(origin.wakeAt / 1e6);
        }
        BookingId oldest = origin.state.leases().get(0).booking();
        return origin.releases.stream()
                .filter(released -> released.lease().booking().equals(oldest))
                .findFirst()
                .orElseThrow();
    }

    private List<OriginEffect> answerNextOf(String site, int status) {
        while (origin.state.leases().stream()
                .noneMatch(lease -> origin.state.lane(lease.ticket()).siteKey().equals(site))) {
            origin.runTo(origin.wakeAt / 1e6);
        }
        return origin.answer(oldestOf(origin, site), status);
    }

    private static OriginEffect.Released oldestOf(TestOrigin origin, String site) {
        return origin.releases.stream()
                .filter(released -> origin.state.leases().contains(released.lease()))
                .filter(released -> origin.siteOf(released).equals(site))
                .findFirst()
                .orElseThrow();
    }

    private long interval() {
        Policy policy = origin.policies.of(TestOrigin.KEY);
        return origin.state.limit(policy).intervalMicros();
    }

    private long until() {
        return origin.state.holdUntilMicros();
    }

    private static List<OriginEffect.Held> held(List<OriginEffect> effects) {
        return only(OriginEffect.Held.class, effects);
    }

    private void assertPaused(long seconds) {
        assertThat(origin.state.holdUntilMicros() - origin.now)
                .isBetween(ofSeconds(seconds), ofSeconds(seconds) / 10 * 11);
    }
}

package org.decorum.core.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.decorum.core.machine.TestOrigin.micros;
import static org.decorum.core.machine.TestOrigin.only;
import static org.decorum.core.rate.Micros.ofSeconds;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.decorum.core.policy.PolicyDraft;
import org.decorum.core.rate.Limit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Rules 3 and 5: what a report does to a lease, and what silence does. */
class LeaseTest {

    private static final String SITE = "example.org";

    private final TestOrigin origin = new TestOrigin(
            PolicyDraft.every(10).leaseTimeoutMicros(ofSeconds(30)).policy());

    @Test
    void aRequestThatWasFetchedIsDone() {
        origin.arrive(SITE);
        List<OriginEffect> effects = origin.at(1).report(origin.lastRelease(), Outcome.FETCHED);
        assertThat(effects)
                .containsExactly(new OriginEffect.Concluded(origin.lastRelease().lease(), Outcome.FETCHED));
        assertThat(origin.state.inFlight()).isZero();
        assertThat(origin.wakeAt).isEqualTo(Transition.NEVER);
    }

    /** What was reported before is still on its way. A policy may say that nobody waits so long for a report. */
    @ParameterizedTest
    @CsvSource({"5, 45", "30, 70", "100, 70"})
    void aTaskThatBeginsWaitsForReports(double readSeconds, double deadlineSeconds) {
        origin.arrive(SITE);
        OriginMachine machine = new OriginMachine(Timing.IMMEDIATE);

        OriginState state = machine.listening(
                TestOrigin.KEY, origin.state, micros(40), ofSeconds((long) readSeconds), origin.policies);

        assertThat(state.leases())
                .singleElement()
                .satisfies(lease -> assertThat(lease.deadlineMicros()).isEqualTo(micros(deadlineSeconds)));
        assertThat(state.isAheadOf(micros(40) - OriginState.AHEAD_MICROS_MAX - 1))
                .as("a clock that was wrong is found out")
                .isTrue();
        assertThat(machine.listening(TestOrigin.KEY, state, micros(40), 1, origin.policies))
                .isSameAs(state);
    }

    @Test
    void aMissedSlotComesBackFirstPaysForTheSlotAndKeepsItsAttempt() {
        origin.arrive(SITE);
        origin.arrive(SITE);
        OriginEffect.Released missed = origin.lastRelease();
        List<OriginEffect> effects = origin.at(1).report(missed, Outcome.MISSED_SLOT);
        assertThat(effects).containsExactly(new OriginEffect.Returned(missed.lease(), ReturnCause.MISSED_SLOT));

        origin.runTo(20);
        assertThat(origin.releaseSeconds()).containsExactly(0.0, 10.0, 20.0);
        assertThat(origin.releases.get(1).lease().ticket())
                .isEqualTo(missed.lease().ticket());
        assertThat(origin.releases.get(1).lease().attempt()).isEqualTo(1);
        assertThat(origin.releases.get(1).lease().booking())
                .isNotEqualTo(missed.lease().booking());
    }

    @Test
    void aSlotThatIsMissedAnyNumberOfTimesBurnsNoAttempt() {
        origin.arrive(SITE);
        for (int misses = 0; misses < 100; misses++) {
            origin.report(origin.lastRelease(), Outcome.MISSED_SLOT);
            origin.runTo((misses + 1) * 10.0);
            assertThat(origin.releases).hasSize(misses + 2);
            assertThat(origin.lastRelease().lease().attempt()).isEqualTo(1);
        }
    }

    @Test
    void aSlotThatWentToRobotsTxtIsPaidForAndItsRequestWaitsForTheNextWithoutAnAttempt() {
        origin.arrive(SITE);
        OriginEffect.Released first = origin.lastRelease();
        assertThat(origin.at(1).report(first, Outcome.ROBOTS))
                .containsExactly(new OriginEffect.Returned(first.lease(), ReturnCause.ROBOTS));

        origin.runTo(20);
        assertThat(origin.releaseSeconds()).containsExactly(0.0, 10.0);
        assertThat(origin.lastRelease().lease().attempt()).isEqualTo(1);
        assertThat(origin.lastRelease().lease().overloads()).isZero();
    }

    @Test
    void aRobotsTxtThatCannotBeHadHoldsItsSiteAndIsBoundedLikeAnyOverload() {
        origin.arrive(SITE);
        for (int times = 1; times < 30; times++) {
            List<OriginEffect> effects = robotsUnknown(600);
            assertThat(only(OriginEffect.Returned.class, effects))
                    .extracting(OriginEffect.Returned::cause)
                    .containsExactly(ReturnCause.OVERLOADED);
            assertThat(only(OriginEffect.Held.class, effects)).isNotEmpty();
            origin.runTo(times * 601.0);
            assertThat(origin.releases).hasSize(times + 1);
        }
        assertThat(only(OriginEffect.Dropped.class, robotsUnknown(600)))
                .extracting(OriginEffect.Dropped::cause)
                .containsExactly(RejectCause.ATTEMPTS_EXHAUSTED);
    }

    @Test
    void aRequestThatRobotsTxtDoesNotAllowIsGivenUpAtOnce() {
        origin.arrive(SITE);
        origin.arrive(SITE);
        OriginEffect.Released refused = origin.lastRelease();
        assertThat(origin.report(refused, Outcome.DISALLOWED))
                .containsExactly(new OriginEffect.Dropped(
                        refused.lease().ticket(), 1, RejectCause.ROBOTS_DISALLOWED, "robots.txt does not allow it"));

        origin.runTo(20);
        assertThat(origin.releaseSeconds()).as("its slot is paid for").containsExactly(0.0, 10.0);
        assertThat(origin.backlog).hasSize(1);
    }

    @Test
    void aProbeThatWentToRobotsTxtLeavesTheNextOneToBeTheProbe() {
        origin.arrive(SITE);
        origin.arrive(SITE);
        origin.answer(origin.lastRelease(), 429, OptionalLong.of(ofSeconds(60)));
        origin.runTo(60);
        origin.at(61).report(origin.lastRelease(), Outcome.ROBOTS);
        int before = origin.releases.size();
        origin.runTo(90);

        assertThat(origin.releases).as("one probe and nothing else").hasSize(before + 1);
    }

    private List<OriginEffect> robotsUnknown(long seconds) {
        return origin.apply(new OriginEvent.Reported(
                origin.lastRelease().lease().booking(),
                Outcome.ROBOTS,
                OptionalInt.of(500),
                OptionalLong.empty(),
                OptionalLong.of(ofSeconds(seconds))));
    }

    @Test
    void aFailureBurnsAnAttemptUntilNoneIsLeft() {
        origin.arrive(SITE);
        for (int attempt = 1; attempt < 3; attempt++) {
            assertThat(origin.lastRelease().lease().attempt()).isEqualTo(attempt);
            assertThat(origin.report(origin.lastRelease(), Outcome.FAILED))
                    .containsExactly(
                            new OriginEffect.Returned(origin.lastRelease().lease(), ReturnCause.FAILED));
            origin.runTo(attempt * 10.0);
        }
        OriginEffect.Released last = origin.lastRelease();
        assertThat(origin.report(last, Outcome.FAILED))
                .containsExactly(new OriginEffect.Dropped(
                        last.lease().ticket(),
                        3,
                        RejectCause.ATTEMPTS_EXHAUSTED,
                        "attempts: [3/3], the last ended as FAILED"));
        assertThat(origin.backlog).isEmpty();
        assertThat(origin.state.waiting()).isZero();
        assertThat(origin.state.inFlight()).isZero();
    }

    @Test
    void silenceBurnsAnAttemptAtTheLeasesDeadlineAndNotBefore() {
        origin.arrive(SITE);
        assertThat(origin.wakeAt).isEqualTo(micros(30.25));
        origin.now = origin.wakeAt - 1;
        assertThat(origin.tick()).isEmpty();

        OriginEffect.Released first = origin.lastRelease();
        List<OriginEffect> effects = origin.runTo(30.25);
        assertThat(effects).startsWith(new OriginEffect.Returned(first.lease(), ReturnCause.LEASE_EXPIRED));
        assertThat(origin.releaseSeconds()).containsExactly(0.0, 30.25);
        assertThat(origin.lastRelease().lease().attempt()).isEqualTo(2);

        List<OriginEffect> rest = origin.runTo(1_000);
        assertThat(only(OriginEffect.Dropped.class, rest)).singleElement().satisfies(dropped -> {
            assertThat(dropped.cause()).isEqualTo(RejectCause.ATTEMPTS_EXHAUSTED);
            assertThat(dropped.detail()).isEqualTo("attempts: [3/3], the last ended as LEASE_EXPIRED");
        });
    }

    @ParameterizedTest
    @EnumSource(Outcome.class)
    void aRepeatedOrLateReportChangesNothing(Outcome outcome) {
        origin.arrive(SITE);
        OriginEffect.Released first = origin.lastRelease();
        origin.report(first, Outcome.MISSED_SLOT);
        byte[] before = origin.state.toBytes();
        assertThat(origin.report(first, outcome))
                .containsExactly(new OriginEffect.Stale(first.lease().booking()));
        assertThat(origin.state.toBytes()).isEqualTo(before);

        origin.runTo(10);
        assertThat(origin.report(first, outcome))
                .containsExactly(new OriginEffect.Stale(first.lease().booking()));
        assertThat(origin.state.inFlight()).isEqualTo(1);
    }

    @Test
    void aBookingOfTheSameNumberFromAnEarlierLifeOfTheOriginIsStale() {
        origin.arrive(SITE);
        BookingId other = new BookingId(-1, 1);
        assertThat(origin.apply(new OriginEvent.Reported(other, Outcome.FETCHED)))
                .containsExactly(new OriginEffect.Stale(other));
        assertThat(origin.state.inFlight()).isEqualTo(1);
    }

    @Test
    void atMostTheCapIsInFlightAndAConclusionFreesAPlace() {
        TestOrigin capped = new TestOrigin(PolicyDraft.limit(Limit.burst(1_000_000, 100))
                .maxInFlight(2)
                .leaseTimeoutMicros(ofSeconds(600))
                .policy());
        for (int i = 0; i < 5; i++) {
            capped.arrive(SITE);
        }
        assertThat(capped.releases).hasSize(2);
        capped.runTo(100);
        assertThat(capped.releases).hasSize(2);
        capped.report(capped.releases.get(0), Outcome.FETCHED);
        assertThat(capped.releaseSeconds()).containsExactly(0.0, 0.0, 100.0);
        assertThat(capped.state.inFlight()).isEqualTo(2);
    }

    @Test
    void aShorterTimeoutDoesNotExpireALeaseBeforeAnOlderOne() {
        origin.arrive(SITE);
        origin.arrive(SITE);
        origin.policy(PolicyDraft.every(10).leaseTimeoutMicros(ofSeconds(1)).policy());
        origin.runTo(10);
        List<Lease> leases = origin.state.leases();
        assertThat(leases).hasSize(2);
        assertThat(leases.get(1).deadlineMicros()).isEqualTo(leases.get(0).deadlineMicros());
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1700000000000000, 42", "-5, 7", "-9223372036854775808, 9223372036854775807"})
    void aBookingIdReadsBackAsPrinted(long releaseAt, long number) {
        BookingId id = new BookingId(releaseAt, number);
        assertThat(BookingId.parse(id.toString())).contains(id);
    }

    @ParameterizedTest
    @CsvSource({"''", "-", "1-", "-1", "x", "1-!", "1_1", "zzzzzzzzzzzzzzzzzzzz-1"})
    void whatIsNoBookingIdIsNone(String text) {
        assertThat(BookingId.parse(text)).isEqualTo(Optional.empty());
    }
}

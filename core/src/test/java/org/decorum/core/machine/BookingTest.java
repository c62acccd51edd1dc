package org.decorum.core.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.decorum.core.machine.TestOrigin.micros;
import static org.decorum.core.machine.TestOrigin.only;
import static org.decorum.core.rate.Micros.ofSeconds;

import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.decorum.core.backlog.Waiting;
import org.decorum.core.policy.Policies;
import org.decorum.core.policy.Policy;
import org.decorum.core.policy.PolicyDraft;
import org.decorum.core.rate.Limit;
import org.junit.jupiter.api.Test;

/** Rule 1: {@code release_at = max(now, not_before, holds, last release_at, all TAT - tau)}, term by term. */
class BookingTest {

    private static final String SITE = "example.org";

    @Test
    void theFirstRequestOfAnOriginGoesAtOnce() {
        TestOrigin origin = new TestOrigin(PolicyDraft.every(10).policy()).at(3);
        origin.arrive(SITE);
        assertThat(origin.releaseSeconds()).containsExactly(3.0);
    }

    @Test
    void requestsOfOneInstantGoOneEachIntervalByTheClockAlone() {
        TestOrigin origin = new TestOrigin(PolicyDraft.every(10).policy());
        arrive(origin, 3);
        origin.runTo(110);
        assertThat(origin.releaseSeconds()).containsExactly(0.0, 10.0, 20.0);
    }

    @Test
    void lateRequestsQueueBehindTheFirstOfThem() {
        TestOrigin origin = new TestOrigin(PolicyDraft.every(10).policy());
        for (int second : new int[] {0, 25, 26, 27}) {
            origin.runTo(second);
            origin.arrive(SITE);
        }
        origin.runTo(110);
        assertThat(origin.releaseSeconds()).containsExactly(0.0, 25.0, 35.0, 45.0);
    }

    @Test
    void costIsPaidAfterTheRequestWent() {
        TestOrigin origin =
                new TestOrigin(PolicyDraft.limit(Limit.every(ofSeconds(1) / 2)).policy());
        for (int cost : new int[] {4, 2, 1, 1}) {
            origin.arrive(SITE, cost);
        }
        origin.runTo(10);
        assertThat(origin.releaseSeconds()).containsExactly(0.0, 2.0, 3.0, 3.5);
    }

    @Test
    void aBurstGoesAtOnceAndIdlingEarnsNoSecondOne() {
        TestOrigin origin =
                new TestOrigin(PolicyDraft.limit(Limit.burst(ofSeconds(10), 3)).policy());
        arrive(origin, 5);
        origin.runTo(100);
        arrive(origin, 4);
        origin.runTo(110);
        assertThat(origin.releaseSeconds()).containsExactly(0.0, 0.0, 0.0, 10.0, 20.0, 100.0, 100.0, 100.0, 110.0);
    }

    @Test
    void withoutBurstAPauseStoresNothing() {
        TestOrigin origin = new TestOrigin(PolicyDraft.every(1).policy());
        origin.arrive(SITE);
        origin.runTo(60);
        arrive(origin, 5);
        origin.runTo(100);
        assertThat(origin.releaseSeconds()).containsExactly(0.0, 60.0, 61.0, 62.0, 63.0, 64.0);
    }

    @Test
    void aStalledTimerLosesTheMissedInstantsInsteadOfCatchingUp() {
        TestOrigin origin =
                new TestOrigin(PolicyDraft.limit(Limit.every(micros(0.1))).policy());
        arrive(origin, 50);
        origin.at(1).tick();
        assertThat(origin.releaseSeconds()).containsExactly(0.0, 1.0);
        origin.runTo(1.3);
        assertThat(origin.releaseSeconds()).containsExactly(0.0, 1.0, 1.1, 1.2, 1.3);
    }

    @Test
    void noReleasePrecedesNotBeforeHoweverFarAheadItIsBooked() {
        Timing timing = new Timing(micros(0.25), micros(0.2));
        TestOrigin origin = new TestOrigin(timing, PolicyDraft.every(10).policy());
        Waiting later = new Waiting(SITE, 5, 1, ofSeconds(60), Long.MAX_VALUE);
        List<OriginEffect> effects = origin.apply(new OriginEvent.Arrived(later));
        assertThat(effects).containsExactly(new OriginEffect.Deferred(micros(59.8)));
        assertThat(origin.wakeAt).isEqualTo(micros(59.8));

        origin.at(59.8).apply(new OriginEvent.Recalled(1, Transition.NEVER));
        origin.apply(new OriginEvent.Arrived(later));
        assertThat(origin.releaseSeconds()).containsExactly(60.0);
    }

    @Test
    void theOriginWakesForTheFirstOfItsDeferredRequests() {
        TestOrigin origin = new TestOrigin(PolicyDraft.every(10).policy());
        for (int second : new int[] {60, 40, 50}) {
            origin.apply(new OriginEvent.Arrived(new Waiting(SITE, 5, 1, ofSeconds(second), Long.MAX_VALUE)));
        }
        assertThat(origin.wakeAt).isEqualTo(ofSeconds(40));
        assertThat(origin.state.deferredFromMicros()).isEqualTo(ofSeconds(40));
        origin.at(40).apply(new OriginEvent.Recalled(1, ofSeconds(50)));
        assertThat(origin.wakeAt).isEqualTo(ofSeconds(50));
        origin.apply(new OriginEvent.Recalled(1, Transition.NEVER));
        assertThat(origin.wakeAt).isEqualTo(Transition.NEVER);
    }

    @Test
    void aRequestThatIsDeferredTakesNothingFromTheOthers() {
        TestOrigin origin = new TestOrigin(PolicyDraft.every(10).policy());
        origin.apply(new OriginEvent.Arrived(new Waiting(SITE, 9, 1, ofSeconds(60), Long.MAX_VALUE)));
        assertThat(origin.state.waiting()).isZero();
        origin.arrive(SITE);
        assertThat(origin.releaseSeconds()).containsExactly(0.0);
    }

    @Test
    void aHoldIsNotErodedByABurst() {
        TestOrigin origin =
                new TestOrigin(PolicyDraft.limit(Limit.burst(ofSeconds(10), 3)).policy());
        arrive(origin, 1);
        origin.answer(origin.lastRelease(), 429, OptionalLong.of(ofSeconds(120)));
        origin.runTo(119.999_999);
        assertThat(origin.releases).hasSize(1);
        origin.runTo(120);
        assertThat(origin.releaseSeconds()).containsExactly(0.0, 120.0);
    }

    @Test
    void noReleasePrecedesAnEarlierOneWhenABurstIsGrantedMeanwhile() {
        TestOrigin origin = new TestOrigin(
                new Timing(ofSeconds(1), 0),
                PolicyDraft.limit(Limit.every(micros(0.6))).policy());
        arrive(origin, 3);
        assertThat(origin.releaseSeconds()).containsExactly(0.0, 0.6);
        origin.policy(PolicyDraft.limit(Limit.burst(micros(0.6), 10)).policy());
        origin.tick();
        assertThat(origin.releaseSeconds()).containsExactly(0.0, 0.6, 0.6);
    }

    @Test
    void aSlowerPolicySpacesAlreadyTheNextStartFromTheLast() {
        TestOrigin origin = new TestOrigin(PolicyDraft.every(10).policy());
        arrive(origin, 4);
        origin.runTo(10);
        origin.policy(PolicyDraft.every(20).policy());
        origin.runTo(100);
        assertThat(origin.releaseSeconds()).containsExactly(0.0, 10.0, 30.0, 50.0);
    }

    @Test
    void aFasterPolicyStillHonoursTheRestThatTheLastRequestCost() {
        TestOrigin origin = new TestOrigin(PolicyDraft.every(10).policy());
        arrive(origin, 4);
        origin.policy(PolicyDraft.every(1).policy());
        origin.runTo(100);
        assertThat(origin.releaseSeconds()).containsExactly(0.0, 10.0, 11.0, 12.0);
    }

    @Test
    void twoSitesOfOneServerShareItsBudget() {
        TestOrigin origin = new TestOrigin(PolicyDraft.every(10).policy());
        for (int i = 0; i < 3; i++) {
            origin.arrive("a.example");
            origin.arrive("b.example");
        }
        origin.runTo(110);
        assertThat(origin.releaseSeconds()).containsExactly(0.0, 10.0, 20.0, 30.0, 40.0, 50.0);
        assertThat(origin.releaseSeconds("a.example")).containsExactly(0.0, 20.0, 40.0);
    }

    @Test
    void eachSiteKeepsItsOwnLimitInsideTheOrigins() {
        TestOrigin origin = new TestOrigin(
                PolicyDraft.every(1).site(Limit.every(ofSeconds(5))).policy());
        for (int i = 0; i < 3; i++) {
            origin.arrive("a.example");
            origin.arrive("b.example");
        }
        origin.runTo(110);
        assertThat(origin.releaseSeconds("a.example")).containsExactly(0.0, 5.0, 10.0);
        assertThat(origin.releaseSeconds("b.example")).containsExactly(1.0, 6.0, 11.0);
    }

    @Test
    void aSiteThatItsPolicySlowsKeepsItsOwnPace() {
        Policy platform = PolicyDraft.every(1).policy();
        Policy slow = PolicyDraft.every(1).site(Limit.every(ofSeconds(7))).policy();
        Policies policies = key -> key.equals("slow.example") ? slow : platform;
        TestOrigin origin = new TestOrigin(Timing.IMMEDIATE, policies);
        for (int i = 0; i < 3; i++) {
            origin.arrive("slow.example");
            origin.arrive("quick.example");
        }
        origin.runTo(110);
        assertThat(origin.releaseSeconds("slow.example")).containsExactly(0.0, 7.0, 14.0);
        assertThat(origin.releaseSeconds("quick.example")).containsExactly(1.0, 2.0, 3.0);
    }

    @Test
    void aCrawlDelayIsNeverUndercut() {
        TestOrigin origin =
                new TestOrigin(PolicyDraft.limit(Limit.burst(ofSeconds(5), 3)).policy());
        origin.apply(new OriginEvent.RobotsRead(SITE, micros(0.2)));
        arrive(origin, 3);
        origin.runTo(10);
        assertThat(origin.releaseSeconds())
                .as("neither the floor nor the burst")
                .containsExactly(0.0, 5.0, 10.0);

        origin.apply(new OriginEvent.RobotsRead(SITE, ofSeconds(45)));
        origin.apply(new OriginEvent.RobotsRead(SITE, micros(2.5)));
        arrive(origin, 3);
        origin.runTo(150);
        assertThat(origin.releaseSeconds()).endsWith(55.0, 100.0, 145.0);
    }

    @Test
    void aCrawlDelayBeyondAllReasonIsAYearAndNoOverflow() {
        TestOrigin origin = new TestOrigin(PolicyDraft.every(5).policy());
        origin.apply(new OriginEvent.RobotsRead(SITE, Long.MAX_VALUE));
        arrive(origin, 2);
        assertThat(origin.releases).hasSize(1);
        assertThat(origin.wakeAt).isLessThanOrEqualTo(Policy.INTERVAL_MAX_MICROS);
        assertThat(origin.lastRelease().intervalMicros()).isEqualTo(Policy.INTERVAL_MAX_MICROS);
    }

    @Test
    void fiveHundredRequestsTakeFiveHundredSlotsInOrderAndAsManyWakeUps() {
        TestOrigin origin = new TestOrigin(PolicyDraft.every(10)
                .maxInFlight(1_000)
                .leaseTimeoutMicros(ofSeconds(100_000))
                .policy());
        arrive(origin, 500);
        int wakeUps = 0;
        while (origin.releases.size() < 500) {
            origin.now = origin.wakeAt;
            assertThat(only(OriginEffect.Released.class, origin.tick())).hasSize(1);
            wakeUps++;
        }
        assertThat(wakeUps).isEqualTo(499);
        assertThat(origin.releaseSeconds())
                .isEqualTo(IntStream.range(0, 500).mapToObj(i -> i * 10.0).toList());
        assertThat(origin.releases.stream().map(released -> released.lease().ticket()))
                .isSorted();
    }

    private static void arrive(TestOrigin origin, int count) {
        for (int i = 0; i < count; i++) {
            origin.arrive(SITE);
        }
    }
}

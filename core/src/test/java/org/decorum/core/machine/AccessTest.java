package org.decorum.core.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.decorum.core.machine.TestOrigin.only;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.decorum.core.backlog.Waiting;
import org.decorum.core.policy.Access;
import org.decorum.core.policy.Policy;
import org.decorum.core.policy.PolicyDraft;
import org.decorum.core.rate.Limit;
import org.decorum.core.rate.Micros;
import org.junit.jupiter.api.Test;

/** What is paused keeps its requests and releases none; what is blocked gives them up. */
class AccessTest {

    private static final Policy OPEN = PolicyDraft.every(5).policy();
    private static final Policy PAUSED = OPEN.withAccess(Access.PAUSED);
    private static final Policy BLOCKED = OPEN.withAccess(Access.BLOCKED);

    private final TestOrigin origin = new TestOrigin(OPEN);

    @Test
    void aPausedOriginKeepsWhatArrivesReleasesNothingAndSleeps() {
        origin.policy(PAUSED);
        for (int i = 0; i < 3; i++) {
            assertThat(origin.arrive("a.example")).hasExactlyElementsOfTypes(OriginEffect.Admitted.class);
        }
        assertThat(origin.wakeAt).isEqualTo(Transition.NEVER);
        assertThat(origin.at(1_000_000).tick()).isEmpty();
        assertThat(origin.state.waiting()).isEqualTo(3);
    }

    @Test
    void whatWasReleasedBeforeThePauseFinishesOrComesBackToWait() {
        origin.arrive("a.example");
        origin.arrive("a.example");
        origin.arrive("a.example");
        origin.runTo(5);
        assertThat(origin.releases).hasSize(2);
        origin.policy(PAUSED);
        assertThat(origin.report(origin.releases.get(0), Outcome.FETCHED))
                .hasExactlyElementsOfTypes(OriginEffect.Concluded.class);
        assertThat(origin.wakeAt).isEqualTo(origin.releases.get(1).lease().deadlineMicros());
        assertThat(only(OriginEffect.Returned.class, origin.runTo(1_000))).hasSize(1);
        assertThat(origin.state.waiting()).isEqualTo(2);
        assertThat(origin.releases).hasSize(2);
        assertThat(origin.wakeAt).isEqualTo(Transition.NEVER);
    }

    @Test
    void afterAPauseTheFirstGoesAtOnceAndTheRestAtTheOldPace() {
        origin.arrive("a.example");
        for (int i = 0; i < 3; i++) {
            origin.arrive("a.example");
        }
        origin.report(origin.lastRelease(), Outcome.FETCHED);
        origin.policy(PAUSED);
        origin.at(1_000).tick();
        origin.policy(OPEN);
        origin.tick();
        origin.runTo(2_000);
        assertThat(origin.releaseSeconds()).startsWith(0.0, 1_000.0, 1_005.0, 1_010.0);
    }

    @Test
    void aShortPauseMakesNothingEarlier() {
        origin.arrive("a.example");
        origin.arrive("a.example");
        origin.policy(PAUSED);
        origin.at(1).tick();
        origin.policy(OPEN);
        origin.tick();
        assertThat(origin.releases).hasSize(1);
        origin.runTo(100);
        assertThat(origin.releaseSeconds()).startsWith(0.0, 5.0);
    }

    @Test
    void aLongPauseIsFollowedByNoMoreThanTheBurst() {
        Policy bursts = PolicyDraft.limit(Limit.burst(Micros.ofSeconds(5), 3)).policy();
        origin.policy(bursts.withAccess(Access.PAUSED));
        for (int i = 0; i < 5; i++) {
            origin.arrive("a.example");
        }
        origin.policy(bursts);
        origin.at(1_000).tick();
        origin.runTo(1_006);
        assertThat(origin.releaseSeconds()).containsExactly(1_000.0, 1_000.0, 1_000.0, 1_005.0);
    }

    @Test
    void aPausedSiteStopsNoOther() {
        TestOrigin platform = platform(Map.of("a.example", PAUSED));
        platform.arrive("a.example");
        platform.arrive("b.example");
        platform.runTo(100);
        assertThat(platform.releaseSeconds("b.example")).containsExactly(0.0);
        assertThat(platform.releases).hasSize(1);
        assertThat(platform.state.waiting()).isEqualTo(1);
    }

    @Test
    void aBlockedOriginRefusesWhatArrivesEvenWhatIsForLater() {
        origin.policy(BLOCKED);
        Waiting later = new Waiting("a.example", 5, 1, TestOrigin.micros(60), Long.MAX_VALUE);
        assertThat(origin.apply(new OriginEvent.Arrived(later))).hasExactlyElementsOfTypes(OriginEffect.Refused.class);
        assertThat(origin.arrive("a.example"))
                .containsExactly(
                        new OriginEffect.Refused(RejectCause.POLICY_BLOCKED, "blocked by the policy of its origin"));
        assertThat(origin.state.waiting()).isZero();
    }

    @Test
    void whatWaitsIsGivenUpABoundedNumberAStepUntilNothingIsLeft() {
        origin.policy(PAUSED);
        for (int i = 0; i < 300; i++) {
            origin.arrive("a.example");
        }
        origin.policy(BLOCKED);
        assertThat(only(OriginEffect.Dropped.class, origin.tick())).hasSize(Booker.STEPS_MAX);
        assertThat(origin.wakeAt).as("the rest follows at once").isEqualTo(origin.now);
        List<OriginEffect.Dropped> rest = only(OriginEffect.Dropped.class, origin.runTo(0));
        assertThat(rest)
                .hasSize(300 - Booker.STEPS_MAX)
                .extracting(OriginEffect.Dropped::cause)
                .containsOnly(RejectCause.POLICY_BLOCKED);
        assertThat(origin.backlog).isEmpty();
        assertThat(origin.wakeAt).isEqualTo(Transition.NEVER);
    }

    @Test
    void whatWasReleasedBeforeTheBlockFinishesAndIsGivenUpWhereItComesBack() {
        origin.arrive("a.example");
        origin.arrive("a.example");
        origin.runTo(5);
        origin.policy(BLOCKED);
        assertThat(origin.report(origin.releases.get(0), Outcome.FETCHED))
                .hasExactlyElementsOfTypes(OriginEffect.Concluded.class);
        assertThat(origin.report(origin.releases.get(1), Outcome.MISSED_SLOT))
                .hasExactlyElementsOfTypes(OriginEffect.Returned.class, OriginEffect.Dropped.class);
    }

    @Test
    void aBlockActsThroughAHoldAndThroughAFullHouse() {
        origin.policy(PolicyDraft.every(5).maxInFlight(1).policy());
        origin.arrive("a.example");
        origin.arrive("a.example");
        origin.arrive("a.example");
        origin.answer(origin.lastRelease(), 503);
        origin.policy(PolicyDraft.every(5).maxInFlight(1).access(Access.BLOCKED).policy());
        assertThat(only(OriginEffect.Dropped.class, origin.tick())).hasSize(3);
    }

    @Test
    void aBlockedSiteOfAPausedOriginIsGivenUpAndTheOthersAreKept() {
        Map<String, Policy> policies = new HashMap<>(Map.of(TestOrigin.KEY, PAUSED));
        TestOrigin platform = platform(policies);
        platform.arrive("a.example");
        platform.arrive("b.example");
        policies.put("a.example", BLOCKED);
        assertThat(platform.tick())
                .hasOnlyElementsOfType(OriginEffect.Dropped.class)
                .asString()
                .contains("blocked by the policy of site a.example");
        assertThat(platform.state.waiting()).isEqualTo(1);
    }

    private static TestOrigin platform(Map<String, Policy> policies) {
        return new TestOrigin(Timing.IMMEDIATE, key -> policies.getOrDefault(key, OPEN));
    }
}

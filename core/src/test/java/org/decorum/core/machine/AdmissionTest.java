package org.decorum.core.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.decorum.core.machine.TestOrigin.only;
import static org.decorum.core.rate.Micros.ofSeconds;

import java.util.List;
import org.decorum.core.backlog.Lane;
import org.decorum.core.backlog.Waiting;
import org.decorum.core.policy.PolicyDraft;
import org.decorum.core.rate.Limit;
import org.junit.jupiter.api.Test;

/** What is taken, what is given up and why; and that each has a limit. */
class AdmissionTest {

    private static final String SITE = "example.org";

    @Test
    void aFullBacklogRefusesAndSaysHowFull() {
        TestOrigin origin = new TestOrigin(PolicyDraft.every(10).backlogMax(2).policy());
        origin.arrive(SITE);
        origin.arrive(SITE);
        origin.arrive("other.example");
        assertThat(origin.arrive("third.example"))
                .containsExactly(new OriginEffect.Refused(RejectCause.BACKLOG_FULL, "waiting: [2/2]"));
        assertThat(origin.state.lanes()).extracting(lane -> lane.siteKey()).doesNotContain("third.example");
        origin.runTo(10);
        assertThat(only(OriginEffect.Admitted.class, origin.arrive(SITE))).hasSize(1);
    }

    @Test
    void whatIsDeferredCountsUntilItArrivesAgain() {
        TestOrigin origin = new TestOrigin(PolicyDraft.every(10).backlogMax(2).policy());
        OriginEvent later = new OriginEvent.Arrived(new Waiting(SITE, 5, 1, ofSeconds(60), Long.MAX_VALUE));
        assertThat(origin.apply(later)).containsExactly(new OriginEffect.Deferred(ofSeconds(60)));
        assertThat(origin.apply(later)).containsExactly(new OriginEffect.Deferred(ofSeconds(60)));
        assertThat(origin.apply(later))
                .containsExactly(new OriginEffect.Refused(RejectCause.BACKLOG_FULL, "waiting: [2/2]"));
        assertThat(OriginState.fromBytes(origin.state.toBytes()).waitingAndDeferred())
                .isEqualTo(2);
        origin.at(60).apply(new OriginEvent.Recalled(2, Transition.NEVER));
        assertThat(only(OriginEffect.Admitted.class, origin.apply(later))).hasSize(1);
        assertThat(only(OriginEffect.Admitted.class, origin.apply(later))).hasSize(1);
        assertThat(origin.state.waitingAndDeferred()).isEqualTo(1);
    }

    @Test
    void whatComesBackIsTakenEvenIntoAFullBacklog() {
        TestOrigin origin = new TestOrigin(PolicyDraft.every(10).backlogMax(1).policy());
        origin.arrive(SITE);
        origin.arrive(SITE);
        origin.report(origin.lastRelease(), Outcome.MISSED_SLOT);
        assertThat(origin.state.waiting()).isEqualTo(2);
    }

    @Test
    void aRequestWhoseDeadlineItsSlotWouldMissIsGivenUpAndTakesNoSlot() {
        TestOrigin origin = new TestOrigin(PolicyDraft.every(10).policy());
        origin.arrive(SITE);
        origin.apply(new OriginEvent.Arrived(new Waiting(SITE, 5, 1, Long.MIN_VALUE, ofSeconds(10) - 1)));
        origin.apply(new OriginEvent.Arrived(new Waiting(SITE, 5, 1, Long.MIN_VALUE, ofSeconds(10))));
        List<OriginEffect> effects = origin.runTo(10);
        assertThat(only(OriginEffect.Dropped.class, effects)).singleElement().satisfies(dropped -> {
            assertThat(dropped.cause()).isEqualTo(RejectCause.DEADLINE_PASSED);
            assertThat(dropped.detail()).isEqualTo("earliest start is 1 us after the deadline");
        });
        assertThat(origin.releaseSeconds()).containsExactly(0.0, 10.0);
    }

    @Test
    void aRequestThatTheBacklogLostIsGivenUpByNameAndTheNextOneGoes() {
        TestOrigin origin = new TestOrigin(PolicyDraft.every(10).policy());
        origin.arrive(SITE);
        long lost =
                only(OriginEffect.Admitted.class, origin.arrive(SITE)).get(0).ticket();
        origin.arrive(SITE);
        origin.backlog.remove(lost);
        List<OriginEffect> effects = origin.runTo(10);
        assertThat(effects)
                .startsWith(new OriginEffect.Dropped(
                        lost, 1, RejectCause.STATE_CORRUPT, "the backlog does not hold ticket " + lost));
        assertThat(origin.releaseSeconds()).containsExactly(0.0, 10.0);
    }

    @Test
    void anOriginHasABoundedNumberOfLanesAndRobotsOpensNoMore() {
        TestOrigin origin = new TestOrigin(PolicyDraft.every(10).policy());
        for (int lane = 0; lane < OriginState.LANES_MAX; lane++) {
            Lane opened = new Lane(lane, "site" + lane);
            opened.seen(0);
            origin.state.lanes.add(opened);
        }
        assertThat(origin.apply(new OriginEvent.RobotsRead("late.example", 1))).isEmpty();
        assertThat(origin.state.lanes()).hasSize(OriginState.LANES_MAX);
        assertThat(origin.arrive("late.example"))
                .containsExactly(new OriginEffect.Refused(RejectCause.BACKLOG_FULL, "sites: [10000/10000]"));
        assertThat(only(OriginEffect.Admitted.class, origin.arrive("site9999"))).hasSize(1);
    }

    @Test
    void oneStepBooksABoundedNumberAndAsksToGoOnAtOnce() {
        TestOrigin origin = holding(300);
        assertThat(origin.tick()).hasSize(Booker.STEPS_MAX);
        assertThat(origin.wakeAt).isEqualTo(origin.now);
        assertThat(origin.tick()).hasSize(Booker.STEPS_MAX);
        assertThat(origin.tick()).hasSize(300 - 2 * Booker.STEPS_MAX);
        assertThat(origin.wakeAt).isGreaterThan(origin.now);
    }

    @Test
    void aStepThatBookedExactlyItsBoundDoesNotWakeForNothing() {
        TestOrigin origin = holding(Booker.STEPS_MAX);
        origin.tick();
        assertThat(origin.state.waiting()).isZero();
        assertThat(origin.wakeAt).isGreaterThan(origin.now);
    }

    @Test
    void oneStepExpiresABoundedNumberOfLeasesAndAsksToGoOnAtOnce() {
        TestOrigin origin = new TestOrigin(PolicyDraft.limit(Limit.burst(1, 1_000_000))
                .maxAttempts(1)
                .maxInFlight(100_000)
                .leaseTimeoutMicros(ofSeconds(10))
                .policy());
        for (int i = 0; i < 300; i++) {
            origin.arrive(SITE);
        }
        origin.at(20);
        assertThat(origin.tick()).hasSize(Booker.STEPS_MAX);
        assertThat(origin.wakeAt).isLessThanOrEqualTo(origin.now);
        assertThat(origin.tick()).hasSize(Booker.STEPS_MAX);
        assertThat(origin.tick()).hasSize(300 - 2 * Booker.STEPS_MAX);
        assertThat(origin.wakeAt).isEqualTo(Transition.NEVER);
        assertThat(origin.state.inFlight()).isZero();
    }

    /** An origin where that many requests may go at once, at the next tick. */
    private static TestOrigin holding(int count) {
        PolicyDraft draft = PolicyDraft.limit(Limit.burst(1, 1_000_000));
        TestOrigin origin = new TestOrigin(draft.maxInFlight(1).policy());
        for (int i = 0; i < 1 + count; i++) {
            origin.arrive(SITE);
        }
        origin.policy(draft.maxInFlight(100_000).policy());
        return origin;
    }
}

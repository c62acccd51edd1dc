package org.decorum.core.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.decorum.core.machine.TestOrigin.only;
import static org.decorum.core.rate.Micros.ofSeconds;

import java.util.List;
import org.decorum.core.backlog.Waiting;
import org.decorum.core.policy.BacklogFull;
import org.decorum.core.policy.Policies;
import org.decorum.core.policy.Policy;
import org.decorum.core.policy.PolicyDraft;
import org.junit.jupiter.api.Test;

/** What gives way at a full backlog. */
class OverflowTest {

    private static final String SITE = "example.org";

    @Test
    void whatIsTurnedAwayChangesNothingThatWouldHaveToBeStored() {
        for (BacklogFull rule : List.of(BacklogFull.REJECT_NEW, BacklogFull.PARK)) {
            TestOrigin origin = full(rule, 5, 5);
            byte[] before = origin.state.toBytes();
            Transition turned = new OriginMachine(Timing.IMMEDIATE)
                    .apply(
                            TestOrigin.KEY,
                            origin.state,
                            arrival(SITE, 9),
                            ofSeconds(3),
                            Policies.always(policy(rule, 2)),
                            origin.backlog::get);
            assertThat(turned.changed()).as("%s", rule).isFalse();
            assertThat(turned.effects()).hasSize(1);
            assertThat(turned.state().toBytes()).isEqualTo(before);
        }
    }

    @Test
    void whatComesIsParkedWhereThePolicySaysSo() {
        assertThat(full(BacklogFull.PARK, 5, 5).apply(arrival(SITE, 9)))
                .containsExactly(new OriginEffect.Parked("waiting: [2/2]"));
    }

    @Test
    void theNewestOfTheLowestPriorityGivesWayToAHigherOne() {
        TestOrigin origin = full(BacklogFull.DROP_LOWEST_PRIORITY, 3, 3);
        List<OriginEffect> effects = origin.apply(arrival(SITE, 4));
        assertThat(only(OriginEffect.Dropped.class, effects)).singleElement().satisfies(dropped -> {
            assertThat(dropped.cause()).isEqualTo(RejectCause.BACKLOG_FULL);
            assertThat(dropped.detail()).isEqualTo("waiting: [2/2], gave way to one of priority 4");
        });
        assertThat(only(OriginEffect.Admitted.class, effects)).hasSize(1);
        assertThat(origin.state.waiting()).isEqualTo(2);
        assertThat(origin.state.lanes().get(0).waiting(3)).isEqualTo(1);
        origin.runTo(60);
        assertThat(origin.releases)
                .as("the first, the higher one, and of the lower ones the older")
                .hasSize(3);
        assertThat(origin.state.waiting()).isZero();
    }

    @Test
    void amongEqualsTheNewOneGivesWay() {
        TestOrigin origin = full(BacklogFull.DROP_LOWEST_PRIORITY, 4, 4);
        assertThat(origin.apply(arrival(SITE, 4)))
                .containsExactly(
                        new OriginEffect.Refused(RejectCause.BACKLOG_FULL, "waiting: [2/2], none below priority 4"));
        assertThat(origin.apply(arrival(SITE, 2)))
                .containsExactly(
                        new OriginEffect.Refused(RejectCause.BACKLOG_FULL, "waiting: [2/2], none below priority 2"));
    }

    @Test
    void ofSeveralSitesTheOneWithTheMostGivesWay() {
        TestOrigin origin = new TestOrigin(policy(BacklogFull.DROP_LOWEST_PRIORITY, 4));
        origin.apply(arrival(SITE, 1));
        origin.apply(arrival(SITE, 1));
        for (int i = 0; i < 3; i++) {
            origin.apply(arrival("trap.example.org", 1));
        }
        origin.apply(arrival(SITE, 2));
        assertThat(origin.state.laneOf("trap.example.org").orElseThrow().waiting())
                .isEqualTo(2);
        assertThat(origin.state.laneOf(SITE).orElseThrow().waiting()).isEqualTo(2);
    }

    @Test
    void whatCameBackAndWhatIsDeferredKeepTheirPlaces() {
        TestOrigin origin = new TestOrigin(policy(BacklogFull.DROP_LOWEST_PRIORITY, 2));
        origin.apply(arrival(SITE, 0));
        origin.apply(new OriginEvent.Arrived(new Waiting(SITE, 0, 1, ofSeconds(60), Long.MAX_VALUE)));
        origin.report(origin.lastRelease(), Outcome.MISSED_SLOT);
        assertThat(origin.state.waitingAndDeferred()).isEqualTo(2);
        assertThat(origin.apply(arrival(SITE, 9)))
                .containsExactly(
                        new OriginEffect.Refused(RejectCause.BACKLOG_FULL, "waiting: [2/2], none below priority 9"));
    }

    @Test
    void theTicketOfWhatGaveWayIsGivenAgainAndNamesTheNewRequest() {
        TestOrigin origin = full(BacklogFull.DROP_LOWEST_PRIORITY, 3, 3);
        long dropped = only(OriginEffect.Dropped.class, origin.apply(arrival(SITE, 4)))
                .get(0)
                .ticket();
        assertThat(origin.backlog).doesNotContainKey(dropped);
        origin.runTo(10);
        long again = only(OriginEffect.Admitted.class, origin.apply(arrival(SITE, 3)))
                .get(0)
                .ticket();
        assertThat(again).isEqualTo(dropped);
        origin.runTo(60);
        assertThat(origin.releases).hasSize(4);
        assertThat(origin.state.waiting()).isZero();
    }

    /** One is released at once; two wait, as many as may. */
    private static TestOrigin full(BacklogFull rule, int first, int second) {
        TestOrigin origin = new TestOrigin(policy(rule, 2));
        origin.apply(arrival(SITE, 9));
        origin.apply(arrival(SITE, first));
        origin.apply(arrival(SITE, second));
        assertThat(origin.state.waiting()).isEqualTo(2);
        return origin;
    }

    private static OriginEvent arrival(String site, int priority) {
        return new OriginEvent.Arrived(new Waiting(site, priority, 1, Long.MIN_VALUE, Long.MAX_VALUE));
    }

    private static Policy policy(BacklogFull rule, int max) {
        return PolicyDraft.every(10).backlogMax(max).backlogFull(rule).policy();
    }
}

package org.decorum.core.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.decorum.core.rate.Micros.ofSeconds;

import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.decorum.core.backlog.Tenure;
import org.decorum.core.policy.Access;
import org.decorum.core.policy.PolicyDraft;
import org.junit.jupiter.api.Test;

/** Site h, its home, and the groups g and k to which aliases lead it. */
class OwnershipTest {

    private static final String H = "h.example";
    private static final String G = "g.example";
    private static final String K = "k.example";

    private final TestFleet fleet = new TestFleet(PolicyDraft.every(10).policy());

    @Test
    void aSiteWithoutAnAliasAsksNobodyAndTakesOneByte() {
        assertThat(fleet.arrive(H, H))
                .noneMatch(OriginEffect.Sent.class::isInstance)
                .noneMatch(OriginEffect.LaneTaken.class::isInstance);
        assertThat(tenure(H)).isEqualTo(Tenure.OWN);
    }

    @Test
    void nothingIsBookedBeforeTheHomeGrantsIt() {
        assertThat(fleet.arrive(H, G)).noneMatch(OriginEffect.Released.class::isInstance);
        fleet.at(1_100).origin(G).tick();
        assertThat(fleet.releases(G)).isEmpty();
        fleet.alias(H, G).deliver();
        assertThat(fleet.releases(G)).containsExactly(1_100.0);
    }

    @Test
    void whatWaitsMovesAndTheFloorOfTheSiteHolds() {
        fleet.arrive(H, H);
        fleet.arrive(H, H);
        fleet.arrive(H, H);
        fleet.at(1_003).alias(H, G).runTo(1_100);
        assertThat(fleet.releases(H)).containsExactly(1_000.0);
        assertThat(fleet.releases(G)).containsExactly(1_010.0, 1_020.0);
        assertThat(fleet.origin(H).backlog).hasSize(1);
    }

    @Test
    void theLimiterOfTheOldOriginCountsForTheNewOne() {
        fleet.arrive(G, G);
        fleet.at(1_007).arrive(H, H);
        fleet.at(1_008).alias(H, G).deliver();
        fleet.arrive(G, G);
        fleet.runTo(1_100);
        assertThat(fleet.releases(G)).containsExactly(1_000.0, 1_017.0);
    }

    @Test
    void aLaterLimiterOfTheNewOriginStays() {
        fleet.arrive(H, H);
        fleet.at(1_008).arrive(G, G);
        fleet.alias(H, G).deliver();
        fleet.arrive(H, G);
        fleet.runTo(1_100);
        assertThat(fleet.releases(G)).containsExactly(1_008.0, 1_018.0);
    }

    @Test
    void aStrangerIsToldWhoBooksAndSendsItsRequestsThere() {
        fleet.alias(H, G).deliver();
        fleet.arrive(H, K);
        fleet.deliver();
        assertThat(fleet.releases(K)).isEmpty();
        assertThat(fleet.releases(G)).hasSize(1);
        assertThat(fleet.arrive(H, K)).contains(new OriginEffect.Forwarded(G));
        assertThat(fleet.arrive(H, H)).contains(new OriginEffect.Forwarded(G));
    }

    @Test
    void aGrantThatOvertakesADenialCounts() {
        fleet.arrive(H, K);
        fleet.deliver(K, H);
        fleet.alias(H, K).deliver(H, K);
        assertThat(tenure(K)).as("denied first, as it was said first").isEqualTo(new Tenure(Tenure.Kind.GONE, H, 0));
        fleet.deliver();
        assertThat(tenure(K).kind()).isEqualTo(Tenure.Kind.GRANTED);

        fleet.alias(H, G).deliver();
        fleet.at(2_000).alias(H, K).deliver(H, G);
        fleet.deliver(G, K);
        fleet.apply(K, new OriginEvent.Received(new LaneMessage.Deny(H, G, ofSeconds(1_000))));
        assertThat(tenure(K).kind()).isEqualTo(Tenure.Kind.GRANTED);
    }

    @Test
    void theHomePassesASiteFromOneToTheOther() {
        fleet.alias(H, G).deliver();
        fleet.arrive(H, G);
        fleet.arrive(H, G);
        fleet.at(1_001).alias(H, K).runTo(1_100);
        assertThat(fleet.releases(G)).containsExactly(1_000.0);
        assertThat(fleet.releases(K)).containsExactly(1_010.0);
        assertThat(fleet.origin(H).state.bookerOf(H)).isEqualTo(K);
    }

    @Test
    void noSecondTransferStartsBeforeTheFirstArrived() {
        fleet.alias(H, G);
        assertThat(fleet.apply(H, new OriginEvent.Remapped(K))).isEmpty();
        fleet.deliver();
        fleet.alias(H, K).deliver();
        assertThat(tenure(K).kind()).isEqualTo(Tenure.Kind.GRANTED);
        assertThat(tenure(G).kind()).isEqualTo(Tenure.Kind.GONE);
    }

    @Test
    void anAliasThatIsTakenAwayBringsTheSiteHome() {
        fleet.alias(H, G).deliver();
        fleet.arrive(H, G);
        fleet.arrive(H, G);
        fleet.at(1_001).alias(H, H);
        assertThat(fleet.arrive(H, H)).noneMatch(OriginEffect.Released.class::isInstance);
        fleet.runTo(1_100);
        assertThat(fleet.releases(H)).containsExactly(1_010.0, 1_020.0);
        assertThat(tenure(H)).isEqualTo(Tenure.OWN);
    }

    @Test
    void attemptsAndAnswersOfTooMuchAreNotForgotten() {
        fleet.arrive(H, H);
        fleet.at(1_001).alias(H, G).deliver();
        TestOrigin home = fleet.origin(H);
        fleet.apply(H, new OriginEvent.Reported(home.lastRelease().lease().booking(), Outcome.FAILED));
        fleet.runTo(1_020);
        assertThat(fleet.origin(G).lastRelease().lease().attempt()).isEqualTo(2);
    }

    @Test
    void aHoldGoesAlongAndItsProbeIsOwed() {
        fleet.arrive(H, H);
        fleet.arrive(H, H);
        fleet.arrive(H, H);
        fleet.origin(H).answer(fleet.origin(H).lastRelease(), 429, OptionalLong.of(ofSeconds(60)));
        fleet.at(1_001).alias(H, G).runTo(1_100);
        assertThat(fleet.releases(G)).as("one probe").containsExactly(1_060.0);
    }

    @Test
    void aComplaintAfterTheMoveBindsWhoeverBooksNow() {
        fleet.arrive(H, H);
        fleet.arrive(H, H);
        fleet.at(1_001).alias(H, G).deliver();
        TestOrigin home = fleet.origin(H);
        fleet.apply(
                H,
                new OriginEvent.Reported(
                        home.lastRelease().lease().booking(),
                        Outcome.FETCHED,
                        OptionalInt.of(503),
                        OptionalLong.empty(),
                        OptionalLong.of(ofSeconds(60))));
        fleet.runTo(1_100);
        assertThat(fleet.releases(G)).containsExactly(1_061.0);
    }

    @Test
    void aCrawlDelayFollowsTheSite() {
        fleet.apply(H, new OriginEvent.RobotsRead(H, ofSeconds(25)));
        fleet.alias(H, G).deliver();
        fleet.apply(H, new OriginEvent.RobotsRead(H, ofSeconds(40)));
        fleet.deliver();
        fleet.arrive(H, G);
        fleet.arrive(H, G);
        fleet.runTo(1_100);
        assertThat(fleet.releases(G)).containsExactly(1_000.0, 1_040.0);
    }

    @Test
    void aBacklogMovesSomeRequestsAtATimeAndNoneIsRefused() {
        TestFleet small = new TestFleet(PolicyDraft.every(10).backlogMax(400).policy());
        for (int i = 0; i < 400; i++) {
            small.arrive(H, H);
            small.arrive(G, G);
        }
        List<OriginEffect> first = small.apply(H, new OriginEvent.Remapped(G));
        assertThat(TestOrigin.only(OriginEffect.Moved.class, first)).hasSize(Booker.STEPS_MAX);
        assertThat(small.origin(H).wakeAt).as("at once").isEqualTo(small.origin(H).now);
        small.runTo(1_000);
        assertThat(small.origin(H).state.waiting()).isZero();
        assertThat(small.origin(G).state.waiting()).isEqualTo(399 + 399);
        assertThat(TestOrigin.only(OriginEffect.Refused.class, small.arrive(H, G)))
                .hasSize(1);
    }

    @Test
    void whatWaitsForOthersIsNotGivenUpByAPolicyHere() {
        fleet.arrive(H, G);
        fleet.origin(G).policy(PolicyDraft.every(10).access(Access.BLOCKED).policy());
        assertThat(fleet.origin(G).tick()).isEmpty();
        fleet.alias(H, G);
        fleet.deliver(H, G);
        assertThat(fleet.origin(G).backlog)
                .as("now it is for the policy here to say")
                .isEmpty();
    }

    @Test
    void anIdleSiteIsGivenBackAndThenEverybodyForgets() {
        fleet.alias(H, G).deliver();
        fleet.arrive(H, G);
        fleet.origin(G).report(fleet.origin(G).lastRelease(), Outcome.FETCHED);
        double dayAndMore = 100_000;
        assertThat(fleet.at(dayAndMore).origin(H).tick())
                .as("the home must know who books")
                .isEmpty();
        assertThat(fleet.apply(G, new OriginEvent.Tick())).contains(new OriginEffect.LaneGiven(H, H));
        fleet.deliver();
        assertThat(tenure(H)).isEqualTo(Tenure.OWN);
        fleet.at(3 * dayAndMore);
        assertThat(fleet.apply(H, new OriginEvent.Tick())).singleElement().isInstanceOf(OriginEffect.Forgotten.class);
        assertThat(fleet.apply(G, new OriginEvent.Tick())).singleElement().isInstanceOf(OriginEffect.Forgotten.class);
    }

    @Test
    void aSiteThatIsGivenBackWhileAnotherIsToHaveItIsGrantedByTheHome() {
        fleet.alias(H, G).deliver();
        fleet.at(100_000).apply(G, new OriginEvent.Tick());
        fleet.alias(H, K);
        assertThat(fleet.deliver(H, G)).as("nothing to yield any more").isEmpty();
        fleet.deliver();
        assertThat(tenure(K).kind()).isEqualTo(Tenure.Kind.GRANTED);
        assertThat(fleet.origin(H).state.bookerOf(H)).isEqualTo(K);
    }

    @Test
    void whatAClockFarAheadSaidIsTakenAsOfNow() {
        fleet.at(100_000).arrive(H, H);
        fleet.alias(H, G).at(1_000).deliver();
        fleet.arrive(H, G);
        fleet.runTo(1_100);
        assertThat(fleet.releases(G)).containsExactly(1_010.0);
    }

    @Test
    void repeatedMessagesChangeNothing() {
        fleet.alias(H, G);
        fleet.repeat(H, G);
        fleet.deliver();
        fleet.alias(H, K);
        fleet.repeat(H, G);
        fleet.deliver(H, G);
        fleet.repeat(G, K);
        fleet.deliver();
        assertThat(tenure(G).kind()).isEqualTo(Tenure.Kind.GONE);
        assertThat(tenure(K).kind()).isEqualTo(Tenure.Kind.GRANTED);
        fleet.alias(H, G).deliver();
        assertThat(tenure(K).kind()).isEqualTo(Tenure.Kind.GONE);
        assertThat(tenure(G).kind()).isEqualTo(Tenure.Kind.GRANTED);
    }

    private Tenure tenure(String originKey) {
        return fleet.origin(originKey).state.laneOf(H).orElseThrow().tenure();
    }
}

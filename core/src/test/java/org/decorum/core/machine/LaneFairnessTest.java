package org.decorum.core.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.decorum.core.rate.Micros.ofSeconds;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.decorum.core.backlog.Waiting;
import org.decorum.core.policy.Policies;
import org.decorum.core.policy.Policy;
import org.decorum.core.policy.PolicyDraft;
import org.decorum.core.policy.PolicyLimits;
import org.decorum.core.rate.Limit;
import org.junit.jupiter.api.Test;

/** Rule 4: start-time fair queueing between lanes by cost and weight; priority, then arrival, inside one. */
class LaneFairnessTest {

    private static final Policy BASE = PolicyDraft.every(1)
            .leaseTimeoutMicros(ofSeconds(1_000_000))
            .maxInFlight(PolicyLimits.IN_FLIGHT_MAX)
            .policy();

    @Test
    void insideALanePriorityGoesFirstThenArrival() {
        TestOrigin origin = new TestOrigin(BASE);
        origin.arrive("a.example");
        for (int priority : new int[] {2, 9, 2, 9}) {
            origin.apply(new OriginEvent.Arrived(
                    new Waiting("a.example", priority, 1 + origin.backlog.size(), Long.MIN_VALUE, Long.MAX_VALUE)));
        }
        origin.runTo(100);
        assertThat(origin.releases.stream().map(OriginEffect.Released::cost)).containsExactly(1, 3, 5, 2, 4);
    }

    @Test
    void lanesOfEqualWeightTakeTurns() {
        TestOrigin origin = new TestOrigin(BASE);
        fill(origin, "a.example", 5, 1);
        fill(origin, "b.example", 5, 1);
        fill(origin, "c.example", 5, 1);
        origin.runTo(8);
        assertThat(sites(origin))
                .containsExactly(
                        "a.example",
                        "b.example",
                        "c.example",
                        "a.example",
                        "b.example",
                        "c.example",
                        "a.example",
                        "b.example",
                        "c.example");
    }

    @Test
    void sharesConvergeToTheWeights() {
        Map<String, Integer> weights = Map.of("a.example", 1, "b.example", 3, "c.example", 6);
        TestOrigin origin = weighted(weights);
        weights.keySet().stream().sorted().forEach(site -> fill(origin, site, 1_000, 1));
        origin.runTo(999);
        assertThat(origin.releases).hasSize(1_000);
        weights.forEach(
                (site, weight) -> assertThat((double) servedCost(origin, site)).isCloseTo(100.0 * weight, within(3.0)));
    }

    @Test
    void sharesAreCountedInCostAndNotInRequests() {
        TestOrigin origin = weighted(Map.of("search.example", 1, "images.example", 1));
        fill(origin, "search.example", 500, 4);
        fill(origin, "images.example", 1_000, 1);
        origin.runTo(1_000);
        assertThat(servedCost(origin, "search.example") - servedCost(origin, "images.example"))
                .isBetween(-4, 4);
    }

    @Test
    void aWeightThatDoesNotDivideTheTagStillGetsItsShare() {
        TestOrigin origin = weighted(Map.of("a.example", 999, "b.example", 1));
        fill(origin, "a.example", 3_000, 1);
        fill(origin, "b.example", 10, 1);
        origin.runTo(2_999);
        assertThat(servedCost(origin, "b.example")).isBetween(2, 4);
    }

    @Test
    void aLaneThatIsBlockedDelaysNoOther() {
        Policy slow = PolicyDraft.every(1).site(Limit.every(ofSeconds(60))).policy();
        TestOrigin origin = new TestOrigin(Timing.IMMEDIATE, key -> key.equals("slow.example") ? slow : BASE);
        fill(origin, "slow.example", 100, 1);
        fill(origin, "quick.example", 10, 1);
        origin.runTo(10);
        assertThat(origin.releaseSeconds("slow.example")).containsExactly(0.0);
        assertThat(origin.releaseSeconds("quick.example"))
                .containsExactly(1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0);
    }

    @Test
    void aLaneThatWasIdleGetsNoCreditForIt() {
        TestOrigin origin = new TestOrigin(BASE);
        fill(origin, "late.example", 1, 1);
        fill(origin, "busy.example", 200, 1);
        origin.runTo(100);
        fill(origin, "late.example", 10, 1);
        origin.runTo(110);
        assertThat(origin.releaseSeconds("late.example").stream().filter(at -> at > 100))
                .hasSizeBetween(5, 6);
        assertThat(origin.releaseSeconds("busy.example").stream().filter(at -> at > 100))
                .hasSizeBetween(4, 5);
    }

    @Test
    void aLaneThatItsLimiterBlockedGetsNoCreditForIt() {
        Policy slow = PolicyDraft.every(1).site(Limit.every(ofSeconds(50))).policy();
        Policies[] policies = {key -> key.equals("a.example") ? slow : BASE};
        TestOrigin origin = new TestOrigin(Timing.IMMEDIATE, key -> policies[0].of(key));
        fill(origin, "a.example", 100, 1);
        fill(origin, "b.example", 300, 1);
        origin.runTo(100);
        policies[0] = Policies.always(BASE);
        origin.runTo(170);
        assertThat(origin.releaseSeconds("a.example").stream().filter(at -> at > 150))
                .hasSizeBetween(9, 11);
        assertThat(origin.releaseSeconds("b.example").stream().filter(at -> at > 150))
                .hasSizeBetween(9, 11);
    }

    @Test
    void aLaneThatIsBusyAloneOwesNothingLater() {
        TestOrigin origin = new TestOrigin(BASE);
        fill(origin, "a.example", 150, 1);
        origin.runTo(100);
        fill(origin, "b.example", 150, 1);
        origin.runTo(140);
        assertThat(origin.releaseSeconds("a.example").stream().filter(at -> at > 100))
                .hasSizeBetween(19, 21);
    }

    @Test
    void aSlotThatWasMissedCountsAsServed() {
        TestOrigin origin = new TestOrigin(BASE);
        fill(origin, "a.example", 20, 1);
        fill(origin, "b.example", 20, 1);
        for (int second = 1; second <= 20; second++) {
            if (origin.siteOf(origin.lastRelease()).equals("a.example")) {
                origin.report(origin.lastRelease(), Outcome.MISSED_SLOT);
            }
            origin.runTo(second);
        }
        assertThat(origin.releaseSeconds("b.example")).hasSizeBetween(10, 11);
    }

    private static TestOrigin weighted(Map<String, Integer> weights) {
        Map<String, Policy> policies = new HashMap<>();
        weights.forEach((site, weight) ->
                policies.put(site, PolicyDraft.every(1).weight(weight).policy()));
        return new TestOrigin(Timing.IMMEDIATE, key -> policies.getOrDefault(key, BASE));
    }

    private static void fill(TestOrigin origin, String site, int count, int cost) {
        for (int i = 0; i < count; i++) {
            origin.arrive(site, cost);
        }
    }

    private static List<String> sites(TestOrigin origin) {
        return origin.releases.stream().map(origin::siteOf).toList();
    }

    private static int servedCost(TestOrigin origin, String site) {
        return origin.releases.stream()
                .filter(released -> origin.siteOf(released).equals(site))
                .mapToInt(OriginEffect.Released::cost)
                .sum();
    }
}

package org.decorum.stage.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SteadyPlansTest {

    @Test
    void punctualityHasOneInAHundredMoreBudgetThanItNeedsAndAsManyUrls() {
        PunctualityPlan plan = new PunctualityPlan(50_000, 5_000, 20, 5);
        assertThat(plan.intervalMicros()).isEqualTo(9_900_000);
        assertThat(plan.load().perSecond()).isEqualTo(5_050.5, within(0.1));
        assertThat(plan.firstSeconds()).isEqualTo(10);
        assertThat(plan.policies())
                .hasSize(1)
                .hasEntrySatisfying(
                        "*.punctual.example",
                        policy -> assertThat(policy.getIntervalMicros()).isEqualTo(9_900_000));
        assertThat(plan.url(4)).startsWith("https://site-1.punctual.example/");
    }

    @Test
    void anIntervalIsNeverNothing() {
        assertThat(new PunctualityPlan(1, 1_000_000, 1, 1).intervalMicros()).isEqualTo(1);
        assertThat(new HotPlan(1, 100, 1, 1).intervalMicros()).isEqualTo(111_111);
    }

    @Test
    void theHotOriginHasALittleMoreThanNineTenths() {
        HotPlan plan = new HotPlan(500, 5_000, 20, 5);
        double hot = plan.hot().perSecond();
        double tail = plan.tail().perSecond();
        assertThat(hot + tail).isEqualTo(5_000, within(0.001));
        assertThat(hot / (hot + tail)).isBetween(0.90, 0.92);
        assertThat(plan.intervalMicros() * tail / 1e6).isEqualTo(500, within(0.001));
        assertThat(plan.policies()).containsOnlyKeys("hot.example", "*.tail.example");
    }

    @Test
    void urlsOfTheHotOriginAreNewInEachRun() {
        assertThat(LongStream.range(0, 3).mapToObj(number -> HotPlan.hotUrl(1, number)))
                .doesNotHaveDuplicates()
                .allMatch(url -> url.startsWith("https://hot.example/"))
                .doesNotContain(HotPlan.hotUrl(2, 0));
    }
}

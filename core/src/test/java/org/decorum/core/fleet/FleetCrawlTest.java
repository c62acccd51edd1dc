package org.decorum.core.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the law leads to where a fleet is too small, from ten seconds after the start on. */
class FleetCrawlTest {

    private static final FleetSpec SMALL = new FleetSpec(1, 16, 1, 20, 0.5, 1, new long[] {5_000}, 0);
    private static final FleetSpec LARGE = new FleetSpec(1, 32, 2, 200, 0.5, 1, new long[] {5_000}, 0);
    private static final FleetSpec TINY = new FleetSpec(1, 16, 1, 2, 0.1, 1, new long[] {5_000}, 0);
    private static final FleetSpec VARIED = new FleetSpec(1, 16, 1, 2, 0.5, 1, new long[] {5_000}, 0);
    private static final FleetSpec SHORT =
            new FleetSpec(1, 16, 1, 5, 0.5, 1, new long[] {200, 1_000, 5_000, 20_000}, 0);
    private static final FleetSpec SHARED = new FleetSpec(4, 32, 2, 200, 0.5, 1, new long[] {5_000}, 0);
    private static final FleetSpec MIXED = new FleetSpec(1, 32, 2, 200, 0.5, 1, new long[] {200, 5_000, 20_000}, 0);

    @ParameterizedTest
    @CsvSource({"1.2, 130", "2, 130", "5, 130", "20, 410"})
    void whateverIsDueFewSlotsAreMissedAndThePlacesAreInUse(double overload, int seconds) {
        for (FleetSpec shape : List.of(TINY, SMALL, LARGE)) {
            FleetCrawl crawl = new FleetCrawl(shape.at(overload, seconds), 1).run(10, seconds);

            assertThat(crawl.missedRatio()).as(shape + " missed").isLessThan(0.02);
            assertThat(crawl.utilisation()).as(shape + " in use").isGreaterThan(0.8);
        }
    }

    @ParameterizedTest
    @CsvSource({"1.2, 130", "5, 250", "20, 410"})
    void instancesThatShareAFleetMissFewAndServeTheirOriginsAlike(double overload, int seconds) {
        FleetCrawl crawl = new FleetCrawl(SHARED.at(overload, seconds), 1).run(10, seconds);

        assertThat(crawl.missedRatio()).isLessThan(0.02);
        assertThat(crawl.utilisation()).isGreaterThan(0.9);
        assertThat(crawl.spread()).isLessThan(3);
    }

    @Test
    void anInstanceThatOpensTakesNoPlacesFromThoseAtRest() {
        FleetSpec many = new FleetSpec(16, 32, 4, 200, 0.5, 20, new long[] {5_000}, 0);
        for (int seed = 1; seed <= 3; seed++) {
            FleetCrawl crawl = new FleetCrawl(many, seed).run(30, 150);

            assertThat(Collections.max(crawl.windows()))
                    .as("seed " + seed)
                    .isLessThan(4 * Collections.min(crawl.windows()));
        }
    }

    @Test
    void twoPlacesAreEnoughThoughFetchesVary() {
        for (double overload : new double[] {1.2, 2, 5}) {
            FleetCrawl crawl = new FleetCrawl(VARIED.at(overload, 0), 1).run(10, 310);

            assertThat(crawl.missedRatio()).as(overload + "x").isLessThan(0.01);
            assertThat(crawl.utilisation()).as(overload + "x").isGreaterThan(0.85);
        }
    }

    @Test
    void slotsThatAreShorterThanAFetchAreMadeInASmallFleetAsWell() {
        for (double overload : new double[] {1.2, 2, 5}) {
            FleetCrawl crawl = new FleetCrawl(SHORT.at(overload, 0), 1).run(10, 310);

            assertThat(crawl.missedRatio()).as(overload + "x").isLessThan(0.02);
            assertThat(crawl.utilisation()).as(overload + "x").isGreaterThan(0.7);
            assertThat(crawl.spread()).as(overload + "x").isLessThan(1.5);
        }
    }

    @Test
    void instancesWithHardlyAPlaceSoonFindOutThatThereAreMany() {
        FleetCrawl crawl = new FleetCrawl(new FleetSpec(4, 16, 1, 100, 0.5, 1.5, new long[] {1_000, 5_000}, 0), 1);
        crawl.resize(1);
        crawl.run(0, 20);
        assertThat(Collections.max(crawl.windows())).isLessThan(5);
        crawl.resize(100);
        crawl.run(50, 80);

        assertThat(crawl.missedRatio()).isLessThan(0.02);
        assertThat(crawl.utilisation()).isGreaterThan(0.9);
    }

    @Test
    void withoutAWindowTwoThirdsOrMoreAreMissed() {
        FleetCrawl crawl = FleetCrawl.withoutWindows(SMALL.at(5, 70), 1).run(10, 70);

        assertThat(crawl.missedRatio()).isGreaterThan(0.66);
    }

    @Test
    void originsWithTheSamePolicyAreServedAlike() {
        assertThat(new FleetCrawl(SMALL.at(5, 310), 1).run(10, 310).spread()).isLessThan(2);
        assertThat(new FleetCrawl(LARGE.at(5, 250), 1).run(10, 250).spread()).isLessThan(2);
        assertThat(new FleetCrawl(MIXED.at(5, 310), 1).run(10, 310).spread()).isLessThan(2);
    }

    @Test
    void aFleetThatIsLargeEnoughServesAllThatItIsAsked() {
        for (FleetSpec shape : List.of(SMALL, LARGE)) {
            FleetSpec spec = shape.at(0.7, 60);
            FleetCrawl free = FleetCrawl.withoutWindows(spec, 1).run(10, 70);
            FleetCrawl crawl = new FleetCrawl(spec, 1).run(10, 70);

            assertThat(crawl.servedPerSecond()).isGreaterThanOrEqualTo(0.99 * free.servedPerSecond());
        }
    }

    @Test
    void whenAFleetShrinksFewAreMissedSoonAndWhenItGrowsItIsSoonInUse() {
        FleetCrawl crawl = new FleetCrawl(LARGE.at(10, 0), 1);
        crawl.run(0, 20);
        crawl.resize(40);
        crawl.run(30, 50);
        assertThat(crawl.missedRatio()).isLessThan(0.02);
        assertThat(crawl.utilisation()).isGreaterThan(0.9);

        crawl.resize(200);
        crawl.run(70, 90);
        assertThat(crawl.missedRatio()).isLessThan(0.02);
        assertThat(crawl.utilisation()).isGreaterThan(0.9);
    }

    @Test
    void missesThatHaveNothingToDoWithTheFleetDoNotStopTheCrawl() {
        FleetCrawl crawl = new FleetCrawl(LARGE.at(2, 70), 1);
        crawl.lose(0.2);
        crawl.run(10, 70);

        assertThat(crawl.missedRatio()).isBetween(0.17, 0.23);
        assertThat(crawl.utilisation()).isGreaterThan(0.6);
    }

    @Test
    void anInstanceThatTakesTasksOverTakesTheirPlacesWithThem() {
        FleetCrawl crawl = new FleetCrawl(SMALL.at(5, 0), 1).run(0, 30);
        long before = crawl.windows().get(0);
        crawl.addInstance();
        assertThat(crawl.windows().get(0)).isLessThan(before);
        crawl.run(31, 40);
        assertThat(crawl.missedRatio()).isLessThan(0.1);
        crawl.run(60, 360);

        assertThat(crawl.missedRatio()).isLessThan(0.02);
        assertThat(crawl.spread()).as(crawl.windows().toString()).isLessThan(2);
    }
}

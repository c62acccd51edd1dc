package org.decorum.core.adaptive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the law reaches, in virtual time. {@link AdaptiveTable} prints all the figures. */
class CrawlTest {

    private static final int SEEDS = 5;

    static Stream<CrawlPath> paths() {
        return Stream.of(0L, 50L, 200L, 500L)
                .flatMap(feedback -> Stream.of(CrawlPath.direct(feedback), CrawlPath.ahead(feedback)));
    }

    @ParameterizedTest
    @MethodSource("paths")
    void reachesCapacityWithoutRefusalOrQueue(CrawlPath path) {
        for (HostSpec spec : new HostSpec[] {HostSpec.A, HostSpec.B}) {
            CrawlLog log = new SimulatedCrawl(spec, path, 1).run(40);
            assertThat(log.rate(10, 40)).isGreaterThan(0.97 * spec.capacity());
            assertThat(log.refusedSince(0)).isZero();
            assertThat(log.queueing(10, 40, 0.5)).isLessThan(5);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 50, 200, 500})
    void followsAHostThatIsFourTimesAsSlowForThreeSeconds(long feedbackMillis) {
        HostSpec spec = HostSpec.A.slow(3, 6, 80_000);
        CrawlLog log = new SimulatedCrawl(spec, CrawlPath.direct(feedbackMillis), 1).run(12);
        assertThat(log.rate(4, 6)).isGreaterThan(0.95 * spec.slowCapacity());
        assertThat(log.rate(7, 8)).isGreaterThan(0.97 * spec.capacity());
        assertThat(log.rate(7, 12)).isGreaterThan(0.97 * spec.capacity());
        assertThat(log.refusedSince(0)).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 50, 200, 500})
    void followsItTwoSecondsLaterWhenRequestsAreBookedAhead(long feedbackMillis) {
        HostSpec spec = HostSpec.A.slow(20, 30, 80_000);
        CrawlLog log = new SimulatedCrawl(spec, CrawlPath.ahead(feedbackMillis), 1).run(40);
        assertThat(log.rate(23, 30)).isGreaterThan(0.9 * spec.slowCapacity());
        assertThat(log.rate(33, 40)).isGreaterThan(0.95 * spec.capacity());
        assertThat(log.refusedSince(0)).isZero();
    }

    @ParameterizedTest
    @MethodSource("paths")
    void holdsItsOwnWhereLatenciesVary(CrawlPath path) {
        for (HostSpec spec : new HostSpec[] {HostSpec.A, HostSpec.B}) {
            assertThat(percent(spec.varying(0.3), path)).isGreaterThan(92);
            assertThat(percent(spec.varying(1), path)).isGreaterThan(88);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.3})
    void isNotMisledByAFetcherThatStandsStillForMoments(double variation) {
        for (HostSpec spec : new HostSpec[] {HostSpec.A, HostSpec.B}) {
            double percent = mean(seed -> 100
                    * new SimulatedCrawl(spec.varying(variation), CrawlPath.ahead(50), seed)
                            .stalls(2, 20, 40)
                            .run(40)
                            .rate(10, 40)
                    / spec.capacity());
            assertThat(percent).isGreaterThan(92);
        }
    }

    /** Mean over the seeds, after the start. */
    private static double percent(HostSpec spec, CrawlPath path) {
        return mean(seed -> 100 * new SimulatedCrawl(spec, path, seed).run(60).rate(20, 60) / spec.capacity());
    }

    private static double mean(ToDoubleFunction<Integer> bySeed) {
        return IntStream.rangeClosed(1, SEEDS)
                .boxed()
                .mapToDouble(bySeed)
                .average()
                .orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 50, 200, 500})
    void makesRoomForOthers(long feedbackMillis) {
        double half = HostSpec.A.capacity() / 2;
        CrawlLog log = new SimulatedCrawl(HostSpec.A, CrawlPath.direct(feedbackMillis), 1)
                .others(20, 40, half)
                .run(40);
        assertThat(log.rate(25, 40)).isBetween(0.8 * half, 1.01 * half);
        assertThat(log.queueing(25, 40, 0.5)).isLessThan(25);
        assertThat(log.refusedSince(0)).isZero();
    }

    @Test
    void reachesTheCapacityOfSixtyRandomHosts() {
        check(RandomHosts.crawl(60, 42, CrawlPath::direct));
    }

    @Tag("slow")
    @Test
    void reachesTheCapacityOfAThousandRandomHosts() {
        check(RandomHosts.crawl(1_000, 42, CrawlPath::direct));
    }

    private static void check(RandomHosts.Result result) {
        assertThat(result.percent(0.5)).isGreaterThan(97);
        assertThat(result.percent(0.05)).isGreaterThan(85);
        assertThat(result.refusedPerTenThousand()).isLessThan(1);
    }

    @Test
    void reachesNearlyAsMuchOfThemWhenRequestsAreBookedAhead() {
        RandomHosts.Result result = RandomHosts.crawl(60, 42, CrawlPath::ahead);
        assertThat(result.percent(0.5)).isGreaterThan(97);
        assertThat(result.percent(0.05)).isGreaterThan(80);
        assertThat(result.refusedPerTenThousand()).isLessThan(1);
    }
}

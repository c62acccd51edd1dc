package org.decorum.core.adaptive;

import static org.assertj.core.api.Assertions.assertThat;

import org.decorum.core.machine.OriginState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The law as the machine of an origin asks it: what {@link CrawlTest} says of the law alone holds of the whole. */
class MachineCrawlTest {

    @ParameterizedTest
    @ValueSource(longs = {0, 50, 200, 500})
    void reachesCapacityWithoutRefusalOrQueue(long feedbackMillis) {
        for (HostSpec spec : new HostSpec[] {HostSpec.A, HostSpec.B}) {
            CrawlLog log = crawl(spec, feedbackMillis).run(40);
            assertThat(log.rate(10, 40)).isGreaterThan(0.97 * spec.capacity());
            assertThat(log.refusedSince(0)).isZero();
            assertThat(log.queueing(10, 40, 0.5)).isLessThan(5);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 200})
    void holdsItsOwnWhereLatenciesVary(long feedbackMillis) {
        for (HostSpec spec : new HostSpec[] {HostSpec.A, HostSpec.B}) {
            assertThat(crawl(spec.varying(0.3), feedbackMillis).run(60).rate(20, 60))
                    .isGreaterThan(0.92 * spec.capacity());
        }
    }

    @Test
    void followsAHostThatBecomesFourTimesAsSlow() {
        HostSpec spec = HostSpec.A.slow(20, 30, 80_000);
        CrawlLog log = crawl(spec, 200).run(40);
        assertThat(log.rate(23, 30)).isGreaterThan(0.9 * spec.slowCapacity());
        assertThat(log.rate(33, 40)).isGreaterThan(0.95 * spec.capacity());
        assertThat(log.refusedSince(0)).isZero();
    }

    @Test
    void goesOnInTheSameWayFromItsBytes() {
        CrawlPath path = CrawlPath.ahead(200);
        MachineStage stage = new MachineStage(path);
        CrawlLog plain = crawl(HostSpec.B, 200).run(20);
        CrawlLog stored = new SimulatedCrawl(HostSpec.B, path, 1, stage)
                .after(() -> stage.replace(OriginState.fromBytes(stage.state().toBytes())))
                .run(20);
        assertThat(stored).usingRecursiveComparison().isEqualTo(plain);
    }

    private static SimulatedCrawl crawl(HostSpec spec, long feedbackMillis) {
        CrawlPath path = CrawlPath.ahead(feedbackMillis);
        return new SimulatedCrawl(spec, path, 1, new MachineStage(path));
    }
}

package org.decorum.stage.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.decorum.schema.CrawlRequest;
import org.junit.jupiter.api.Test;

class WorkloadTest {

    private static final Workload WORK = Workload.generate(5_000, 60, 0, 3);

    @Test
    void theSameSeedMakesUpTheSameWork() {
        Workload again = Workload.generate(5_000, 60, 0, 3);

        assertThat(again.origins()).isEqualTo(WORK.origins());
        assertThat(IntStream.range(0, 5_000).mapToObj(again::request))
                .isEqualTo(IntStream.range(0, 5_000).mapToObj(WORK::request).toList());
    }

    @Test
    void itHasOriginsOfEachSort() {
        assertThat(WORK.size()).isEqualTo(5_000);
        assertThat(WORK.origins())
                .anyMatch(origin -> origin.burst() > 1)
                .anyMatch(origin -> origin.crawlDelayMicros() > origin.intervalMicros())
                .anyMatch(origin -> origin.temper() == Temper.TIRED)
                .anyMatch(origin -> origin.temper() == Temper.BUSY);
    }

    @Test
    void noOriginIsFasterThanAskedFor() {
        assertThat(Workload.generate(1_000, 60, 1_000_000, 3).origins())
                .allSatisfy(origin -> assertThat(origin.intervalMicros()).isGreaterThanOrEqualTo(1_000_000));
    }

    @Test
    void aRequestIsKnownByItsIdAndByItsPath() {
        CrawlRequest request = WORK.request(4_321);

        assertThat(WORK.numberOf(request.getRequestId())).hasValue(4_321);
        assertThat(WORK.numberOfPath(request.getUrl().substring(request.getUrl().lastIndexOf('/'))))
                .hasValue(4_321);
        assertThat(WORK.numberOf(null)).isEmpty();
        assertThat(WORK.numberOf("chaos-5000")).isEmpty();
        assertThat(WORK.numberOfPath("/robots.txt")).isEmpty();
    }
}

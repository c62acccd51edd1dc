package org.decorum.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.decorum.fetch.Samples.RELEASES;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.junit.jupiter.api.Test;

class OffsetTrackerTest {

    private final OffsetTracker offsets = new OffsetTracker();

    @Test
    void thePositionStopsAtTheOldestOffsetThatIsNotReported() {
        offsets.opened(RELEASES, 10);
        offsets.opened(RELEASES, 11);
        offsets.opened(RELEASES, 13);
        offsets.closed(RELEASES, 13);
        offsets.closed(RELEASES, 10);

        assertThat(offsets.takeCommittable()).isEqualTo(Map.of(RELEASES, new OffsetAndMetadata(11)));
        offsets.closed(RELEASES, 11);
        assertThat(offsets.takeCommittable()).isEqualTo(Map.of(RELEASES, new OffsetAndMetadata(14)));
        assertThat(offsets.open()).isZero();
    }

    @Test
    void aPositionIsGivenOutOnce() {
        offsets.opened(RELEASES, 10);
        offsets.closed(RELEASES, 10);
        offsets.takeCommittable();

        assertThat(offsets.takeCommittable()).isEmpty();
    }

    @Test
    void anOffsetBehindNothingReportedYieldsNoPosition() {
        offsets.opened(RELEASES, 0);

        assertThat(offsets.takeCommittable()).isEmpty();
    }

    @Test
    void aHandOverTakesAllThatWasReadAndForgetsIt() {
        offsets.opened(RELEASES, 10);
        offsets.opened(RELEASES, 11);

        assertThat(offsets.takeRead(List.of(RELEASES))).isEqualTo(Map.of(RELEASES, new OffsetAndMetadata(12)));
        offsets.closed(RELEASES, 10);
        assertThat(offsets.open()).isZero();
        assertThat(offsets.takeCommittable()).isEmpty();
    }
}

package org.decorum.stage.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class RestoreWatchTest {

    private static final TopicPartition FIRST = new TopicPartition("decorum-origins-changelog", 0);
    private static final TopicPartition SECOND = new TopicPartition("decorum-origins-changelog", 1);

    private long nowNanos = TimeUnit.HOURS.toNanos(-1);
    private final RestoreWatch watch = new RestoreWatch(() -> nowNanos);

    @Test
    void whatGetsOnIsNotComplainedOf() {
        watch.onRestoreStart(FIRST, "origins", 0, 100);
        for (int batch = 0; batch < 10; batch++) {
            pass(10);
            watch.onBatchRestored(FIRST, "origins", batch, 1);
            assertThat(watch.complaints()).isEmpty();
        }
    }

    @Test
    void whatStandsStillIsNamedWithItsPlace() {
        watch.onRestoreStart(FIRST, "origins", 0, 5);
        watch.onRestoreStart(SECOND, "origins", 0, 7);
        watch.onBatchRestored(SECOND, "origins", 2, 3);
        pass(14);
        watch.onBatchRestored(FIRST, "origins", 1, 1);
        pass(2);
        assertThat(watch.complaints())
                .containsExactly(
                        "decorum-origins-changelog-1 is restored up to offset 3 of 7, and no further for 16 s: it"
                                + " has no leader, or a transaction hangs (kafka-transactions.sh find-hanging)");
    }

    @Test
    void whatIsRestoredOrGivenAwayIsForgotten() {
        watch.onRestoreStart(FIRST, "origins", 0, 5);
        watch.onRestoreStart(SECOND, "origins", 0, 5);
        watch.onRestoreEnd(FIRST, "origins", 5);
        watch.onRestoreSuspended(SECOND, "origins", 3);
        watch.onBatchRestored(SECOND, "origins", 4, 1);
        pass(3_600);
        assertThat(watch.complaints()).isEmpty();
    }

    private void pass(long seconds) {
        nowNanos += TimeUnit.SECONDS.toNanos(seconds);
    }
}

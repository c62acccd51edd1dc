package org.decorum.stage.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class StartsTest {

    private final Starts starts = new Starts();

    @Test
    void aReportFindsItsReleaseWhicheverIsReadFirst() {
        starts.released("a", 1_000_000);
        starts.reported("b", OptionalLong.of(2_005_000));
        assertThat(starts.count()).isZero();
        starts.reported("a", OptionalLong.of(1_001_000));
        starts.released("b", 2_000_000);
        assertThat(starts.count()).isEqualTo(2);
        assertThat(starts.millis(50)).isEqualTo(1, within(0.001));
        assertThat(starts.millis(100)).isEqualTo(5, within(0.005));
    }

    @Test
    void aReportCountsOnce() {
        starts.released("a", 1_000_000);
        starts.reported("a", OptionalLong.of(1_001_000));
        starts.reported("a", OptionalLong.of(1_900_000));
        assertThat(starts.count()).isEqualTo(1);
    }

    @Test
    void aMissedSlotIsNoStart() {
        starts.released("a", 1_000_000);
        starts.reported("a", OptionalLong.empty());
        starts.reported("b", OptionalLong.empty());
        starts.released("b", 1_000_000);
        for (int i = 0; i < 6; i++) {
            starts.released("c" + i, 1_000_000);
            starts.reported("c" + i, OptionalLong.of(1_000_000));
        }
        assertThat(starts.count()).isEqualTo(6);
        assertThat(starts.missedPercent()).isEqualTo(25.0);
        assertThat(starts.millis(100)).isZero();
    }

    @Test
    void whatIsOnItsWayWhenItStartsAnewIsFoundAfterwards() {
        starts.released("a", 1_000_000);
        starts.released("b", 1_000_000);
        starts.reported("b", OptionalLong.empty());
        starts.startAnew();
        starts.reported("a", OptionalLong.of(1_002_000));
        assertThat(starts.count()).isEqualTo(1);
        assertThat(starts.missedPercent()).isZero();
    }
}

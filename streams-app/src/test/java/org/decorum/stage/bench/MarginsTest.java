package org.decorum.stage.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class MarginsTest {

    private final Margins margins = new Margins();

    @Test
    void whatIsReadableAsItsSlotBeginsIsNotInTime() {
        margins.add(1);
        margins.add(0);
        margins.add(-1);
        margins.add(100_000);
        assertThat(margins.count()).isEqualTo(4);
        assertThat(margins.inTimePercent()).isEqualTo(50.0);
    }

    @Test
    void percentilesCountFromTheWorst() {
        margins.add(-400_000);
        margins.add(-2_000);
        for (int i = 1; i <= 998; i++) {
            margins.add(i * 1_000L);
        }
        assertThat(margins.millis(0)).isEqualTo(-400, within(0.4));
        assertThat(margins.millis(0.1)).isEqualTo(-400, within(0.4));
        assertThat(margins.millis(0.2)).isEqualTo(-2, within(0.002));
        assertThat(margins.millis(0.3)).isEqualTo(1, within(0.001));
        assertThat(margins.millis(50)).isEqualTo(498, within(0.5));
        assertThat(margins.millis(100)).isEqualTo(998, within(1.0));
    }

    @Test
    void roundingMakesAMarginWorseAndNeverBetter() {
        margins.add(123_456);
        assertThat(margins.millis(50)).isBetween(123.3, 123.456);
        margins.startAnew();
        margins.add(-123_456);
        assertThat(margins.millis(50)).isBetween(-123.6, -123.456);
    }

    @Test
    void withoutReleasesNothingIsInTime() {
        margins.add(5);
        margins.startAnew();
        assertThat(margins.count()).isZero();
        assertThat(margins.inTimePercent()).isZero();
        assertThat(margins.millis(0.1)).isZero();
    }
}

package org.decorum.stage.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LatenessTest {

    private final Lateness lateness = new Lateness(100_000);

    @Test
    void aReleaseOnItsGridThatIsReadableInTimeIsNotLate() {
        lateness.released("a", 1_000_000, 900_000);
        lateness.released("b", 1_030_000, 900_000);
        lateness.released("a", 1_100_000, 1_000_000);
        assertThat(lateness.count()).isEqualTo(1);
        assertThat(lateness.millis(100)).isZero();
    }

    @Test
    void aLateSlotAndALateRecordAddUp() {
        lateness.released("a", 1_000_000, 900_000);
        lateness.released("a", 1_120_000, 1_125_000);
        assertThat(lateness.millis(99)).isEqualTo(25.0);
    }

    @Test
    void aLateSlotMovesTheGridAndIsNotCountedTwice() {
        lateness.released("a", 1_000_000, 0);
        lateness.released("a", 1_150_000, 0);
        lateness.released("a", 1_250_000, 0);
        assertThat(lateness.millis(50)).isZero();
        assertThat(lateness.millis(100)).isEqualTo(50.0);
    }

    @Test
    void percentilesAreOfWhatCameSinceTheStart() {
        lateness.released("a", 0, 0);
        lateness.released("a", 900_000, 0);
        lateness.startAnew();
        for (int i = 1; i <= 100; i++) {
            lateness.released("a", 900_000 + i * 100_000L, 900_000 + i * 100_000L + i * 1_000L);
        }
        assertThat(lateness.count()).isEqualTo(100);
        assertThat(lateness.millis(50)).isEqualTo(50.0);
        assertThat(lateness.millis(99)).isEqualTo(99.0);
    }
}

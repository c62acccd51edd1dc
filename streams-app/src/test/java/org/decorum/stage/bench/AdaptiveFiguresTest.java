package org.decorum.stage.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AdaptiveFiguresTest {

    private static final Reference FULL = new Reference(400, 20, 20);

    @Test
    void ratesCountWhatWasDoneAndTheStartIsKeptApart() {
        List<Visit> log = Logs.join(Logs.steady(0.02, 2, 100, 20_000), Logs.steady(2, 10, 390, 22_000));
        Map<String, Double> figures = AdaptiveFigures.of(log, HostSpec.A, FULL, 4, 10);

        assertThat(figures.get(AdaptiveFigures.CAPACITY_PERCENT)).isCloseTo(97.5, within(0.2));
        assertThat(figures.get(AdaptiveFigures.WHOLE_CAPACITY_PERCENT)).isCloseTo(82.95, within(0.3));
        assertThat(figures.get(AdaptiveFigures.START_SECONDS)).isCloseTo(2.0, within(0.11));
        assertThat(figures)
                .contains(
                        entry(AdaptiveFigures.P50_MILLIS, 22.0),
                        entry(AdaptiveFigures.P50_RATIO, 1.1),
                        entry(AdaptiveFigures.REFUSED, 0.0))
                .doesNotContainKey(AdaptiveFigures.SLOW_PERCENT);
    }

    @Test
    void refusalsAreCountedInAllAndAfterTheFirstSecond() {
        List<Visit> log = Logs.join(
                Logs.steady(0.02, 2, 100, 20_000),
                List.of(Logs.refusedAt(0.5), Logs.refusedAt(1.5), Logs.refusedAt(1.6)));
        Map<String, Double> figures = AdaptiveFigures.of(log, HostSpec.A, FULL, 0, 2);

        assertThat(figures)
                .contains(entry(AdaptiveFigures.REFUSED, 3.0), entry(AdaptiveFigures.REFUSED_LATER, 2.0))
                .doesNotContainKey(AdaptiveFigures.START_SECONDS);
    }

    @Test
    void aSlowdownIsMeasuredFromOneSecondAfterItBeganAndOneSecondAfterItsEnd() {
        HostSpec slowed = HostSpec.A.slowed(new Slowdown(3_000_000, 6_000_000, 4));
        List<Visit> log = Logs.join(
                Logs.steady(0.02, 3, 400, 20_000),
                Logs.steady(3, 4, 10, 80_000),
                Logs.steady(4, 6, 85, 80_000),
                Logs.steady(6, 7, 10, 20_000),
                Logs.steady(7, 8, 380, 20_000),
                Logs.steady(8, 10, 400, 20_000));
        Map<String, Double> figures = AdaptiveFigures.of(log, slowed, FULL, 0, 10);

        assertThat(figures.get(AdaptiveFigures.SLOW_PERCENT)).isCloseTo(85, within(0.6));
        assertThat(figures.get(AdaptiveFigures.RECOVERED_PERCENT)).isCloseTo(95, within(0.3));
    }

    @Test
    void whatIsSeenAfterTheEndOfTheMeasurementDoesNotCount() {
        List<Visit> log = Logs.join(Logs.steady(0.02, 5, 400, 20_000), List.of(Logs.refusedAt(6)));

        assertThat(AdaptiveFigures.of(log, HostSpec.A, FULL, 1, 5)).contains(entry(AdaptiveFigures.REFUSED, 0.0));
    }

    @Test
    void aReferenceCountsWholeRoundsOfItsWorkers() {
        List<Visit> pairs = Logs.join(Logs.steady(0.05, 5.05, 19.6, 50_000), Logs.steady(0.05, 5.05, 19.6, 50_000));
        Reference reference = Reference.of(pairs, 2);

        assertThat(reference.pagesPerSecond()).isCloseTo(39.2, within(0.01));
        assertThat(reference.latencyP50Millis()).isEqualTo(50);
        assertThat(new Reference(39.2, 50, 50).slowedPagesPerSecond(HostSpec.B, 4))
                .isCloseTo(2 / (2 / 39.2 + 0.15), within(1e-9));
        assertThatThrownBy(() -> Reference.of(Logs.steady(0.05, 1.1, 10, 50_000), 2))
                .hasMessageContaining("more than one round after 1.0 s");
    }

    @Test
    void missedSlotsAreAShareOfThoseGiven() {
        Map<String, Double> figures = new HashMap<>();
        AdaptiveFigures.addSlots(figures, 200, 3);

        assertThat(figures)
                .contains(entry(AdaptiveFigures.MISSED_SLOTS, 3.0), entry(AdaptiveFigures.MISSED_PERCENT, 1.5));
    }

    @Test
    void anEmptyLogHasNoRates() {
        assertThat(AdaptiveFigures.of(List.of(), HostSpec.A, FULL, 0, 10))
                .contains(entry(AdaptiveFigures.PAGES_PER_SECOND, 0.0))
                .doesNotContainKeys(AdaptiveFigures.P50_MILLIS, AdaptiveFigures.START_SECONDS);
    }
}

package org.decorum.stage.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import org.decorum.core.capacity.Coefficients;
import org.decorum.core.capacity.Figure;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The model against fleets of virtual instances, which know none of its formulae. */
class FleetSimulationTest {

    private static final Coefficients KNOWN = Coefficients.bundled();

    private static final CapacityCheck.Settings SHORT =
            new CapacityCheck.Settings("short", 600_000, 1.0, 0.5, 0.5, 20, 3, 2, 6, 2, 7);

    static CapacityCheck.Settings[] full() {
        return new CapacityCheck.Settings[] {CapacityCheck.POLITE, CapacityCheck.POPULAR};
    }

    @Test
    void twentyInstancesDoWhatTheModelSays() {
        agrees(SHORT);
    }

    @ParameterizedTest
    @MethodSource("full")
    @Tag("slow")
    void aHundredInstancesWithMillionsOfOriginsDoWhatTheModelSays(CapacityCheck.Settings settings) {
        agrees(settings);
    }

    @Test
    void theSameSeedIsTheSameFleet() {
        CapacityCheck check =
                CapacityCheck.of(new CapacityCheck.Settings("small", 100_000, 1.0, 0.5, 0.5, 4, 1, 1, 1, 1, 3), KNOWN);
        assertThat(check.simulate(KNOWN)).isEqualTo(check.simulate(KNOWN));
    }

    private static void agrees(CapacityCheck.Settings settings) {
        CapacityCheck check = CapacityCheck.of(settings, KNOWN);
        assertThat(check.plan().value(Figure.INSTANCES)).isEqualTo(settings.instances());
        FleetReport report = check.simulate(KNOWN);
        assertThat(check.rows(report))
                .as("seed %d: %s", settings.seed(), report)
                .allSatisfy(row -> assertThat(row.agrees()).as(row.toString()).isTrue());
    }
}

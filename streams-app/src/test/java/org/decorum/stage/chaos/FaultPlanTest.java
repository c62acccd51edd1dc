package org.decorum.stage.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class FaultPlanTest {

    private static final Set<FaultKind> ALL = EnumSet.allOf(FaultKind.class);

    @Test
    void theSameSeedPlansTheSameAndAnotherSomethingElse() {
        FaultPlan plan = FaultPlan.draw(7, 60, 600_000, ALL);

        assertThat(FaultPlan.draw(7, 60, 600_000, ALL)).isEqualTo(plan);
        assertThat(FaultPlan.draw(8, 60, 600_000, ALL)).isNotEqualTo(plan);
    }

    @Test
    void aLongPlanHasStagesComeAndGoAloneAndThenEverythingElse() {
        List<Fault> faults = FaultPlan.draw(1, 60, 600_000, ALL).faults();

        assertThat(faults).hasSize(60).isSortedAccordingTo(Comparator.comparingLong(Fault::atMillis));
        assertThat(faults.subList(0, 2)).extracting(Fault::kind).containsOnly(FaultKind.SCALE_STAGES);
        assertThat(faults.get(1).atMillis() - faults.get(0).atMillis()).isGreaterThan(60_000);
        assertThat(faults.get(2).atMillis() - faults.get(1).atMillis()).isGreaterThan(30_000);
        assertThat(faults.get(59).atMillis()).isLessThan(600_000);
        assertThat(faults.stream().map(fault -> fault.kind().role()).collect(Collectors.toSet()))
                .containsExactlyInAnyOrder(Role.values());
    }

    @Test
    void onlyTheKindsThatAreAskedForAreDrawn() {
        assertThat(FaultPlan.draw(1, 20, 60_000, List.of(FaultKind.KILL_BROKER)).faults())
                .hasSize(20)
                .allSatisfy(fault -> assertThat(fault.kind()).isEqualTo(FaultKind.KILL_BROKER));
        assertThat(FaultPlan.of(List.of(FaultKind.KILL_STAGE, FaultKind.SKEW_CLOCK), 1, 60_000)
                        .faults())
                .extracting(Fault::kind)
                .containsExactly(FaultKind.KILL_STAGE, FaultKind.SKEW_CLOCK);
    }
}

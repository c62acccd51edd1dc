package org.decorum.stage.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TargetTest {

    @Test
    void theBoundItselfIsGoodAndAFigureThatIsNotThereIsNot() {
        Target least = Target.atLeast("x", 97);
        Target most = Target.atMost("x", 0.5);

        assertThat(least.isMet(Map.of("x", 97.0))).isTrue();
        assertThat(least.isMet(Map.of("x", 96.9))).isFalse();
        assertThat(most.isMet(Map.of("x", 0.5))).isTrue();
        assertThat(most.isMet(Map.of("x", 0.6))).isFalse();
        assertThat(least.isMet(Map.of())).isFalse();
        assertThat(List.of(least.words(), most.words())).containsExactly("x >= 97", "x <= 0.5");
    }

    @ParameterizedTest
    @EnumSource(AdaptiveScenario.class)
    void eachScenarioIsJudgedByFiguresThatItHas(AdaptiveScenario scenario) {
        HostSpec host = scenario.host(HostSpec.A, 3);
        Map<String, Double> figures =
                AdaptiveFigures.of(Logs.steady(0.02, 12, 380, 20_000), host, new Reference(390, 20, 20), 2, 12);
        AdaptiveFigures.addSlots(figures, 1_000, 5);

        assertThat(AdaptiveTargets.of(scenario, host))
                .isNotEmpty()
                .extracting(Target::figure)
                .isSubsetOf(figures.keySet());
    }
}

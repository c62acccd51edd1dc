package org.decorum.stage.cli.bench;

import java.util.List;
import org.decorum.stage.bench.AdaptiveScenario;
import org.decorum.stage.bench.HostSpec;

/**
 * What is run.
 *
 * @param delaysMillis each scenario is run with each of these feedback delays
 * @param seconds of a scenario that has no end of its own
 * @param slowFromSeconds after the first request
 */
record AdaptivePlan(
        List<AdaptiveScenario> scenarios,
        List<HostSpec> hosts,
        List<Long> delaysMillis,
        double seconds,
        double slowFromSeconds,
        long seed) {

    private static final double STEADY_FROM_SECONDS_MAX = 10;
    private static final double REFERENCE_SECONDS_MIN = 2;
    private static final double REFERENCE_SECONDS_MAX = 5;
    private static final double WARM_UP_SECONDS_MAX = 4;

    /** Where a scenario's start is over. */
    double steadyFromSeconds(AdaptiveScenario scenario) {
        return scenario.pages(HostSpec.A).isPresent() || scenario.isSlowed()
                ? 0
                : Math.min(STEADY_FROM_SECONDS_MAX, seconds / 2);
    }

    double referenceSeconds() {
        return Math.max(REFERENCE_SECONDS_MIN, Math.min(REFERENCE_SECONDS_MAX, seconds / 5));
    }

    /** How long code and connections are warmed up before anything is measured. */
    double warmUpSeconds() {
        return Math.min(WARM_UP_SECONDS_MAX, seconds / 5);
    }

    boolean hasBaselines() {
        return scenarios.contains(AdaptiveScenario.PUBLISHED);
    }
}

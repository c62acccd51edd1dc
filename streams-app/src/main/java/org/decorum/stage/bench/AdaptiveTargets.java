package org.decorum.stage.bench;

import java.util.List;

/**
 * What the adaptive law is to reach end to end. The published experiment is to be as good as the best that was published
 * for it, its start included; percents are of what the host does with exactly its workers busy. How a slowdown of B is
 * followed is shown and not judged: in 3 s it answers 30 requests.
 */
public final class AdaptiveTargets {

    private static final double MEDIAN_RATIO_MAX = 1.05;

    private AdaptiveTargets() {}

    /** Targets of a scenario. */
    public static List<Target> of(AdaptiveScenario scenario, HostSpec host) {
        boolean a = host.name().equals(HostSpec.A.name());
        return switch (scenario) {
            case PUBLISHED ->
                List.of(
                        Target.atLeast(AdaptiveFigures.PAGES_PER_SECOND, a ? 365 : 38.5),
                        Target.atMost(AdaptiveFigures.REFUSED_LATER, 0),
                        Target.atMost(AdaptiveFigures.P50_RATIO, MEDIAN_RATIO_MAX));
            case STEADY ->
                List.of(
                        Target.atLeast(AdaptiveFigures.CAPACITY_PERCENT, 97),
                        Target.atMost(AdaptiveFigures.REFUSED_LATER, 0),
                        Target.atMost(AdaptiveFigures.P50_RATIO, MEDIAN_RATIO_MAX),
                        Target.atMost(AdaptiveFigures.MISSED_PERCENT, 1));
            case SLOWDOWN ->
                a
                        ? List.of(
                                Target.atLeast(AdaptiveFigures.SLOW_PERCENT, 95),
                                Target.atLeast(AdaptiveFigures.RECOVERED_PERCENT, 97),
                                Target.atMost(AdaptiveFigures.REFUSED_LATER, 0))
                        : List.of(Target.atMost(AdaptiveFigures.REFUSED_LATER, 0));
            case VARIATION_03 -> List.of(Target.atLeast(AdaptiveFigures.CAPACITY_PERCENT, 92));
            case VARIATION_10 -> List.of(Target.atLeast(AdaptiveFigures.CAPACITY_PERCENT, 88));
        };
    }
}

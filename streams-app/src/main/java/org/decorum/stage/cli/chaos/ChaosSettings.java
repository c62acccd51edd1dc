package org.decorum.stage.cli.chaos;

import org.decorum.stage.chaos.FaultPlan;

/**
 * What a run is.
 *
 * @param seconds from the first request to the last fault
 * @param drainSeconds time to end what is left, after all faults are healed
 */
record ChaosSettings(long seed, int seconds, int urls, int stages, int fetchers, int drainSeconds, FaultPlan plan) {

    /** Shorter runs have no minute in which a stage comes or goes alone, but by chance. */
    boolean judgesScalings() {
        return 1_000L * seconds >= FaultPlan.SCALING_MILLIS_MIN;
    }
}

package org.decorum.stage.cli.chaos;

import org.decorum.stage.chaos.FaultPlan;

/**
 * What a run is.
 *
 * @param seconds from the first request to the last fault
 * @param drainSeconds time to end what is left, after all faults are healed
 */
record ChaosSettings(long seed, int seconds, int urls, int stages, int fetchers, int drainSeconds, FaultPlan plan) {}

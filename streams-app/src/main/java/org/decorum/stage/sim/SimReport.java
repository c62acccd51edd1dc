package org.decorum.stage.sim;

/**
 * What happened in a simulation in which every invariant held.
 *
 * @param events things that happened
 * @param rejected parked ones among them
 * @param kills of tasks
 * @param transfers of sites from one origin to another
 * @param jumps origins that a clock far ahead had looked at
 * @param digest of all releases in their order; the same seed gives the same
 */
public record SimReport(
        long seed,
        double virtualSeconds,
        long events,
        int published,
        int released,
        int fetched,
        int rejected,
        int parked,
        int missed,
        int kills,
        int transfers,
        int jumps,
        long digest) {}

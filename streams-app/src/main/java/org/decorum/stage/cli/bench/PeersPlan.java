package org.decorum.stage.cli.bench;

/**
 * How peers and the stage beside them are measured.
 *
 * @param cycle of the stage
 * @param seconds of each run of a peer
 * @param workers that want to fetch from one origin at once
 * @param honestySeconds for how long they do
 */
record PeersPlan(CyclePlan cycle, double seconds, int workers, double honestySeconds) {

    static final String OPERATIONS = "operations_per_second";
    static final String CPU = "cpu_micros_per_operation";
    static final String STARTS = "starts_to_budget";
    static final String LEAST_GAP = "least_gap_to_interval";

    /** From one start to the next at the one origin of which {@link #STARTS} tells. */
    static final long PACED_MICROS = 100_000;

    /** Of each run of URLFrontier, which takes far longer over them. */
    private static final long FRONTIER_URLS_MAX = 50_000;

    long frontierUrls() {
        return Math.min(cycle.urls(), FRONTIER_URLS_MAX);
    }

    int runs() {
        return cycle.runs();
    }

    long seed() {
        return cycle.seed();
    }
}

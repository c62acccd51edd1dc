package org.decorum.stage.sim;

/**
 * What goes wrong, and how often.
 *
 * @param killsPerMinute of each task; it comes back from its last commit
 * @param stallsPerMinute of each task; it does nothing for a while
 * @param skewMicrosMax how far the clock of a new owner may be off until it is set right
 * @param jumpMicros how far ahead the clock of one in three new owners is until it is set right
 * @param lost share of feedback that never arrives
 * @param repeated share of feedback that arrives again, up to minutes later
 * @param forged forged feedback, as a share of starts
 * @param missed share of slots that a fetcher misses without a reason
 * @param failed share of requests that the origin does not answer
 * @param overloadsPerMinute of each origin; for some seconds it answers 429 or 503 only
 * @param hostTroublesPerMinute of each host; for some seconds it is slow, silent, answers errors, or others ask it too
 * @param fetcherCrashesPerMinute of each fetcher; all that it had read is lost
 * @param policyChangesPerMinute of all origins together
 * @param robotsPerMinute Crawl-delays read, of all sites together
 * @param aliasChangesPerMinute of all origins together; each instance reads them at another time
 * @param shortTicks share of ticks that run out of time
 */
record Faults(
        double killsPerMinute,
        double stallsPerMinute,
        long skewMicrosMax,
        long jumpMicros,
        double lost,
        double repeated,
        double forged,
        double missed,
        double failed,
        double overloadsPerMinute,
        double hostTroublesPerMinute,
        double fetcherCrashesPerMinute,
        double policyChangesPerMinute,
        double robotsPerMinute,
        double aliasChangesPerMinute,
        double shortTicks) {

    static final Faults NONE = new Faults(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    /** No alias changes: what a wrong clock booked at one origin would be judged at another. */
    Faults withJumps(long micros) {
        return new Faults(
                killsPerMinute,
                stallsPerMinute,
                skewMicrosMax,
                micros,
                lost,
                repeated,
                forged,
                missed,
                failed,
                overloadsPerMinute,
                hostTroublesPerMinute,
                fetcherCrashesPerMinute,
                policyChangesPerMinute,
                robotsPerMinute,
                0,
                shortTicks);
    }
}

package org.decorum.stage.capacity;

/**
 * What a fleet did.
 *
 * @param urls that ended while it was whole and measured
 * @param busiestThread URLs a second, by its work
 * @param busiestInstanceCores with copies and idle shards
 * @param readableMillisMost from a booking to the release read, of all that were booked while it was whole
 * @param punctualPercent of those that were readable before their slot
 * @param failoverSeconds from the kill to the first release of the last shard that moved
 * @param heldUp URLs that came in meanwhile for shards that moved
 * @param catchUpSeconds until the last of these shards had nothing left of that
 * @param afterInstanceCores of the busiest, once that is over
 * @param afterThread URLs a second of the busiest thread, once that is over
 * @param afterPunctualPercent of releases from the kill on
 * @param originsOfFullestInstance that it owns
 * @param digest of all that happened
 */
public record FleetReport(
        long urls,
        double meanThread,
        double busiestThread,
        double busiestInstanceCores,
        double readableMillisMean,
        double readableMillisMost,
        double punctualPercent,
        double failoverSeconds,
        long heldUp,
        double catchUpSeconds,
        double afterInstanceCores,
        double afterThread,
        double afterPunctualPercent,
        long originsOfFullestInstance,
        long digest) {

    /** Of a fleet that did not run. */
    public static final FleetReport NONE = new FleetReport(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
}

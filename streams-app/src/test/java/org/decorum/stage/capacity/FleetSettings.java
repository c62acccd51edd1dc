package org.decorum.stage.capacity;

/**
 * A fleet, and what it goes through: it warms up, is measured, loses its first instance, settles once others have taken over,
 * and is measured again.
 *
 * @param originUrlsPerSecondMax that come in for any one
 * @param urlNanos of a stream thread, a third each for arrival, booking and conclusion
 * @param commitNanos that a thread waits at each commit
 * @param failoverNanos from the kill until others have the shards
 * @param standbyNanos of CPU for a URL on the instance that has the copy of its shard
 * @param idleNanosPerSecond of CPU for each shard
 */
record FleetSettings(
        long seed,
        int origins,
        double zipf,
        long intervalNanos,
        double urlsPerSecond,
        double originUrlsPerSecondMax,
        int instances,
        int threads,
        int shards,
        long urlNanos,
        long commitIntervalNanos,
        long commitNanos,
        long leadNanos,
        long failoverNanos,
        long standbyNanos,
        long idleNanosPerSecond,
        double warmUpSeconds,
        double measuredSeconds,
        double settleSeconds,
        double afterSeconds) {}

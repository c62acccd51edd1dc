package org.decorum.stage.capacity;

/** What waits for a shard, and what became of it when it moved. */
final class VirtualShard {

    static final long NEVER = Long.MAX_VALUE;

    private final IntQueue queue = new IntQueue();
    private long urls;
    private long arrivals;
    private long origins;
    private long firstReadableNanos = NEVER;
    private long caughtUpNanos = NEVER;

    IntQueue queue() {
        return queue;
    }

    void addOrigin() {
        origins++;
    }

    long origins() {
        return origins;
    }

    void arrived() {
        arrivals++;
    }

    long arrivals() {
        return arrivals;
    }

    void concluded() {
        urls++;
    }

    long urls() {
        return urls;
    }

    void resetCounts() {
        urls = 0;
        arrivals = 0;
    }

    /** Only what follows counts. */
    void hasMoved() {
        firstReadableNanos = NEVER;
        caughtUpNanos = NEVER;
    }

    void readable(long nanos) {
        firstReadableNanos = Math.min(firstReadableNanos, nanos);
    }

    long firstReadableNanos() {
        return firstReadableNanos;
    }

    void caughtUp(long nanos) {
        caughtUpNanos = Math.min(caughtUpNanos, nanos);
    }

    long caughtUpNanos() {
        return caughtUpNanos;
    }
}

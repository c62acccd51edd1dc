package org.decorum.stage.capacity;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A stream thread in virtual time: takes records of its shards in turn, some of each, and commits after each interval, for
 * which it waits. What it released becomes readable when that has ended.
 */
final class VirtualThread {

    /** Of one shard, before the next has its turn. */
    private static final int TURN = 100;

    /** What there is to do; gives the nanoseconds that it takes. */
    interface Work {
        long process(VirtualThread thread, VirtualShard shard, int event);

        void readable(VirtualShard shard, long bookedNanos, long slotNanos, long readableNanos);
    }

    private record Release(VirtualShard shard, long bookedNanos, long slotNanos) {}

    private final int instance;
    private final long intervalNanos;
    private final long commitNanos;
    private final List<VirtualShard> shards = new ArrayList<>();
    private final List<Release> releases = new ArrayList<>();
    private long nowNanos;
    private long commitAtNanos;
    private boolean hasWorked;
    private int turn;
    private int taken;
    private long workNanos;

    VirtualThread(int instance, long intervalNanos, long commitNanos, long firstCommitNanos) {
        this.instance = instance;
        this.intervalNanos = intervalNanos;
        this.commitNanos = commitNanos;
        this.commitAtNanos = firstCommitNanos;
    }

    int instance() {
        return instance;
    }

    List<VirtualShard> shards() {
        return shards;
    }

    long nowNanos() {
        return nowNanos;
    }

    long workNanos() {
        return workNanos;
    }

    void resetCounts() {
        workNanos = 0;
    }

    void released(VirtualShard shard, long slotNanos) {
        releases.add(new Release(shard, nowNanos, slotNanos));
    }

    void run(long untilNanos, Work work) {
        while (nowNanos < untilNanos) {
            @Nullable VirtualShard next = nowNanos >= commitAtNanos ? null : next();
            if (next != null) {
                long nanos = work.process(this, next, next.queue().take());
                nowNanos += nanos;
                workNanos += nanos;
                hasWorked = true;
            } else if (nowNanos >= commitAtNanos) {
                commit(work);
            } else {
                nowNanos = Math.min(untilNanos, commitAtNanos);
            }
        }
    }

    private void commit(Work work) {
        if (hasWorked) {
            nowNanos += commitNanos;
        }
        releases.forEach(
                release -> work.readable(release.shard(), release.bookedNanos(), release.slotNanos(), nowNanos));
        releases.clear();
        hasWorked = false;
        commitAtNanos = nowNanos + intervalNanos;
    }

    private @Nullable VirtualShard next() {
        for (int looked = 0; looked <= shards.size() && !shards.isEmpty(); looked++) {
            VirtualShard shard = shards.get(turn % shards.size());
            if (taken < TURN && !shard.queue().isEmpty()) {
                taken++;
                return shard;
            }
            turn = (turn + 1) % shards.size();
            taken = 0;
        }
        return null;
    }
}

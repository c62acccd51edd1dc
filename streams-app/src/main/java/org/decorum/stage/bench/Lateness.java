package org.decorum.stage.bench;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * How late origins are that always have something waiting: for each release, by how much its slot is later than one
 * interval after the last one of its origin, and by how much it became readable after its slot began, both together. A
 * release that was readable in time, on the grid of its origin, is not late at all.
 */
public final class Lateness {

    private final long intervalMicros;
    private final Map<String, Long> lastMicros = new HashMap<>();
    private long[] late = new long[1_024];
    private int count;

    /**
     * Nothing yet.
     *
     * @param intervalMicros of all origins
     */
    public Lateness(long intervalMicros) {
        this.intervalMicros = intervalMicros;
    }

    /** The first release of an origin only tells where its grid is. */
    public synchronized void released(String originKey, long releaseAtMicros, long readableMicros) {
        Long last = lastMicros.put(originKey, releaseAtMicros);
        if (last != null) {
            long slot = Math.max(0, releaseAtMicros - last - intervalMicros);
            add(slot + Math.max(0, readableMicros - releaseAtMicros));
        }
    }

    private void add(long micros) {
        if (count == late.length) {
            late = Arrays.copyOf(late, 2 * count);
        }
        late[count++] = micros;
    }

    /** What counts from now on; grids go on. */
    public synchronized void startAnew() {
        count = 0;
    }

    public synchronized int count() {
        return count;
    }

    /** At a percentile, nearest rank; 0 where nothing was released. */
    public synchronized double millis(double percent) {
        if (count == 0) {
            return 0;
        }
        long[] sorted = Arrays.copyOf(late, count);
        Arrays.sort(sorted);
        int rank = (int) Math.ceil(percent / 100 * count);
        return sorted[Math.max(0, rank - 1)] / 1e3;
    }
}

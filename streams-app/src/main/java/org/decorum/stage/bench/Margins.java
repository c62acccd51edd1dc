package org.decorum.stage.bench;

import org.HdrHistogram.Histogram;

/**
 * How long before its slot each release was readable; below 0 where it was not in time. Kept to three digits, rounded to
 * the worse side. Written by the reader, read by whoever measures.
 */
public final class Margins {

    private static final int DIGITS = 3;

    private final Histogram inTime = new Histogram(DIGITS);
    private final Histogram late = new Histogram(DIGITS);

    public synchronized void add(long marginMicros) {
        if (marginMicros > 0) {
            inTime.recordValue(marginMicros);
        } else {
            late.recordValue(-marginMicros);
        }
    }

    /** What counts from now on. */
    public synchronized void startAnew() {
        inTime.reset();
        late.reset();
    }

    public synchronized long count() {
        return inTime.getTotalCount() + late.getTotalCount();
    }

    /** Releases that were readable before their slot began; 0 where there were none at all. */
    public synchronized double inTimePercent() {
        return count() == 0 ? 0 : 100.0 * inTime.getTotalCount() / count();
    }

    /** The margin that so many percent do not exceed, nearest rank; 0 where there were none. */
    public synchronized double millis(double percent) {
        if (count() == 0) {
            return 0;
        }
        long lates = late.getTotalCount();
        long rank = Math.max(1, (long) Math.ceil(percent / 100 * count()));
        if (rank <= lates) {
            return -late.getValueAtPercentile(100.0 * (lates - rank + 1) / lates) / 1e3;
        }
        long value = inTime.getValueAtPercentile(100.0 * (rank - lates) / inTime.getTotalCount());
        return inTime.lowestEquivalentValue(value) / 1e3;
    }
}

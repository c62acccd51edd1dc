package org.decorum.stage.bench;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;

/**
 * How long after the beginning of its slot each request started, as its fetcher reports; a release and its report are
 * known by their booking, and may come in any order. Kept to three digits. Written by the reader, read by whoever
 * measures.
 */
public final class Starts {

    private static final int DIGITS = 3;

    private final Map<String, Long> releasedMicros = new HashMap<>();
    private final Map<String, OptionalLong> reports = new HashMap<>();
    private final Histogram lateness = new Histogram(DIGITS);
    private long missed;

    /** A release was read. */
    public synchronized void released(String bookingId, long releaseAtMicros) {
        OptionalLong report = reports.remove(bookingId);
        if (report == null) {
            releasedMicros.put(bookingId, releaseAtMicros);
        } else {
            add(releaseAtMicros, report);
        }
    }

    /**
     * A report was read.
     *
     * @param startedMicros empty where the slot was missed
     */
    public synchronized void reported(String bookingId, OptionalLong startedMicros) {
        Long releaseAtMicros = releasedMicros.remove(bookingId);
        if (releaseAtMicros == null) {
            reports.put(bookingId, startedMicros);
        } else {
            add(releaseAtMicros, startedMicros);
        }
    }

    private void add(long releaseAtMicros, OptionalLong startedMicros) {
        if (startedMicros.isPresent()) {
            lateness.recordValue(Math.max(0, startedMicros.getAsLong() - releaseAtMicros));
        } else {
            missed++;
        }
    }

    /** What counts from now on; what is on its way still finds its other half. */
    public synchronized void startAnew() {
        lateness.reset();
        missed = 0;
    }

    public synchronized long count() {
        return lateness.getTotalCount();
    }

    /** Of the slots that were reported, those that were missed; they are in no percentile. */
    public synchronized double missedPercent() {
        return 100.0 * missed / Math.max(1, missed + count());
    }

    /** At a percentile; 0 where nothing started. */
    public synchronized double millis(double percent) {
        return lateness.getValueAtPercentile(percent) / 1e3;
    }
}

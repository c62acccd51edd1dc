package org.decorum.stage.bench;

import java.util.List;

/**
 * A host's log over time, in steps of equal length.
 *
 * @param stepSeconds length of a step
 * @param pagesPerSecond done within each step
 * @param inFlight requests at the host, those that wait included; mean over each step
 * @param waiting those that wait; mean over each step
 * @param refused within each step
 */
@SuppressWarnings("ArrayRecordComponent") // made once, read by the picture
record Series(double stepSeconds, double[] pagesPerSecond, double[] inFlight, double[] waiting, double[] refused) {

    /** Cuts a log, whose times count from its first arrival, into steps. */
    static Series of(List<Visit> visits, double stepSeconds, double untilSeconds) {
        int steps = Math.max(1, (int) Math.ceil(untilSeconds / stepSeconds));
        Series series =
                new Series(stepSeconds, new double[steps], new double[steps], new double[steps], new double[steps]);
        for (Visit visit : visits) {
            if (visit.isPage()) {
                series.add(series.pagesPerSecond, visit.endedMicros(), 1 / stepSeconds);
                series.spread(series.inFlight, visit.arrivedMicros(), visit.endedMicros());
                series.spread(series.waiting, visit.arrivedMicros(), visit.begunMicros());
            } else {
                series.add(series.refused, visit.arrivedMicros(), 1);
            }
        }
        return series;
    }

    int steps() {
        return pagesPerSecond.length;
    }

    private void add(double[] to, long micros, double amount) {
        int step = (int) (micros / 1e6 / stepSeconds);
        if (step < to.length) {
            to[step] += amount;
        }
    }

    /** Adds to each step the share of it that lies within the two times. */
    private void spread(double[] to, long fromMicros, long untilMicros) {
        double from = fromMicros / 1e6 / stepSeconds;
        double until = untilMicros / 1e6 / stepSeconds;
        for (int step = (int) from; step < Math.min(to.length, until); step++) {
            to[step] += Math.min(until, step + 1) - Math.max(from, step);
        }
    }
}

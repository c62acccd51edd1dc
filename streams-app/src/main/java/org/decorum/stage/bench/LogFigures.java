package org.decorum.stage.bench;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/** What a host's own log says. A page counts when it is done. Times are seconds since the first arrival. */
public final class LogFigures {

    private static final double MICROS = 1e6;
    private static final double WINDOW_SECONDS = 1;
    private static final double STEP_SECONDS = 0.1;

    private final List<Visit> visits;
    private final long[] endsMicros;

    public LogFigures(List<Visit> visits) {
        this.visits = List.copyOf(visits);
        this.endsMicros = visits.stream()
                .filter(Visit::isPage)
                .mapToLong(Visit::endedMicros)
                .sorted()
                .toArray();
    }

    public int pages() {
        return endsMicros.length;
    }

    /** Until the last page was done. */
    public double seconds() {
        return endsMicros.length == 0 ? 0 : endsMicros[endsMicros.length - 1] / MICROS;
    }

    /** Of the whole run. */
    public double pagesPerSecond() {
        return endsMicros.length == 0 ? 0 : endsMicros.length / seconds();
    }

    /** Of a part of it. */
    public double pagesPerSecond(double fromSeconds, double untilSeconds) {
        return (before(untilSeconds) - before(fromSeconds)) / (untilSeconds - fromSeconds);
    }

    /**
     * From there on, over whole rounds of all workers: where they work in step, a window that cuts a round is wrong by as
     * much as they are.
     *
     * @throws IllegalArgumentException if the log is shorter than one round
     */
    double pagesPerSecondOfRounds(int workers, double fromSeconds) {
        int from = before(fromSeconds);
        int pages = (endsMicros.length - 1 - from) / workers * workers;
        if (pages <= 0) {
            throw new IllegalArgumentException("log: " + endsMicros.length + " pages in " + seconds()
                    + " s (expected: more than one round after " + fromSeconds + " s)");
        }
        return pages * MICROS / (endsMicros[from + pages] - endsMicros[from]);
    }

    /** Refused requests that arrived from there on. */
    public long refused(double fromSeconds) {
        return visits.stream()
                .filter(visit -> visit.isRefused() && visit.arrivedMicros() >= fromSeconds * MICROS)
                .count();
    }

    /**
     * From arrival to the end, at the host, of pages that arrived from there on; empty if there are none.
     *
     * @param percentile 0 to 100
     */
    public OptionalDouble latencyMillis(double percentile, double fromSeconds) {
        long[] latencies = visits.stream()
                .filter(visit -> visit.isPage() && visit.arrivedMicros() >= fromSeconds * MICROS)
                .mapToLong(Visit::latencyMicros)
                .sorted()
                .toArray();
        if (latencies.length == 0) {
            return OptionalDouble.empty();
        }
        int rank = (int) Math.ceil(percentile / 100 * latencies.length);
        return OptionalDouble.of(latencies[Math.max(0, rank - 1)] / 1e3);
    }

    /** Begin of the first whole second in which so many pages were done; empty if there is none. */
    public OptionalDouble secondsUntil(double pages) {
        for (int step = 0; step * STEP_SECONDS + WINDOW_SECONDS <= seconds(); step++) {
            double from = step * STEP_SECONDS;
            if (before(from + WINDOW_SECONDS) - before(from) >= pages) {
                return OptionalDouble.of(from);
            }
        }
        return OptionalDouble.empty();
    }

    private int before(double seconds) {
        int index = Arrays.binarySearch(endsMicros, (long) Math.ceil(seconds * MICROS));
        int at = index >= 0 ? index : -index - 1;
        while (at > 0 && endsMicros[at - 1] >= seconds * MICROS) {
            at--;
        }
        return at;
    }
}

package org.decorum.core.adaptive;

import java.util.Arrays;

/** What a host and a stage saw of a crawl; times in seconds of the run. */
final class CrawlLog {

    private long[] finished = new long[1 << 10];
    private double[] inflation = new double[1 << 10];
    private int fetched;
    private long[] shed = new long[16];
    private int sheds;
    private long booked;
    private long missed;

    void fetched(long nowMicros, long startedMicros, SimulatedHost.Service service) {
        if (fetched == finished.length) {
            finished = Arrays.copyOf(finished, fetched * 2);
            inflation = Arrays.copyOf(inflation, fetched * 2);
        }
        finished[fetched] = nowMicros;
        inflation[fetched++] = (double) service.waitedMicros() / Math.max(1, service.servedMicros());
    }

    void shed(long nowMicros) {
        if (sheds == shed.length) {
            shed = Arrays.copyOf(shed, sheds * 2);
        }
        shed[sheds++] = nowMicros;
    }

    void booked() { booked++; }

    void missed(long nowMicros) { missed++; }

    double missedShare() { return (double) missed / Math.max(1, booked); }

    /** Pages a second that were fetched between two instants. */
    double rate(double from, double to) {
        int count = 0;
        for (int i = 0; i < fetched; i++) {
            if (finished[i] >= from * 1e6 && finished[i] < to * 1e6) count++;
        }
        return count / (to - from);
    }

    int sheds(double from) {
        int count = 0;
        for (int i = 0; i < sheds; i++) if (shed[i] >= from * 1e6) count++;
        return count;
    }

    int fetched() { return fetched; }

    /** Quantile of waiting / service, which is 0 where nothing waits. */
    double inflation(double from, double to, double quantile) {
        double[] within = new double[fetched];
        int count = 0;
        for (int i = 0; i < fetched; i++) {
            if (finished[i] >= from * 1e6 && finished[i] < to * 1e6) within[count++] = inflation[i];
        }
        if (count == 0) return Double.NaN;
        Arrays.sort(within, 0, count);
        return within[Math.min(count - 1, (int) (quantile * count))];
    }
    double reach(double level, double from) {
        int need = (int) Math.ceil(level);
        for (int i = 0; i + need - 1 < fetched; i++) {
            if (finished[i] < from * 1e6) continue;
            if (finished[i + need - 1] - finished[i] <= 1_000_000) return finished[i + need - 1] / 1e6 - from;
        }
        return Double.NaN;
    }
}

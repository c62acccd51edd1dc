package org.decorum.core.adaptive;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/** What was seen of a crawl; times in seconds of the run. */
final class CrawlLog {

    private double[] finished = new double[1 << 10];
    private double[] latency = new double[1 << 10];
    private double[] waiting = new double[1 << 10];
    private int fetched;
    private double[] refusals = new double[16];
    private int refused;
    private long booked;
    private long missed;

    /** @param service empty for a 503 */
    void answered(long nowMicros, long startedMicros, Optional<SimulatedHost.Service> service) {
        if (service.isEmpty()) {
            refusals = refused == refusals.length ? Arrays.copyOf(refusals, refused * 2) : refusals;
            refusals[refused++] = nowMicros / 1e6;
            return;
        }
        if (fetched == finished.length) {
            finished = Arrays.copyOf(finished, fetched * 2);
            latency = Arrays.copyOf(latency, fetched * 2);
            waiting = Arrays.copyOf(waiting, fetched * 2);
        }
        finished[fetched] = nowMicros / 1e6;
        latency[fetched] = (nowMicros - startedMicros) / 1e6;
        waiting[fetched++] =
                (double) service.get().waitedMicros() / service.get().servedMicros();
    }

    void booked() {
        booked++;
    }

    void missed() {
        missed++;
    }

    int fetched() {
        return fetched;
    }

    /** Pages a second. */
    double rate(double from, double to) {
        return within(from, to).count() / (to - from);
    }

    /** Seconds from the beginning until so many pages are fetched. */
    double secondsFor(int pages) {
        return finished[pages - 1];
    }

    /** Seconds after {@code from} until the first second in which {@code pages} are fetched. */
    double secondsUntil(double pages, double from) {
        int need = (int) Math.ceil(pages);
        return within(from, Double.MAX_VALUE)
                .filter(i -> i + need <= fetched && finished[i + need - 1] - finished[i] <= 1)
                .mapToDouble(i -> finished[i + need - 1] - from)
                .findFirst()
                .orElse(Double.NaN);
    }

    /** Quantile of waiting / service at the host, percent: 0 where nothing waits. */
    double queueing(double from, double to, double quantile) {
        return 100 * quantile(within(from, to).mapToDouble(i -> waiting[i]).toArray(), quantile);
    }

    double latencyMillis(double quantile) {
        return 1_000 * quantile(Arrays.copyOf(latency, fetched), quantile);
    }

    int refusedSince(double from) {
        return (int)
                Arrays.stream(refusals, 0, refused).filter(at -> at >= from).count();
    }

    /** Share of the slots in which nothing could start, percent. */
    double missedPercent() {
        return 100.0 * missed / Math.max(1, booked);
    }

    private IntStream within(double from, double to) {
        return IntStream.range(0, fetched).filter(i -> finished[i] >= from && finished[i] < to);
    }

    private static double quantile(double[] values, double quantile) {
        Arrays.sort(values);
        return values.length == 0 ? Double.NaN : values[Math.min(values.length - 1, (int) (quantile * values.length))];
    }
}

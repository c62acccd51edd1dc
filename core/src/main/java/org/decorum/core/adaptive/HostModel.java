package org.decorum.core.adaptive;

import org.decorum.core.codec.CorruptStateException;
import org.decorum.core.codec.StateReader;
import org.decorum.core.codec.StateWriter;

/**
 * What is known of an origin: its normal latency L, and the parallelism P, how many requests it works on at once, so
 * that its capacity is P / L. Also how far its latencies vary, as a coefficient of variation, and from how many answers
 * L is known: the standard error of a mean of n ratios to L is
 *
 * <pre>{@code
 * error(n) = variation * sqrt(1 / n + 1 / samples)
 * }</pre>
 */
final class HostModel {

    /** Latencies that vary less than this are as good as exact. */
    private static final double EXACT = 0.02;

    /** Latencies that vary more than this say little one by one: then the cap rules, and the pace leaves room. */
    private static final double NOISY = 0.15;

    /** How far a mean may be over the normal, beside what chance explains. */
    static final double TOLERANCE = 0.10;

    /** Standard errors that chance explains. */
    static final double CHANCE = 2.5;

    private static final int BATCH_MIN = 8;
    private static final int BATCH_MAX = 400;
    private static final int BATCH_NOISY = 32;
    private static final double BATCH_MICROS = 2e6;
    private static final int SAMPLES_MAX = 2_000;
    private static final double RATIO_MIN = 1.0 / 1024;
    private static final double UNIT_MIN_MICROS = 1.0 / 1024;

    private Baseline baseline = new Baseline();
    private double parallel = 1;
    private double variation;
    private int samples;
    private double unitMicros;
    private long normalMicros;

    /** False before the first answer. */
    boolean isKnown() {
        return normalMicros > 0;
    }

    double parallel() {
        return parallel;
    }

    void parallel(double requests) {
        parallel = Fixed.of(Math.max(1, requests));
    }

    double variation() {
        return variation;
    }

    /** Moves the variation towards what a window showed; gain 1 takes it over. */
    void vary(double shown, double gain) {
        variation = Fixed.of(variation + gain * (shown - variation));
    }

    boolean isNoisy() {
        return variation >= NOISY;
    }

    boolean isExact() {
        return variation < EXACT;
    }

    /** Normal latency of a request, microseconds, as costs are mixed now. */
    long normalMicros() {
        return normalMicros;
    }

    /** The same of one unit of cost. */
    double unitMicros() {
        return unitMicros;
    }

    double perSecond() {
        return parallel * 1e6 / normalMicros;
    }

    double error(int n) {
        return variation * Math.sqrt(1.0 / Math.max(1, n) + 1.0 / Math.max(1, samples));
    }

    double tolerance(int n) {
        return TOLERANCE + CHANCE * error(n);
    }

    /** How many answers a decision takes: enough to see a tenth, if that is not over 2 seconds' worth. */
    int batch(int cap) {
        double enough = Math.pow(CHANCE * variation / TOLERANCE, 2);
        double affordable = Math.max(BATCH_NOISY * variation, BATCH_MICROS * parallel / normalMicros);
        return (int) Math.min(BATCH_MAX, Math.max(Math.max(BATCH_MIN, 2 * cap), Math.min(enough, affordable)));
    }

    /** Latency / normal of an answer; 0 while its class of cost is being learned. */
    double ratio(Fetched answer) {
        int costClass = Baseline.classOf(answer.cost());
        if (!isKnown()) {
            baseline.begin(costClass, answer.latencyMicros());
            normalMicros = answer.latencyMicros();
            unitMicros = unit((double) normalMicros / answer.cost());
        }
        if (!baseline.isLearned(costClass)) {
            baseline.learn(costClass, answer.latencyMicros());
            return 0;
        }
        return Math.max(RATIO_MIN, (double) answer.latencyMicros() / baseline.normalMicros(costClass));
    }

    /** Never 0, which would be a rate without end. */
    private static double unit(double micros) {
        return Math.max(UNIT_MIN_MICROS, Fixed.of(micros));
    }

    long normalMicros(Fetched answer) {
        return baseline.normalMicros(Baseline.classOf(answer.cost()));
    }

    /** Takes over how costs are mixed. */
    void mix(Window window) {
        unitMicros = unit(window.unitMicros());
        normalMicros = Math.max(1, Math.round(window.normalMicros()));
    }

    /** The normal is what n answers took, {@code mean} times the old one. */
    void renew(double mean, int n) {
        samples = n;
        scale(mean);
    }

    /** Takes n answers with nothing queued into the normal, by their number, at least by {@code gainMin}. */
    void merge(double mean, int n, double gainMin) {
        double gain = Math.max(gainMin, (double) n / (n + samples));
        samples = Math.min(SAMPLES_MAX, samples + n);
        scale(1 + gain * (mean - 1));
    }

    /** Moves the normal, and says nothing about how well it is known. */
    void scale(double factor) {
        baseline.scale(factor);
        unitMicros = unit(unitMicros * factor);
        normalMicros = Math.max(1, Math.round(normalMicros * factor));
    }

    HostModel copy() {
        HostModel copy = new HostModel();
        copy.baseline = baseline.copy();
        copy.parallel = parallel;
        copy.variation = variation;
        copy.samples = samples;
        copy.unitMicros = unitMicros;
        copy.normalMicros = normalMicros;
        return copy;
    }

    void write(StateWriter out) {
        baseline.write(out);
        out.writeLong(Fixed.toLong(parallel)).writeLong(Fixed.toLong(variation)).writeLong(samples);
        out.writeLong(Fixed.toLong(unitMicros)).writeLong(normalMicros);
    }

    static HostModel read(StateReader in) {
        HostModel host = new HostModel();
        host.baseline = Baseline.read(in);
        host.parallel = Fixed.fromLong(in.readLong());
        host.variation = Fixed.fromLong(in.readLong());
        host.samples = in.readInt();
        host.unitMicros = Fixed.fromLong(in.readLong());
        host.normalMicros = in.readLong();
        if (host.parallel < 1 || host.variation < 0 || host.samples < 0 || host.normalMicros < 0) {
            throw new CorruptStateException("host of " + host.parallel + " at once, variation " + host.variation
                    + ", normal " + host.normalMicros + " micros from " + host.samples + " answers");
        }
        return host;
    }
}

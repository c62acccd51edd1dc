package org.decorum.core.adaptive;

import org.decorum.core.codec.StateReader;
import org.decorum.core.codec.StateWriter;

/**
 * Tells at once when an origin has become much slower, or much faster: Page's cumulative sum (1954) of ratios, latency /
 * normal.
 *
 * <pre>{@code
 * sum' = max(0, sum + min(change - drift, alarm / 5)),   change = ratio - 1, or 1 - ratio
 * drift = 0.5 * (1 + variation) for slower, 0.4 for faster
 * alarm = 2 * (1 + 4 * variation) * (1 + variation * cap / 16)
 * }</pre>
 *
 * <p>so that no fewer than five answers raise it, however late they are, and more where latencies vary, since many in
 * flight are then late together.
 */
final class Shift {

    private static final double SLOWER_DRIFT = 0.5;
    private static final double FASTER_DRIFT = 0.4;
    private static final double ALARM = 2;
    private static final double NOISE = 4;
    private static final double CAP_SCALE = 16;
    private static final int ANSWERS_MIN = 5;
    private static final double RATIO_MAX = 1_000;

    private final boolean slower;
    private double sum;
    private double mean;
    private int count;

    private Shift(boolean slower) {
        this.slower = slower;
    }

    static Shift slower() {
        return new Shift(true);
    }

    static Shift faster() {
        return new Shift(false);
    }

    /** True if the answers that {@link #mean} is of are the origin's new way. */
    boolean add(double ratio, double variation, int cap) {
        double bounded = Math.min(ratio, RATIO_MAX);
        double alarm = ALARM * (1 + NOISE * variation) * (1 + variation * cap / CAP_SCALE);
        double step = slower ? bounded - 1 - SLOWER_DRIFT * (1 + variation) : 1 - bounded - FASTER_DRIFT;
        sum = Fixed.of(Math.max(0, sum + Math.min(step, alarm / ANSWERS_MIN)));
        if (sum == 0) {
            clear();
            return false;
        }
        count++;
        mean = Fixed.of(mean + Math.max(1.0 / count, latestWeight(variation)) * (bounded - mean));
        return sum >= alarm;
    }

    /** The first ones may have begun before the change. */
    private static double latestWeight(double variation) {
        return 1 / (2 + 32 * variation);
    }

    /** Mean of latency / normal since the sum left 0, the latest ones most. */
    double mean() {
        return mean;
    }

    void clear() {
        sum = 0;
        mean = 0;
        count = 0;
    }

    Shift copy() {
        Shift copy = new Shift(slower);
        copy.sum = sum;
        copy.mean = mean;
        copy.count = count;
        return copy;
    }

    void write(StateWriter out) {
        out.writeLong(count);
        if (count > 0) {
            out.writeLong(Fixed.toLong(sum)).writeLong(Fixed.toLong(mean));
        }
    }

    Shift read(StateReader in) {
        count = in.readInt();
        if (count > 0) {
            sum = Fixed.fromLong(in.readLong());
            mean = Fixed.fromLong(in.readLong());
        }
        return this;
    }
}

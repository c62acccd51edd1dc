package org.decorum.core.adaptive;

import org.decorum.core.codec.StateReader;
import org.decorum.core.codec.StateWriter;

/**
 * Tells at once when an origin has become much slower or much faster: Page's cumulative sum (1954) of latency / normal,
 * in one direction.
 *
 * <pre>{@code
 * sum' = max(0, sum + min(deviation - DRIFT, alarm / 5)),   alarm = 2 * (1 + Knee.ALARM * variation)
 * }</pre>
 *
 * <p>so that no fewer than five answers raise it, however late they are.
 */
final class Shift {

    private static final double DRIFT = 0.4;
    private static final int ANSWERS_MIN = 5;

    private final int direction;
    private double sum;
    private double recent;
    private int count;

    /** @param direction 1 for slower, -1 for faster */
    Shift(int direction) {
        this.direction = direction;
    }

    /** True if the answers since {@link #mean} began are the origin's new way. */
    boolean add(double ratio, double variation, int cap) {
        double alarm = alarm(variation, cap);
        double step = direction * (ratio - 1) - (direction > 0 ? Knee.UPDRIFT * (1 + variation) : DRIFT);
        sum = Fixed.of(Math.max(0, sum + Math.min(step, alarm / ANSWERS_MIN)));
        if (sum == 0) {
            clear();
            return false;
        }
        count++;
        double weight = Math.max(1.0 / count, 1 / (2 + 32 * variation));
        recent = Fixed.of(recent + weight * (ratio - recent));
        return sum >= alarm;
    }

    private static double alarm(double variation, int cap) {
        return 2 * (1 + Knee.ALARM * variation) * (1 + variation * cap / 16);
    }

    /** Mean of latency / normal since the sum left 0. */
    double mean() {
        return recent;
    }

    void clear() {
        sum = 0;
        recent = 0;
        count = 0;
    }

    Shift copy() {
        Shift copy = new Shift(direction);
        copy.sum = sum;
        copy.recent = recent;
        copy.count = count;
        return copy;
    }

    void write(StateWriter out) {
        out.writeLong(count);
        if (count > 0) {
            out.writeLong(Fixed.toLong(sum)).writeLong(Fixed.toLong(recent));
        }
    }

    static Shift read(int direction, StateReader in) {
        Shift shift = new Shift(direction);
        shift.count = in.readInt();
        if (shift.count > 0) {
            shift.sum = Fixed.fromLong(in.readLong());
            shift.recent = Fixed.fromLong(in.readLong());
        }
        return shift;
    }
}

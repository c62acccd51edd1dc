package org.decorum.core.adaptive;

import org.decorum.core.codec.CorruptStateException;
import org.decorum.core.codec.StateReader;
import org.decorum.core.codec.StateWriter;

/**
 * The answers that one decision is made from. The first {@code skip} are left out: they met what was sent before.
 *
 * <pre>{@code
 * mean      = sum of (latency / normal) / n           1: nothing of ours waited
 * work      = sum of normals / time between ends    requests that the origin had in process at once
 * }</pre>
 */
final class Window {

    private static final double RATIO_MAX = 1_000;
    private static final double LATE = 1.05;
    private static final double MOST = 0.6;

    private int skip;
    private int count;
    private int late;
    private double ratioSum;
    private double squareSum;
    private long normalSumMicros;
    private long costSum;
    private long firstStartMicros;
    private long lastStartMicros;
    private long firstEndMicros;
    private long lastEndMicros;

    Window() {}

    Window(int skip) {
        this.skip = skip;
    }

    /** Still leaving out. */
    boolean skips() {
        return skip > 0;
    }

    int count() {
        return count;
    }

    /** Leaves out something that never brought an answer; false if there is nothing to leave out. */
    boolean skipped() {
        if (skip == 0) {
            return false;
        }
        skip--;
        return true;
    }

    void add(double ratio, long normalMicros, Fetched answer) {
        if (skipped()) {
            return;
        }
        double bounded = Fixed.of(Math.min(RATIO_MAX, ratio));
        ratioSum += bounded;
        squareSum += bounded * bounded;
        late += bounded > LATE ? 1 : 0;
        normalSumMicros += normalMicros;
        costSum += answer.cost();
        firstStartMicros = count == 0 ? answer.startedMicros() : Math.min(firstStartMicros, answer.startedMicros());
        lastStartMicros = count == 0 ? answer.startedMicros() : Math.max(lastStartMicros, answer.startedMicros());
        firstEndMicros = count == 0 ? answer.finishedMicros() : Math.min(firstEndMicros, answer.finishedMicros());
        lastEndMicros = count == 0 ? answer.finishedMicros() : Math.max(lastEndMicros, answer.finishedMicros());
        count++;
    }

    double mean() {
        return ratioSum / count;
    }

    /**
     * Most of them were late, not only those that were in flight in one moment in which fetcher or origin stood still:
     * they are half of a window at most.
     */
    boolean isLate() {
        return late > MOST * count;
    }

    /** Coefficient of variation of the ratios. */
    double variation() {
        double mean = mean();
        return Math.sqrt(Math.max(0, squareSum / count - mean * mean)) / mean;
    }

    double work() {
        return perSpan(lastEndMicros - firstEndMicros);
    }

    /** Work that was sent: the same between starts. */
    double offered() {
        return perSpan(lastStartMicros - firstStartMicros);
    }

    /** Requests in flight while these were: offered work, each as long as it took. */
    double inFlight() {
        return offered() * mean();
    }

    private double perSpan(long spanMicros) {
        double between = (double) normalSumMicros * (count - 1) / count;
        return spanMicros > 0 ? between / spanMicros : count;
    }

    /** Normal latency of one request, microseconds. */
    double normalMicros() {
        return (double) normalSumMicros / count;
    }

    /** Normal latency of one unit of cost, microseconds, as the classes were mixed. */
    double unitMicros() {
        return (double) normalSumMicros / costSum;
    }

    Window copy() {
        Window copy = new Window(skip);
        copy.count = count;
        copy.late = late;
        copy.ratioSum = ratioSum;
        copy.squareSum = squareSum;
        copy.normalSumMicros = normalSumMicros;
        copy.costSum = costSum;
        copy.firstStartMicros = firstStartMicros;
        copy.lastStartMicros = lastStartMicros;
        copy.firstEndMicros = firstEndMicros;
        copy.lastEndMicros = lastEndMicros;
        return copy;
    }

    void write(StateWriter out) {
        out.writeLong(skip).writeLong(count);
        if (count > 0) {
            out.writeLong(Fixed.toLong(ratioSum)).writeLong(Fixed.toLong(squareSum * 1024));
            out.writeLong(late).writeLong(normalSumMicros).writeLong(costSum);
            out.writeLong(firstStartMicros).writeLong(lastStartMicros - firstStartMicros);
            out.writeLong(firstEndMicros).writeLong(lastEndMicros - firstEndMicros);
        }
    }

    static Window read(StateReader in) {
        Window window = new Window(in.readInt());
        window.count = in.readInt();
        if (window.skip < 0 || window.count < 0) {
            throw new CorruptStateException("window of " + window.count + " answers after " + window.skip);
        }
        if (window.count > 0) {
            window.ratioSum = Fixed.fromLong(in.readLong());
            window.squareSum = Fixed.fromLong(in.readLong()) / 1024;
            window.late = in.readInt();
            window.normalSumMicros = in.readLong();
            window.costSum = in.readLong();
            window.firstStartMicros = in.readLong();
            window.lastStartMicros = window.firstStartMicros + in.readLong();
            window.firstEndMicros = in.readLong();
            window.lastEndMicros = window.firstEndMicros + in.readLong();
        }
        return window;
    }
}

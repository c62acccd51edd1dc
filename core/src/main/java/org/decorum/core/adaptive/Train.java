package org.decorum.core.adaptive;

import org.decorum.core.codec.StateReader;
import org.decorum.core.codec.StateWriter;

/**
 * A short run of releases under a setting of its own, after which the lasting setting holds again, and a rest that lets
 * the origin finish what the train brought. What it shows is known later; meanwhile nothing unusual is sent.
 *
 * <p>The first releases only bring the origin into the state that is to be measured. The others are told by their start,
 * never by the order of answers: the first to be answered are the short ones.
 */
final class Train {

    private static final double COMPLETE = 0.7;
    private static final double FULL = 0.8;

    private int left;
    private int cap;
    private double work;
    private long restMicros;
    private int unmeasured;
    private int measured;
    private long measuredFromMicros = Long.MAX_VALUE;

    boolean isOn() {
        return left > 0;
    }

    int cap() {
        return cap;
    }

    double work() {
        return work;
    }

    void start(int warmUp, int toMeasure, int inFlightCap, double workAtOnce, long restAfterMicros) {
        left = warmUp + toMeasure;
        unmeasured = warmUp;
        measured = toMeasure;
        measuredFromMicros = Long.MAX_VALUE;
        cap = inFlightCap;
        work = Fixed.of(workAtOnce);
        restMicros = restAfterMicros;
    }

    void stop() {
        left = 0;
    }

    /** One more is released; true if it was the last. */
    boolean released(long slotMicros) {
        if (unmeasured == 0) {
            measuredFromMicros = slotMicros;
        }
        unmeasured = Math.max(-1, unmeasured - 1);
        return --left == 0;
    }

    long restMicros() {
        return restMicros;
    }

    boolean measures(long startedMicros) {
        return startedMicros >= measuredFromMicros;
    }

    /** Whether enough of what was to be measured was also sent. */
    boolean isComplete(Window window) {
        return window.count() >= COMPLETE * measured;
    }

    /** Whether the origin had about as much at once as the train was to bring. */
    boolean filled(Window window) {
        return window.inFlight() >= FULL * Math.min(cap, (int) Math.ceil(work));
    }

    Train copy() {
        Train copy = new Train();
        copy.left = left;
        copy.cap = cap;
        copy.work = work;
        copy.restMicros = restMicros;
        copy.unmeasured = unmeasured;
        copy.measured = measured;
        copy.measuredFromMicros = measuredFromMicros;
        return copy;
    }

    void write(StateWriter out) {
        out.writeLong(left).writeLong(cap).writeLong(Fixed.toLong(work)).writeLong(restMicros);
        out.writeLong(unmeasured).writeLong(measured);
        if (unmeasured < 0) {
            out.writeLong(measuredFromMicros);
        }
    }

    static Train read(StateReader in) {
        Train train = new Train();
        train.left = in.readInt();
        train.cap = in.readInt();
        train.work = Fixed.fromLong(in.readLong());
        train.restMicros = in.readLong();
        train.unmeasured = in.readInt();
        train.measured = in.readInt();
        train.measuredFromMicros = train.unmeasured < 0 ? in.readLong() : Long.MAX_VALUE;
        return train;
    }
}

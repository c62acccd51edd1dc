package org.decorum.core.adaptive;

import org.decorum.core.codec.StateReader;
import org.decorum.core.codec.StateWriter;

/**
 * A short run of releases under a setting of its own, after which the lasting setting holds again, and a rest that lets
 * the origin finish what the train brought. What it shows is known later; meanwhile nothing unusual is sent.
 */
final class Train {

    private int left;
    private int cap;
    private double work;
    private long restMicros;

    boolean isOn() {
        return left > 0;
    }

    int left() {
        return left;
    }

    int cap() {
        return cap;
    }

    double work() {
        return work;
    }

    void start(int length, int inFlightCap, double workAtOnce, long restAfterMicros) {
        left = length;
        cap = inFlightCap;
        work = Fixed.of(workAtOnce);
        restMicros = restAfterMicros;
    }

    void stop() {
        left = 0;
    }

    /** One more is released; true if it was the last. */
    boolean released() {
        return --left == 0;
    }

    long restMicros() {
        return restMicros;
    }

    Train copy() {
        Train copy = new Train();
        copy.left = left;
        copy.cap = cap;
        copy.work = work;
        copy.restMicros = restMicros;
        return copy;
    }

    void write(StateWriter out) {
        out.writeLong(left);
        if (left > 0) {
            out.writeLong(cap).writeLong(Fixed.toLong(work)).writeLong(restMicros);
        }
    }

    static Train read(StateReader in) {
        Train train = new Train();
        train.left = in.readInt();
        if (train.left > 0) {
            train.cap = in.readInt();
            train.work = Fixed.fromLong(in.readLong());
            train.restMicros = in.readLong();
        }
        return train;
    }
}

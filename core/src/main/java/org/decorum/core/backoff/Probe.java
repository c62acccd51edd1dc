package org.decorum.core.backoff;

import org.decorum.core.codec.CorruptStateException;
import org.decorum.core.codec.StateReader;
import org.decorum.core.codec.StateWriter;

/** The one request that goes first after a hold: not needed, still to come, or out under the number of its booking. */
final class Probe {

    private static final long NONE = 0;
    private static final long DUE = -1;

    private long booking = NONE;

    /** It is out, and everything else waits for what becomes of it. */
    boolean isOut() {
        return booking > NONE;
    }

    /** None has succeeded since the last hold. */
    boolean isNeeded() {
        return booking != NONE;
    }

    boolean is(long number) {
        return booking == number;
    }

    void need() {
        booking = DUE;
    }

    void booked(long number) {
        if (booking == DUE) {
            booking = number;
        }
    }

    void succeeded(long number) {
        if (booking == number) {
            booking = NONE;
        }
    }

    /** It was not started: the next booking is the probe. */
    void missed(long number) {
        if (booking == number) {
            booking = DUE;
        }
    }

    void copyTo(Probe other) {
        other.booking = booking;
    }

    void write(StateWriter out) {
        out.writeLong(booking);
    }

    void readFrom(StateReader in) {
        booking = in.readLong();
        if (booking < DUE) {
            throw new CorruptStateException("probe: " + booking + " (expected: >= " + DUE + ")");
        }
    }
}

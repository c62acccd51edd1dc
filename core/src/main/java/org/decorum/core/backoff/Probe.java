package org.decorum.core.backoff;

import org.decorum.core.codec.CorruptStateException;
import org.decorum.core.codec.StateReader;
import org.decorum.core.codec.StateWriter;

/** The one request that goes first after a hold: not needed, still to come, or out under the number of its booking. */
record Probe(long booking) {

    private static final long UNNEEDED = 0;
    private static final long STILL_TO_COME = -1;

    static final Probe NONE = new Probe(UNNEEDED);
    static final Probe DUE = new Probe(STILL_TO_COME);

    /** It is out, and everything else waits for what becomes of it. */
    boolean isOut() {
        return booking > UNNEEDED;
    }

    /** None has succeeded since the last hold. */
    boolean isNeeded() {
        return booking != UNNEEDED;
    }

    boolean is(long number) {
        return booking == number;
    }

    Probe booked(long number) {
        return booking == STILL_TO_COME ? new Probe(number) : this;
    }

    Probe succeeded(long number) {
        return booking == number ? NONE : this;
    }

    /** It was not started: the next booking is the probe. */
    Probe missed(long number) {
        return booking == number ? DUE : this;
    }

    void write(StateWriter out) {
        out.writeLong(booking);
    }

    static Probe read(StateReader in) {
        long booking = in.readLong();
        if (booking < STILL_TO_COME) {
            throw new CorruptStateException("probe: " + booking + " (expected: >= " + STILL_TO_COME + ")");
        }
        return new Probe(booking);
    }
}

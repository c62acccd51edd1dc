package org.decorum.core.machine;

import java.util.function.LongUnaryOperator;
import org.decorum.core.codec.StateReader;
import org.decorum.core.codec.StateWriter;

/**
 * TAT of an origin with what requests to caches in front of it are expected to cost, as {@link CacheCosts} says, and when
 * the last request to the origin itself was to start. A forecast before TAT counts as TAT.
 */
final class Forecast {

    private static final int AHEAD = 1;
    private static final int PAID_BEFORE = 2;

    long tatMicros = Long.MIN_VALUE;
    long paidAtMicros = Long.MIN_VALUE;

    /** A clock was wrong: the times are these instead. */
    void rebase(LongUnaryOperator time) {
        tatMicros = time.applyAsLong(tatMicros);
        paidAtMicros = time.applyAsLong(paidAtMicros);
    }

    Forecast copy() {
        Forecast copy = new Forecast();
        copy.tatMicros = tatMicros;
        copy.paidAtMicros = paidAtMicros;
        return copy;
    }

    /** One byte where no request to a cache is on its way or was the last. */
    void write(StateWriter out, long certainTatMicros, long lastReleaseAtMicros) {
        boolean ahead = tatMicros > certainTatMicros;
        boolean paidBefore = paidAtMicros != lastReleaseAtMicros;
        out.writeByte((ahead ? AHEAD : 0) | (paidBefore ? PAID_BEFORE : 0));
        if (ahead) {
            out.writeLong(tatMicros);
        }
        if (paidBefore) {
            out.writeLong(paidAtMicros);
        }
    }

    static Forecast read(StateReader in, long certainTatMicros, long lastReleaseAtMicros) {
        Forecast forecast = new Forecast();
        int parts = in.readByte();
        forecast.tatMicros = (parts & AHEAD) == 0 ? certainTatMicros : in.readLong();
        forecast.paidAtMicros = (parts & PAID_BEFORE) == 0 ? lastReleaseAtMicros : in.readLong();
        return forecast;
    }
}

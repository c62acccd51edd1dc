package org.decorum.core.machine;

import java.util.function.LongUnaryOperator;
import org.decorum.core.codec.StateReader;
import org.decorum.core.codec.StateWriter;

/**
 * TAT of an origin with what requests to caches in front of it are expected to cost, as {@link CacheCosts} says, and when
 * the last request to the origin itself was to start. A forecast before TAT counts as TAT.
 */
record Forecast(long tatMicros, long paidAtMicros) {

    private static final int AHEAD = 1;
    private static final int PAID_BEFORE = 2;

    static final Forecast NONE = new Forecast(Long.MIN_VALUE, Long.MIN_VALUE);

    Forecast until(long otherTatMicros) {
        return new Forecast(otherTatMicros, paidAtMicros);
    }

    /** A clock was wrong: the times are these instead. */
    Forecast rebased(LongUnaryOperator time) {
        return new Forecast(time.applyAsLong(tatMicros), time.applyAsLong(paidAtMicros));
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
        int parts = in.readByte();
        return new Forecast(
                (parts & AHEAD) == 0 ? certainTatMicros : in.readLong(),
                (parts & PAID_BEFORE) == 0 ? lastReleaseAtMicros : in.readLong());
    }
}

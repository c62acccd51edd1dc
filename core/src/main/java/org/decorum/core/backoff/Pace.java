package org.decorum.core.backoff;

import org.decorum.core.rate.Limit;
import org.decorum.core.rate.Micros;

/**
 * How much slower than its limiter one scope goes, an origin or a lane, because it complained or is new:
 *
 * <pre>{@code
 * interval' = min(2 * max(interval, T), max(T, slowest))     an incident: half the rate
 * 1 / interval' = 1 / interval + 1 / (16 * T)                each good answer: a sixteenth of the limiter's rate more
 * }</pre>
 *
 * <p>Never faster than T: there it is as the limiter says, bursts and all.
 */
final class Pace {

    private static final long AS_THE_LIMITER = 0;
    private static final double STEPS_TO_FULL_RATE = 16;

    private long intervalMicros = AS_THE_LIMITER;

    /** The interval in force where the limiter's is not slower; 0 for none. */
    long intervalMicros() {
        return intervalMicros;
    }

    /** The slower of a limiter and this; a scope that is slowed down has no bursts. */
    Limit of(Limit limit) {
        return intervalMicros > limit.intervalMicros() ? limit.atLeastEvery(intervalMicros) : limit;
    }

    void halve(long limitMicros, long slowestMicros) {
        long twice = Micros.multiply(Math.max(intervalMicros, limitMicros), 2);
        if (slowestMicros > limitMicros) {
            atLeast(Math.min(twice, slowestMicros));
        }
    }

    /** Microseconds that are left over are given away, so that eight steps undo a halving. */
    void recover(long limitMicros) {
        if (intervalMicros == AS_THE_LIMITER) {
            return;
        }
        long faster = (long) (intervalMicros / (1 + intervalMicros / (STEPS_TO_FULL_RATE * limitMicros)));
        intervalMicros = faster > limitMicros ? faster : AS_THE_LIMITER;
    }

    void atLeast(long micros) {
        intervalMicros = Math.max(intervalMicros, micros);
    }
}

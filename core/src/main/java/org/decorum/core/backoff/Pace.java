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
 *
 * @param intervalMicros the interval in force where the limiter's is not slower; 0 for none
 */
record Pace(long intervalMicros) {

    static final Pace AS_THE_LIMITER = new Pace(0);

    private static final double STEPS_TO_FULL_RATE = 16;

    /** The slower of a limiter and this; a scope that is slowed down has no bursts. */
    Limit of(Limit limit) {
        return intervalMicros > limit.intervalMicros() ? limit.atLeastEvery(intervalMicros) : limit;
    }

    Pace halved(long limitMicros, long slowestMicros) {
        long twice = Micros.multiply(Math.max(intervalMicros, limitMicros), 2);
        return slowestMicros > limitMicros ? atLeast(Math.min(twice, slowestMicros)) : this;
    }

    /** Microseconds that are left over are given away, so that eight steps undo a halving. */
    Pace recovered(long limitMicros) {
        if (intervalMicros == 0) {
            return this;
        }
        long faster = (long) (intervalMicros / (1 + intervalMicros / (STEPS_TO_FULL_RATE * limitMicros)));
        return faster > limitMicros ? new Pace(faster) : AS_THE_LIMITER;
    }

    Pace atLeast(long micros) {
        return micros > intervalMicros ? new Pace(micros) : this;
    }
}

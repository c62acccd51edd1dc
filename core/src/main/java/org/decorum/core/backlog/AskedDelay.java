package org.decorum.core.backlog;

import java.util.function.LongUnaryOperator;
import org.decorum.core.codec.StateReader;
import org.decorum.core.codec.StateWriter;
import org.decorum.core.policy.PolicyLimits;
import org.decorum.core.rate.Micros;

/**
 * The Crawl-delay that a site asks for, as fetchers report it. A longer one counts at once. A shorter one, or none, counts
 * when every report of at least {@link #CONFIRMED_MICROS} was shorter, and then the longest of these does: a mirror that lost its
 * robots.txt, a truncated file or a fetcher with an old copy cannot raise the rate.
 *
 * @param micros in force; 0 for none
 * @param shorterMicros the longest of the shorter ones that were read since
 * @param shorterSinceMicros when the first of them was read
 */
record AskedDelay(long micros, long shorterMicros, long shorterSinceMicros) {

    /** A day: how long a site must have asked for less. */
    static final long CONFIRMED_MICROS = Micros.ofSeconds(24 * 3600);

    private static final long NEVER = Long.MIN_VALUE;

    static final AskedDelay NONE = of(0);

    private static AskedDelay of(long inForceMicros) {
        return new AskedDelay(inForceMicros, 0, NEVER);
    }

    /** robots.txt was read; 0 means that it asks for no delay. */
    AskedDelay read(long askedMicros, long nowMicros) {
        long asked = Math.min(askedMicros, PolicyLimits.TIME_MAX_MICROS);
        if (asked >= micros) {
            return of(asked);
        }
        long since = shorterSinceMicros == NEVER ? nowMicros : shorterSinceMicros;
        long longest = Math.max(shorterMicros, asked);
        return Micros.subtract(nowMicros, since) >= CONFIRMED_MICROS
                ? of(longest)
                : new AskedDelay(micros, longest, since);
    }

    /** A clock was wrong: its times are these instead. */
    AskedDelay rebased(LongUnaryOperator time) {
        return new AskedDelay(micros, shorterMicros, time.applyAsLong(shorterSinceMicros));
    }

    /** One byte for a site that asks for nothing. */
    void write(StateWriter out) {
        out.writeLong(micros);
        if (micros > 0) {
            out.writeLong(shorterMicros).writeLong(shorterSinceMicros);
        }
    }

    static AskedDelay read(StateReader in) {
        long micros = in.readLong();
        return micros > 0 ? new AskedDelay(micros, in.readLong(), in.readLong()) : NONE;
    }
}

package org.decorum.core.backlog;

import org.decorum.core.codec.StateReader;
import org.decorum.core.codec.StateWriter;
import org.decorum.core.policy.PolicyLimits;
import org.decorum.core.rate.Micros;

/**
 * The Crawl-delay that a site asks for, as fetchers report it. A longer one counts at once. A shorter one, or none, counts
 * when every report of at least {@link #CONFIRMED_MICROS} was shorter, and then the longest of these does: a mirror that lost its
 * robots.txt, a truncated file or a fetcher with an old copy cannot raise the rate.
 */
final class AskedDelay {

    /** A day: how long a site must have asked for less. */
    static final long CONFIRMED_MICROS = Micros.ofSeconds(24 * 3600);

    private static final long NEVER = Long.MIN_VALUE;

    private long micros;
    private long shorterMicros;
    private long shorterSinceMicros = NEVER;

    /** 0 for none. */
    long micros() {
        return micros;
    }

    /** robots.txt was read; 0 means that it asks for no delay. */
    void read(long askedMicros, long nowMicros) {
        long asked = Math.min(askedMicros, PolicyLimits.TIME_MAX_MICROS);
        if (asked >= micros) {
            set(asked);
            return;
        }
        if (shorterSinceMicros == NEVER) {
            shorterSinceMicros = nowMicros;
        }
        shorterMicros = Math.max(shorterMicros, asked);
        if (Micros.subtract(nowMicros, shorterSinceMicros) >= CONFIRMED_MICROS) {
            set(shorterMicros);
        }
    }

    private void set(long inForceMicros) {
        micros = inForceMicros;
        shorterMicros = 0;
        shorterSinceMicros = NEVER;
    }

    AskedDelay copy() {
        AskedDelay copy = new AskedDelay();
        copy.micros = micros;
        copy.shorterMicros = shorterMicros;
        copy.shorterSinceMicros = shorterSinceMicros;
        return copy;
    }

    /** One byte for a site that asks for nothing. */
    void write(StateWriter out) {
        out.writeLong(micros);
        if (micros > 0) {
            out.writeLong(shorterMicros).writeLong(shorterSinceMicros);
        }
    }

    static AskedDelay read(StateReader in) {
        AskedDelay delay = new AskedDelay();
        delay.micros = in.readLong();
        if (delay.micros > 0) {
            delay.shorterMicros = in.readLong();
            delay.shorterSinceMicros = in.readLong();
        }
        return delay;
    }
}

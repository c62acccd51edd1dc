package org.decorum.core.machine;

import org.decorum.core.codec.CorruptStateException;
import org.decorum.core.codec.StateReader;
import org.decorum.core.codec.StateWriter;
import org.decorum.core.policy.Policy;
import org.decorum.core.rate.Micros;

/**
 * Leases of an origin ran out, and nobody has spoken of any of its leases since: there may be no fetcher. Each expired
 * lease burns an attempt, so until somebody speaks only one lease at a time is risked, and for longer each time:
 *
 * <pre>{@code timeout' = timeout * 2^min(rounds, 5)}</pre>
 *
 * <p>A round is all leases that were booked before the silence was last noticed: they count once together.
 */
final class Silence {

    private static final int DOUBLINGS_MAX = 5;

    private int rounds;
    private long noticedAtBooking;

    /** A lease ran out without feedback. */
    void expired(long booking, long newestBooking) {
        if (booking > noticedAtBooking) {
            rounds = Math.min(rounds + 1, DOUBLINGS_MAX);
            noticedAtBooking = newestBooking;
        }
    }

    /** A fetcher spoke of a lease. */
    void broken() {
        rounds = 0;
    }

    int inFlightMax(Policy policy) {
        return rounds == 0 ? policy.maxInFlight() : 1;
    }

    long leaseTimeoutMicros(Policy policy) {
        return Micros.multiply(policy.leaseTimeoutMicros(), 1L << rounds);
    }

    Silence copy() {
        Silence copy = new Silence();
        copy.rounds = rounds;
        copy.noticedAtBooking = noticedAtBooking;
        return copy;
    }

    void write(StateWriter out) {
        out.writeByte(rounds).writeLong(noticedAtBooking);
    }

    static Silence read(StateReader in) {
        Silence silence = new Silence();
        silence.rounds = in.readByte();
        silence.noticedAtBooking = in.readLong();
        if (silence.rounds > DOUBLINGS_MAX) {
            throw new CorruptStateException(
                    "rounds of silence: " + silence.rounds + " (expected: 0 to " + DOUBLINGS_MAX + ")");
        }
        return silence;
    }
}

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
 *
 * @param noticedAtBooking the newest number when it was last noticed
 */
record Silence(int rounds, long noticedAtBooking) {

    private static final int DOUBLINGS_MAX = 5;

    static final Silence NONE = new Silence(0, 0);

    /** A lease ran out without feedback. */
    Silence expired(long booking, long newestBooking) {
        return booking > noticedAtBooking ? new Silence(Math.min(rounds + 1, DOUBLINGS_MAX), newestBooking) : this;
    }

    /** A fetcher spoke of a lease. */
    Silence broken() {
        return rounds == 0 ? this : new Silence(0, noticedAtBooking);
    }

    int inFlightMax(Policy policy) {
        return rounds == 0 ? policy.maxInFlight() : 1;
    }

    long leaseTimeoutMicros(Policy policy) {
        return Micros.multiply(policy.leaseTimeoutMicros(), 1L << rounds);
    }

    void write(StateWriter out) {
        out.writeByte(rounds).writeLong(noticedAtBooking);
    }

    static Silence read(StateReader in) {
        Silence silence = new Silence(in.readByte(), in.readLong());
        if (silence.rounds > DOUBLINGS_MAX) {
            throw new CorruptStateException(
                    "rounds of silence: " + silence.rounds + " (expected: 0 to " + DOUBLINGS_MAX + ")");
        }
        return silence;
    }
}

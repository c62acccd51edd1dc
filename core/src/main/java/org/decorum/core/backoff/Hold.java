package org.decorum.core.backoff;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongUnaryOperator;
import org.decorum.core.codec.CorruptStateException;
import org.decorum.core.codec.StateReader;
import org.decorum.core.codec.StateWriter;
import org.decorum.core.rate.Limit;
import org.decorum.core.rate.Micros;

/**
 * The hold of one scope, an origin or a lane: until when nothing goes there, how high its ladder stands, and the probe
 * that must succeed before the rest follows.
 *
 * <pre>{@code
 * until' = max(until, now + min(Retry-After, its cap))      the origin named a delay above 0
 * until' = max(until, now + pause of the rung); rung + 1    it did not, once per incident
 * }</pre>
 *
 * <p>An incident is all complaints about bookings that were made before its hold: they were on their way. They do not
 * climb the ladder again, but may name a longer delay. The ladder stands at its first rung again when the last hold has
 * been over for the quiet time. Nothing ever shortens a hold.
 *
 * <p>After the hold the scope goes at half its rate, once per incident, and comes back with each good answer to a
 * booking that is newer than the incident.
 */
public final class Hold {

    private static final long NO_PROBE = 0;
    private static final long PROBE_DUE = -1;
    private static final int KNOWN = 1;
    private static final int SLOWED = 2;

    private long untilMicros = Long.MIN_VALUE;
    private long complainedMicros = Long.MIN_VALUE;
    private long incidentBooking;
    private int rung;

    /** {@link #NO_PROBE}, {@link #PROBE_DUE}, or the number of the booking that is the probe. */
    private long probe = NO_PROBE;

    private final Pace pace = new Pace();

    /** No release before this; {@link Long#MIN_VALUE} if there never was a hold. */
    public long untilMicros() {
        return untilMicros;
    }

    /** How many times the ladder was climbed since the last quiet time. */
    public int rung() {
        return rung;
    }

    /** A probe is out, and everything else waits for what becomes of it. */
    public boolean awaitsProbe() {
        return probe > NO_PROBE;
    }

    /** Whether everything else waits for what becomes of this booking. */
    public boolean isProbe(long booking) {
        return probe == booking;
    }

    /** Since the last hold no probe has succeeded yet. */
    public boolean isOnProbation() {
        return probe != NO_PROBE;
    }

    /** The interval in force where the limiter's is not slower; 0 for none. */
    public long intervalMicros() {
        return pace.intervalMicros();
    }

    /** The scope's limiter, or slower after complaints. */
    public Limit paced(Limit limit) {
        return pace.of(limit);
    }

    /** The scope is new, or comes from elsewhere: no faster than this, until good answers come. */
    public void slowDown(long intervalMicros) {
        pace.atLeast(intervalMicros);
    }

    public boolean complainedSince(long micros) {
        return complainedMicros >= micros;
    }

    /** When the hold and its ladder are past; {@link Long#MIN_VALUE} if there never was a hold. */
    public long pastMicros(BackoffPolicy policy) {
        return rung == 0 ? untilMicros : Micros.add(untilMicros, policy.quietMicros());
    }

    /** Somebody at this scope said that it is too much, whether or not that holds the scope. */
    public void noteComplaint(long nowMicros) {
        complainedMicros = nowMicros;
    }

    /**
     * The scope is overloaded, says the answer to a booking.
     *
     * @param booking number of that booking
     * @param newestBooking the newest number there is: it and all before it belong to the incident
     * @param retryAfterMicros the delay that the answer named
     * @param limitMicros interval T of the scope's limiter
     * @param slowestMicros the slowest that it gets
     * @return why the hold is now longer; empty if it is not
     */
    public Optional<HoldCause> overload(
            long booking,
            long newestBooking,
            OptionalLong retryAfterMicros,
            long nowMicros,
            BackoffPolicy policy,
            long limitMicros,
            long slowestMicros,
            long seed) {
        boolean newIncident = booking > incidentBooking;
        if (newIncident) {
            pace.halve(limitMicros, slowestMicros);
        }
        long askedMicros = retryAfterMicros.orElse(0);
        if (askedMicros > 0) {
            long asked = Micros.add(nowMicros, Math.min(askedMicros, policy.retryAfterCapMicros()));
            boolean counts = newIncident || asked > untilMicros;
            return counts ? hold(asked, newestBooking, HoldCause.RETRY_AFTER) : Optional.empty();
        }
        return newIncident ? climb(newestBooking, HoldCause.LADDER, nowMicros, policy, seed) : Optional.empty();
    }

    /** A booking was made inside the scope: after a hold it is the probe. */
    public void booked(long booking) {
        if (probe == PROBE_DUE) {
            probe = booking;
        }
    }

    /** A booking was answered well: if it was the probe, the rest may follow; if it is newer than the incident, faster. */
    public void succeeded(long booking, long limitMicros) {
        if (booking > incidentBooking) {
            pace.recover(limitMicros);
        }
        if (probe == booking) {
            probe = NO_PROBE;
        }
    }

    /** A booking was not started: if it was the probe, the next one is. */
    public void missed(long booking) {
        if (probe == booking) {
            probe = PROBE_DUE;
        }
    }

    /** A booking got no answer: if it was the probe, the scope is held again. */
    public Optional<HoldCause> failed(
            long booking, long newestBooking, long nowMicros, BackoffPolicy policy, long seed) {
        return probe == booking
                ? climb(newestBooking, HoldCause.PROBE_FAILED, nowMicros, policy, seed)
                : Optional.empty();
    }

    /**
     * Takes over the hold that the scope had elsewhere.
     *
     * @param newestBooking the newest number here: it and all before it belong to that incident
     * @return whether the scope is held longer than it was
     */
    public boolean inherit(
            long otherUntilMicros, int otherRung, boolean otherOnProbation, long newestBooking, long nowMicros) {
        boolean longer = otherUntilMicros > untilMicros;
        boolean binds = longer && (otherOnProbation || otherUntilMicros > nowMicros);
        untilMicros = Math.max(untilMicros, otherUntilMicros);
        rung = Math.max(rung, otherRung);
        if (binds) {
            incidentBooking = newestBooking;
            probe = PROBE_DUE;
        } else if (otherOnProbation && probe == NO_PROBE) {
            probe = PROBE_DUE;
        }
        return binds;
    }

    /** A clock was wrong: the times of this hold are these instead. */
    public void rebase(LongUnaryOperator untilTime, LongUnaryOperator pastTime) {
        untilMicros = untilTime.applyAsLong(untilMicros);
        complainedMicros = pastTime.applyAsLong(complainedMicros);
    }

    private Optional<HoldCause> climb(
            long newestBooking, HoldCause cause, long nowMicros, BackoffPolicy policy, long seed) {
        if (Micros.subtract(nowMicros, untilMicros) > policy.quietMicros()) {
            rung = 0;
        }
        long pause = Ladder.pauseMicros(policy, rung, seed);
        rung = Math.min(rung + 1, Ladder.RUNG_MAX);
        return hold(Micros.add(nowMicros, pause), newestBooking, cause);
    }

    private Optional<HoldCause> hold(long micros, long newestBooking, HoldCause cause) {
        boolean longer = micros > untilMicros;
        untilMicros = Math.max(untilMicros, micros);
        incidentBooking = newestBooking;
        probe = PROBE_DUE;
        return longer ? Optional.of(cause) : Optional.empty();
    }

    public Hold copy() {
        Hold copy = new Hold();
        copy.untilMicros = untilMicros;
        copy.complainedMicros = complainedMicros;
        copy.incidentBooking = incidentBooking;
        copy.rung = rung;
        copy.probe = probe;
        copy.pace.atLeast(pace.intervalMicros());
        return copy;
    }

    /** One byte for a scope that never complained and goes as its limiter says. */
    public void write(StateWriter out) {
        boolean known = untilMicros != Long.MIN_VALUE || complainedMicros != Long.MIN_VALUE;
        boolean slowed = pace.intervalMicros() > 0;
        out.writeByte((known ? KNOWN : 0) | (slowed ? SLOWED : 0));
        if (slowed) {
            out.writeLong(pace.intervalMicros());
        }
        if (known) {
            out.writeLong(untilMicros).writeLong(complainedMicros).writeLong(incidentBooking);
            out.writeLong(rung).writeLong(probe);
        }
    }

    public static Hold read(StateReader in) {
        Hold hold = new Hold();
        int parts = in.readByte();
        if ((parts & SLOWED) != 0) {
            hold.pace.atLeast(in.readLong());
        }
        if ((parts & KNOWN) == 0) {
            return hold;
        }
        hold.untilMicros = in.readLong();
        hold.complainedMicros = in.readLong();
        hold.incidentBooking = in.readLong();
        hold.rung = in.readInt();
        hold.probe = in.readLong();
        if (hold.rung < 0 || hold.rung > Ladder.RUNG_MAX || hold.probe < PROBE_DUE) {
            throw new CorruptStateException("hold at rung " + hold.rung + ", probe " + hold.probe
                    + " (expected: rung 0 to " + Ladder.RUNG_MAX + ", probe >= " + PROBE_DUE + ")");
        }
        return hold;
    }
}

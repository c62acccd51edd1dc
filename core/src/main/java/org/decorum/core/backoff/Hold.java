package org.decorum.core.backoff;

import java.util.Optional;
import java.util.function.LongUnaryOperator;
import org.decorum.core.codec.CorruptStateException;
import org.decorum.core.codec.StateReader;
import org.decorum.core.codec.StateWriter;
import org.decorum.core.rate.Limit;
import org.decorum.core.rate.Micros;
import org.jspecify.annotations.Nullable;

/**
 * The hold of one scope, an origin or a lane: until when nothing goes there, how high its ladder stands, and the probe
 * that must succeed before the rest follows, and how many failures in a row it has seen.
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
 * <p>A run of failures is counted from the last good answer or incident on; what was booked before the incident does not
 * count. When it is long enough is not known here.
 *
 * <p>After the hold the scope goes at half its rate, once per incident, and comes back with each good answer to a
 * booking that is newer than the incident.
 */
public final class Hold {

    private static final int KNOWN = 1;
    private static final int SLOWED = 2;
    private static final int CAUSED = 4;
    private static final int FAILING = 8;
    private static final int CAP_TOLD = 16;
    private static final int ALL_PARTS = 31;

    private static final HoldCause[] CAUSES = HoldCause.values();

    private long untilMicros = Long.MIN_VALUE;
    private long complainedMicros = Long.MIN_VALUE;
    private long incidentBooking;
    private int rung;
    private int failures;
    private boolean capTold;
    private @Nullable HoldCause cause;
    private Probe probe = Probe.NONE;
    private Pace pace = Pace.AS_THE_LIMITER;

    /** No release before this; {@link Long#MIN_VALUE} if there never was a hold. */
    public long untilMicros() {
        return untilMicros;
    }

    /** Why nothing goes before that; empty if there never was a hold, or nobody noted it. */
    public Optional<HoldCause> cause() {
        return Optional.ofNullable(cause);
    }

    /** How many times the ladder was climbed since the last quiet time. */
    public int rung() {
        return rung;
    }

    /** A probe is out, and everything else waits for what becomes of it. */
    public boolean awaitsProbe() {
        return probe.isOut();
    }

    /** Whether everything else waits for what becomes of this booking. */
    public boolean isProbe(long booking) {
        return probe.is(booking);
    }

    /** Since the last hold no probe has succeeded yet. */
    public boolean isOnProbation() {
        return probe.isNeeded();
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
        pace = pace.atLeast(intervalMicros);
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
     * @param limitMicros interval T of the scope's limiter
     * @param slowestMicros the slowest that it gets
     * @return why the hold is now longer; empty if it is not
     */
    public Optional<HoldCause> overload(
            Complaint complaint,
            long nowMicros,
            BackoffPolicy policy,
            long limitMicros,
            long slowestMicros,
            long seed) {
        long newestBooking = complaint.newestBooking();
        boolean newIncident = complaint.booking() > incidentBooking;
        if (newIncident) {
            pace = pace.halved(limitMicros, slowestMicros);
            capTold = false;
        }
        long askedMicros = complaint.askedMicros();
        if (askedMicros > 0) {
            long asked = Micros.add(nowMicros, Math.min(askedMicros, policy.retryAfterCapMicros()));
            boolean counts = newIncident || asked > untilMicros;
            return counts ? hold(asked, newestBooking, complaint.shownWithDelay()) : Optional.empty();
        }
        return newIncident ? climb(newestBooking, complaint.shown(), nowMicros, policy, seed) : Optional.empty();
    }

    /** Whether the delay that was named is beyond the policy's cap, and that was not told of yet in this incident. */
    public boolean isNewlyCapped(Complaint complaint, BackoffPolicy policy) {
        boolean capped = complaint.askedMicros() > policy.retryAfterCapMicros();
        boolean tells = capped && !capTold;
        capTold |= capped;
        return tells;
    }

    /** Whether a booking was made before the last hold, so that what becomes of it says nothing new. */
    public boolean isOfIncident(long booking) {
        return booking <= incidentBooking;
    }

    /** One more request went wrong; says how many in a row now have. */
    public int countFailure() {
        failures = Math.min(failures + 1, BackoffPolicy.FAILURE_RUN_MAX);
        return failures;
    }

    /** The origin did well, or is held already: the next failure is the first. */
    public void endRun() {
        failures = 0;
    }

    /** A booking was made inside the scope: after a hold it is the probe. */
    public void booked(long booking) {
        probe = probe.booked(booking);
    }

    /** A booking was answered well: if it was the probe, the rest may follow; if it is newer than the incident, faster. */
    public void succeeded(long booking, long limitMicros) {
        endRun();
        if (booking > incidentBooking) {
            pace = pace.recovered(limitMicros);
        }
        probe = probe.succeeded(booking);
    }

    /** A booking was not started: if it was the probe, the next one is. */
    public void missed(long booking) {
        probe = probe.missed(booking);
    }

    /** A booking went wrong, or got no answer: if it was the probe, the scope is held again. */
    public Optional<HoldCause> failed(
            long booking, long newestBooking, long nowMicros, BackoffPolicy policy, long seed) {
        if (!probe.is(booking)) {
            return Optional.empty();
        }
        capTold = false;
        return climb(newestBooking, HoldCause.PROBE_FAILED, nowMicros, policy, seed);
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
        rung = Math.max(rung, otherRung);
        if (longer) {
            untilMicros = otherUntilMicros;
            cause = HoldCause.INHERITED;
        }
        if (binds) {
            incidentBooking = newestBooking;
            endRun();
            probe = Probe.DUE;
        } else if (otherOnProbation && !probe.isNeeded()) {
            probe = Probe.DUE;
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

    private Optional<HoldCause> hold(long micros, long newestBooking, HoldCause why) {
        incidentBooking = newestBooking;
        endRun();
        probe = Probe.DUE;
        if (micros <= untilMicros) {
            return Optional.empty();
        }
        untilMicros = micros;
        cause = why;
        return Optional.of(why);
    }

    public Hold copy() {
        Hold copy = new Hold();
        copy.untilMicros = untilMicros;
        copy.complainedMicros = complainedMicros;
        copy.incidentBooking = incidentBooking;
        copy.rung = rung;
        copy.failures = failures;
        copy.capTold = capTold;
        copy.cause = cause;
        copy.probe = probe;
        copy.pace = pace;
        return copy;
    }

    /** One byte for a scope that never complained nor failed last, and goes as its limiter says. */
    public void write(StateWriter out) {
        boolean known = untilMicros != Long.MIN_VALUE || complainedMicros != Long.MIN_VALUE;
        boolean slowed = pace.intervalMicros() > 0;
        out.writeByte((known ? KNOWN : 0)
                | (slowed ? SLOWED : 0)
                | (cause != null ? CAUSED : 0)
                | (failures > 0 ? FAILING : 0)
                | (capTold ? CAP_TOLD : 0));
        if (slowed) {
            out.writeLong(pace.intervalMicros());
        }
        if (known) {
            out.writeLong(untilMicros).writeLong(complainedMicros).writeLong(incidentBooking);
            out.writeLong(rung);
            probe.write(out);
        }
        if (cause != null) {
            out.writeByte(cause.ordinal());
        }
        if (failures > 0) {
            out.writeLong(failures);
        }
    }

    /** States of before there were causes and runs have none. */
    public static Hold read(StateReader in) {
        int parts = require("parts of a hold", in.readByte(), 0, ALL_PARTS);
        Hold hold = new Hold();
        hold.capTold = (parts & CAP_TOLD) != 0;
        if ((parts & SLOWED) != 0) {
            hold.pace = new Pace(in.readLong());
        }
        if ((parts & KNOWN) != 0) {
            hold.untilMicros = in.readLong();
            hold.complainedMicros = in.readLong();
            hold.incidentBooking = in.readLong();
            hold.rung = require("rung", in.readInt(), 0, Ladder.RUNG_MAX);
            hold.probe = Probe.read(in);
        }
        if ((parts & CAUSED) != 0) {
            hold.cause = CAUSES[require("cause of a hold", in.readByte(), 0, CAUSES.length - 1)];
        }
        if ((parts & FAILING) != 0) {
            hold.failures = require("failures in a row", in.readInt(), 1, BackoffPolicy.FAILURE_RUN_MAX);
        }
        return hold;
    }

    private static int require(String what, int value, int least, int most) {
        if (value < least || value > most) {
            throw new CorruptStateException(what + ": " + value + " (expected: " + least + " to " + most + ")");
        }
        return value;
    }
}

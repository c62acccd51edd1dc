package org.decorum.core.backlog;

import org.decorum.core.codec.CorruptStateException;
import org.decorum.core.codec.StateReader;
import org.decorum.core.codec.StateWriter;

/**
 * Whether the requests of a lane are booked here. The right to book a site exists once, whatever aliases say where: with
 * the site's home, the origin of its own name, or with the origin to which the home granted it, or on its way between two.
 *
 * @param other who books, or to whom requests go that it shall book; empty where nobody else does
 * @param term names the grant that this follows from, or with {@link Kind#AWAITED} the question that it waits for
 */
public record Tenure(Kind kind, String other, long term) {

    /** How it stands. */
    public enum Kind {
        /** Booked here by nature: a site at its home, or a site of an object store in its bucket. */
        OWN,
        /** Nobody knows yet: the home was asked, or the right is on its way back to it. Requests wait. */
        AWAITED,
        /** Booked here since the home granted it. */
        GRANTED,
        /** Booked elsewhere. */
        GONE,
        /** At the home: granted to another origin, which has not said yet that it has it. */
        LENDING,
        /** At the home: another origin has it. */
        LENT
    }

    public static final Tenure OWN = new Tenure(Kind.OWN, "", 0);

    private static final Kind[] KINDS = Kind.values();

    public static Tenure awaited(long term) {
        return new Tenure(Kind.AWAITED, "", term);
    }

    public static Tenure granted(long term) {
        return new Tenure(Kind.GRANTED, "", term);
    }

    /** Whether slots are given here. */
    public boolean books() {
        return kind == Kind.OWN || kind == Kind.GRANTED;
    }

    /** Whether requests of the lane go to {@link #other}. */
    public boolean isElsewhere() {
        return kind == Kind.GONE || kind == Kind.LENDING || kind == Kind.LENT;
    }

    /** Whether nobody has to be told when the lane is forgotten. */
    public boolean isForgettable() {
        return kind == Kind.OWN || kind == Kind.GONE;
    }

    /** One byte where a lane is booked by nature. */
    void write(StateWriter out) {
        out.writeByte(kind.ordinal());
        if (kind != Kind.OWN) {
            out.writeString(other).writeLong(term);
        }
    }

    static Tenure read(StateReader in) {
        int kind = in.readByte();
        if (kind < 0 || kind >= KINDS.length) {
            throw new CorruptStateException("tenure: " + kind + " (expected: 0 to " + (KINDS.length - 1) + ")");
        }
        return kind == Kind.OWN.ordinal() ? OWN : new Tenure(KINDS[kind], in.readString(), in.readLong());
    }
}

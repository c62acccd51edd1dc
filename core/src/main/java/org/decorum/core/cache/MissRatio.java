package org.decorum.core.cache;

import org.decorum.core.codec.CorruptStateException;
import org.decorum.core.codec.StateReader;
import org.decorum.core.codec.StateWriter;
import org.decorum.core.rate.Micros;

/**
 * What part of the requests to a cache reaches the origin behind it, in parts of {@link #ALL}: an exponentially weighted
 * mean, in which a report weighs 1/32. Before the first report it is all of them.
 *
 * <p>Rounded up everywhere, so that it never becomes 0 and is all again when everything misses.
 */
public record MissRatio(int parts) {

    /** Everything misses. */
    public static final int ALL = 1 << 16;

    /** Nothing is known yet. */
    public static final MissRatio UNKNOWN = new MissRatio(ALL);

    private static final int WEIGHT_BITS = 5;

    /** A request was answered. */
    public MissRatio saw(boolean missed) {
        int target = missed ? ALL : 0;
        return new MissRatio(parts - Math.floorDiv(parts - target, 1 << WEIGHT_BITS));
    }

    /** The part of an amount that misses take, rounded up. */
    public long of(long amount) {
        return amount - spared(amount);
    }

    /** The part of an amount that hits take, rounded down. */
    public long spared(long amount) {
        long whole = Micros.multiply(amount / ALL, ALL - parts);
        return Micros.add(whole, amount % ALL * (ALL - parts) / ALL);
    }

    /** One byte while everything misses. */
    public void write(StateWriter out) {
        out.writeLong(ALL - parts);
    }

    public static MissRatio read(StateReader in) {
        int spared = in.readInt();
        if (spared < 0 || spared >= ALL) {
            throw new CorruptStateException("parts that hit: " + spared + " (expected: 0 to " + (ALL - 1) + ")");
        }
        return spared == 0 ? UNKNOWN : new MissRatio(ALL - spared);
    }
}

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
public final class MissRatio {

    /** Everything misses. */
    public static final int ALL = 1 << 16;

    private static final int WEIGHT_BITS = 5;

    private int parts = ALL;

    public int parts() {
        return parts;
    }

    /** A request was answered. */
    public void saw(boolean missed) {
        int target = missed ? ALL : 0;
        parts += -Math.floorDiv(parts - target, 1 << WEIGHT_BITS);
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

    public MissRatio copy() {
        MissRatio copy = new MissRatio();
        copy.parts = parts;
        return copy;
    }

    /** One byte while everything misses. */
    public void write(StateWriter out) {
        out.writeLong(ALL - parts);
    }

    public static MissRatio read(StateReader in) {
        MissRatio ratio = new MissRatio();
        int spared = in.readInt();
        if (spared < 0 || spared >= ALL) {
            throw new CorruptStateException("parts that hit: " + spared + " (expected: 0 to " + (ALL - 1) + ")");
        }
        ratio.parts = ALL - spared;
        return ratio;
    }
}

package org.decorum.core.adaptive;

import org.decorum.core.codec.CorruptStateException;
import org.decorum.core.codec.StateReader;
import org.decorum.core.codec.StateWriter;

/**
 * The normal latency of an origin, microseconds, for each class of cost: what an answer takes when nothing of ours waits
 * for another. Classes are powers of two of the cost: 1, 2, 3 to 4, 5 to 8, and so on, the last has no end.
 *
 * <p>All classes slow down together when an origin does, so the law compares ratios, latency / normal, and
 * {@link #scale} moves every class at once. A class that turns up later is learned from its first {@link #LEARNING}
 * answers, which are then no measure of anything else.
 */
final class Baseline {

    static final int CLASSES = 8;
    static final int LEARNING = 8;

    private static final long NORMAL_MAX_MICROS = 1L << 40;

    private final long[] normalMicros = new long[CLASSES];
    private final int[] learned = new int[CLASSES];

    static int classOf(int cost) {
        return Math.min(CLASSES - 1, 32 - Integer.numberOfLeadingZeros(Math.max(1, cost) - 1));
    }

    boolean isEmpty() {
        for (int known : learned) {
            if (known > 0) {
                return false;
            }
        }
        return true;
    }

    /** Microseconds; 0 for a class that was never met. */
    long normalMicros(int costClass) {
        return normalMicros[costClass];
    }

    boolean isLearned(int costClass) {
        return learned[costClass] >= LEARNING;
    }

    /** The first answer of the first class: all else is measured against it until {@link #scale} puts it right. */
    void begin(int costClass, long latencyMicros) {
        normalMicros[costClass] = bounded(latencyMicros);
        learned[costClass] = LEARNING;
    }

    /** One of the first answers of a class: the normal is their mean. */
    void learn(int costClass, long latencyMicros) {
        int known = learned[costClass]++;
        normalMicros[costClass] = bounded((normalMicros[costClass] * known + latencyMicros) / (known + 1));
    }

    void scale(double factor) {
        for (int i = 0; i < CLASSES; i++) {
            if (learned[i] > 0) {
                normalMicros[i] = bounded(Math.round(normalMicros[i] * factor));
            }
        }
    }

    private static long bounded(long micros) {
        return Math.max(1, Math.min(NORMAL_MAX_MICROS, micros));
    }

    Baseline copy() {
        Baseline copy = new Baseline();
        System.arraycopy(normalMicros, 0, copy.normalMicros, 0, CLASSES);
        System.arraycopy(learned, 0, copy.learned, 0, CLASSES);
        return copy;
    }

    /** A byte whose bits tell the classes that are known, then these. */
    void write(StateWriter out) {
        int known = 0;
        for (int i = 0; i < CLASSES; i++) {
            known |= learned[i] > 0 ? 1 << i : 0;
        }
        out.writeByte(known);
        for (int i = 0; i < CLASSES; i++) {
            if (learned[i] > 0) {
                out.writeByte(learned[i]).writeLong(normalMicros[i]);
            }
        }
    }

    static Baseline read(StateReader in) {
        Baseline baseline = new Baseline();
        int known = in.readByte();
        for (int i = 0; i < CLASSES; i++) {
            if ((known & 1 << i) != 0) {
                baseline.learned[i] = in.readByte();
                baseline.normalMicros[i] = in.readLong();
                if (baseline.learned[i] < 1 || baseline.learned[i] > LEARNING || baseline.normalMicros[i] < 1) {
                    throw new CorruptStateException("baseline of class " + i + ": " + baseline.normalMicros[i]
                            + " micros from " + baseline.learned[i] + " answers");
                }
            }
        }
        return baseline;
    }
}

package org.decorum.core.adaptive;

import org.decorum.core.codec.CorruptStateException;
import org.decorum.core.codec.StateReader;
import org.decorum.core.codec.StateWriter;

/**
 * When to try whether an origin carries more, and how much more: {@code P * gain}, with a gain that rises after a try
 * that went well and falls after one that did not. When the smallest fails, a wait that grows with each round.
 *
 * <p>Below the ceiling that a refusal has shown, for a while. And for latencies that vary, a try is compared with what
 * is usual, not with the normal, which is not known so well.
 */
final class Probing {

    private static final double[] GAINS = {1.03, 1.25, 1.5};
    private static final int MIDDLE = 1;
    private static final long WAIT_MIN_MICROS = 5_000_000;
    private static final long WAIT_MAX_MICROS = 10_000_000;
    private static final long SOON_MICROS = 1_000_000;
    private static final long AFTER_REFUSAL_MICROS = 2_000_000;
    private static final int NO_CEILING = 1 << 20;
    private static final long CEILING_MICROS = 60_000_000;
    private static final double BELOW_REFUSAL = 0.8;
    private static final double USUAL_MIN = 0.7;
    private static final double USUAL_MAX = 1.1;

    private int level = MIDDLE;
    private long waitMicros = WAIT_MIN_MICROS;
    private long nextMicros;
    private int ceiling = NO_CEILING;
    private long ceilingUntilMicros;
    private double usual = 1;

    double gain() {
        return GAINS[level];
    }

    boolean isDue(long nowMicros) {
        return nowMicros >= nextMicros;
    }

    /** A cap for a try, below the ceiling; 0 if there is nothing to try between it and the present cap. */
    int allowed(int wanted, int present, long nowMicros) {
        int highest = nowMicros >= ceilingUntilMicros ? NO_CEILING : ceiling;
        return present + 1 >= highest ? 0 : Math.min(wanted, highest - 1);
    }

    /** The smallest gain is lost in the noise. */
    boolean isFine() {
        return level < MIDDLE;
    }

    /** Where to begin: what varies shows only large steps. */
    void begin(boolean noisy) {
        level = noisy ? GAINS.length - 1 : MIDDLE;
    }

    void carried(double mean) {
        level = Math.min(GAINS.length - 1, level + 1);
        waitMicros = WAIT_MIN_MICROS;
        usual(mean, 0.5);
    }

    /** False if no smaller step is left, so that it waits. */
    boolean failed(boolean noisy, long nowMicros, double phase) {
        if (level > (noisy ? MIDDLE : 0)) {
            level--;
            return true;
        }
        begin(noisy);
        later(nowMicros, phase);
        return false;
    }

    /** @param phase 0 to 1, differs between origins, so that those that began together do not stay together */
    void later(long nowMicros, double phase) {
        nextMicros = nowMicros + (long) (waitMicros * (0.9 + 0.2 * phase));
        waitMicros = Math.min(WAIT_MAX_MICROS, waitMicros * 3 / 2);
    }

    void soon(long nowMicros) {
        nextMicros = Math.min(nextMicros, nowMicros + SOON_MICROS);
    }

    void notSoon(long nowMicros) {
        nextMicros = Math.max(nextMicros, nowMicros + SOON_MICROS);
    }

    void notAtOnce(long nowMicros) {
        nextMicros = Math.max(nextMicros, nowMicros + WAIT_MIN_MICROS);
    }

    /** The origin refused while so many were allowed in flight. */
    void refused(int cap, long nowMicros) {
        ceiling = Math.max(2, (int) Math.ceil(BELOW_REFUSAL * cap));
        ceilingUntilMicros = nowMicros + CEILING_MICROS;
        nextMicros = nowMicros + AFTER_REFUSAL_MICROS;
    }

    /** Mean of latency / normal in a window without a try. */
    void usual(double mean, double gain) {
        usual = Fixed.of(usual + gain * (Math.max(USUAL_MIN, Math.min(USUAL_MAX, mean)) - usual));
    }

    double usual() {
        return usual;
    }

    Probing copy() {
        Probing copy = new Probing();
        copy.level = level;
        copy.waitMicros = waitMicros;
        copy.nextMicros = nextMicros;
        copy.ceiling = ceiling;
        copy.ceilingUntilMicros = ceilingUntilMicros;
        copy.usual = usual;
        return copy;
    }

    void write(StateWriter out) {
        out.writeByte(level).writeLong(waitMicros).writeLong(nextMicros);
        out.writeLong(ceiling).writeLong(ceilingUntilMicros).writeLong(Fixed.toLong(usual));
    }

    static Probing read(StateReader in) {
        Probing probing = new Probing();
        probing.level = in.readByte();
        probing.waitMicros = in.readLong();
        probing.nextMicros = in.readLong();
        probing.ceiling = in.readInt();
        probing.ceilingUntilMicros = in.readLong();
        probing.usual = Fixed.fromLong(in.readLong());
        if (probing.level >= GAINS.length || probing.ceiling < 2) {
            throw new CorruptStateException("probing at level " + probing.level + " below " + probing.ceiling);
        }
        return probing;
    }
}

package org.decorum.core.adaptive;

import org.decorum.core.codec.CorruptStateException;
import org.decorum.core.codec.StateReader;
import org.decorum.core.codec.StateWriter;
import org.decorum.core.rate.Micros;

/** All that {@link Course} remembers of an origin, and the setting that is in force. */
final class KneeState {

    static final double START_PACE = 1.25;
    static final int START_BATCH = 4;

    /** No queue of ours takes longer to drain. */
    static final long REST_MAX_MICROS = 60_000_000;

    /** 0 to 1, differs between origins. */
    private final double dephased;

    HostModel host = new HostModel();
    Probing probing = new Probing();
    Permits permits = new Permits();
    Train train = new Train();
    Window window = new Window(0);
    Shift slower = Shift.slower();
    Shift faster = Shift.faster();
    Phase phase = Phase.START;

    /**
     * The epoch whose answers are looked at, the one that releases carry, and the first since a refusal. What was released
     * while nobody asked the law carries 0, and says nothing.
     */
    int epoch = 1;

    int stamp = 1;
    int cutEpoch = 1;

    /** The lasting setting: requests in flight, and how many the pace is to keep in process. */
    int cap = 1;

    double work = START_PACE;

    /** Answers that the next decision takes, and answers to later releases while it still lacks some. */
    int need = START_BATCH;

    int overtaken;

    /** START: the work of the epoch before, and whether a rise of latency is looked at twice. */
    double lastWork = 1;

    boolean doubted;

    /** CRUISE: windows in a row that were slow, and whether a smaller pace was tried against it. */
    int inflated;

    boolean stepped;

    /** HALF: latency rose by more than our queue could explain; and that was so before, and was over at once. */
    boolean isForeign;

    boolean forgiven;

    /** HALF: the work that was done when latency rose; 0 if it did not rise. */
    double suspectWork;

    long nextHalfMicros;
    long notBeforeMicros;
    long lastSlotMicros;

    KneeState(long seed) {
        dephased = Fixed.of((mix(seed) >>> 11) * 0x1p-53);
    }

    private KneeState(double dephased) {
        this.dephased = dephased;
    }

    /** SplitMix64's finalizer (Steele, Lea, Flood 2014): neighbouring seeds give unrelated values. */
    private static long mix(long seed) {
        long z = seed + 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    double dephased() {
        return dephased;
    }

    boolean isUnused() {
        return lastSlotMicros == 0;
    }

    void epoch(Phase next, int skip, int answers) {
        epoch = Math.max(epoch, stamp) + 1;
        stamp = epoch;
        phase = next;
        window = new Window(skip);
        need = answers;
        overtaken = 0;
        train.stop();
        slower.clear();
        faster.clear();
    }

    /** The same as before, but nothing is known of the origin. */
    KneeState forgotten() {
        KneeState fresh = new KneeState(dephased);
        fresh.permits = permits;
        fresh.permits.freeUntil(0);
        fresh.epoch = Math.max(epoch, stamp) + 1;
        fresh.stamp = fresh.epoch;
        fresh.cutEpoch = cutEpoch;
        fresh.notBeforeMicros = notBeforeMicros;
        return fresh;
    }

    void rest(long micros, long nowMicros, long intervalMicros) {
        long next = Math.max(nowMicros, Micros.add(lastSlotMicros, intervalMicros));
        notBeforeMicros = Math.max(notBeforeMicros, Micros.add(next, Math.min(micros, REST_MAX_MICROS)));
    }

    KneeState copy() {
        KneeState copy = new KneeState(dephased);
        copy.host = host.copy();
        copy.probing = probing.copy();
        copy.permits = permits.copy();
        copy.train = train.copy();
        copy.window = window.copy();
        copy.slower = slower.copy();
        copy.faster = faster.copy();
        copy.phase = phase;
        copy.epoch = epoch;
        copy.stamp = stamp;
        copy.cutEpoch = cutEpoch;
        copy.cap = cap;
        copy.work = work;
        copy.need = need;
        copy.overtaken = overtaken;
        copy.lastWork = lastWork;
        copy.doubted = doubted;
        copy.inflated = inflated;
        copy.stepped = stepped;
        copy.isForeign = isForeign;
        copy.forgiven = forgiven;
        copy.suspectWork = suspectWork;
        copy.nextHalfMicros = nextHalfMicros;
        copy.notBeforeMicros = notBeforeMicros;
        copy.lastSlotMicros = lastSlotMicros;
        return copy;
    }

    void write(StateWriter out) {
        out.writeByte(phase.ordinal()
                | (doubted ? 1 << 4 : 0)
                | (stepped ? 1 << 5 : 0)
                | (forgiven ? 1 << 6 : 0)
                | (isForeign ? 1 << 7 : 0));
        out.writeLong(Fixed.toLong(dephased));
        host.write(out);
        probing.write(out);
        permits.write(out);
        if (phase.isTrain()) {
            train.write(out);
        }
        window.write(out);
        slower.write(out);
        faster.write(out);
        out.writeLong(epoch).writeLong(stamp - epoch).writeLong(cutEpoch);
        out.writeLong(cap).writeLong(Fixed.toLong(work)).writeLong(need).writeLong(overtaken);
        out.writeLong(Fixed.toLong(lastWork)).writeLong(inflated).writeLong(Fixed.toLong(suspectWork));
        out.writeLong(nextHalfMicros).writeLong(notBeforeMicros).writeLong(lastSlotMicros);
    }

    static KneeState read(StateReader in) {
        int flags = in.readByte();
        KneeState state = new KneeState(Fixed.fromLong(in.readLong()));
        if ((flags & 0xF) >= Phase.count()) {
            throw new CorruptStateException("phase: " + (flags & 0xF) + " (expected: < " + Phase.count() + ")");
        }
        state.phase = Phase.of(flags & 0xF);
        state.doubted = (flags & 1 << 4) != 0;
        state.stepped = (flags & 1 << 5) != 0;
        state.forgiven = (flags & 1 << 6) != 0;
        state.isForeign = (flags & 1 << 7) != 0;
        state.host = HostModel.read(in);
        state.probing = Probing.read(in);
        state.permits = Permits.read(in);
        if (state.phase.isTrain()) {
            state.train = Train.read(in);
        }
        state.window = Window.read(in);
        state.slower.read(in);
        state.faster.read(in);
        state.epoch = in.readInt();
        state.stamp = state.epoch + in.readInt();
        state.cutEpoch = in.readInt();
        state.cap = in.readInt();
        state.work = Fixed.fromLong(in.readLong());
        state.need = in.readInt();
        state.overtaken = in.readInt();
        state.lastWork = Fixed.fromLong(in.readLong());
        state.inflated = in.readInt();
        state.suspectWork = Fixed.fromLong(in.readLong());
        state.nextHalfMicros = in.readLong();
        state.notBeforeMicros = in.readLong();
        state.lastSlotMicros = in.readLong();
        if (state.cap < 1 || state.work <= 0) {
            throw new CorruptStateException("cap " + state.cap + ", work " + state.work + " (expected: above 0)");
        }
        return state;
    }
}

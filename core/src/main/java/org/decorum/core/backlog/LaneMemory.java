package org.decorum.core.backlog;

import java.util.function.LongUnaryOperator;
import org.decorum.core.backoff.Hold;
import org.decorum.core.codec.StateReader;
import org.decorum.core.codec.StateWriter;

/**
 * What must not be forgotten of a site when another origin books it. Who inherits it keeps the later, slower or longer of
 * this and its own, never the lesser.
 *
 * @param tatMicros of the lane
 * @param lastStartMicros newest start; {@link Long#MIN_VALUE} for none
 * @param lastCost units of cost of that start
 * @param finishedMicros when its last request had ended, or will have at the latest; {@link Long#MIN_VALUE} for none
 * @param crawlDelayMicros 0 for none
 * @param originTatMicros of the origin that booked it; {@link Long#MIN_VALUE} where it does not matter
 * @param holdUntilMicros no start before; {@link Long#MIN_VALUE} for none
 * @param rung of the ladder
 * @param onProbation whether one request must succeed before the rest follows
 * @param paceMicros interval after complaints, where the limiter's is not slower; 0 for none
 * @param saidMicros the time by the clock of who says it
 */
public record LaneMemory(
        long tatMicros,
        long lastStartMicros,
        int lastCost,
        long finishedMicros,
        long crawlDelayMicros,
        long originTatMicros,
        long holdUntilMicros,
        int rung,
        boolean onProbation,
        long paceMicros,
        long saidMicros) {

    /** It travels between origins whose stages may be of different releases. */
    private static final int VERSION = 1;

    public static LaneMemory ofCrawlDelay(long micros) {
        return new LaneMemory(
                Long.MIN_VALUE,
                Long.MIN_VALUE,
                0,
                Long.MIN_VALUE,
                micros,
                Long.MIN_VALUE,
                Long.MIN_VALUE,
                0,
                false,
                0,
                Long.MIN_VALUE);
    }

    /** The same, and a hold that counts for the lane as well, with its pace. */
    public LaneMemory and(Hold hold) {
        return new LaneMemory(
                tatMicros,
                lastStartMicros,
                lastCost,
                finishedMicros,
                crawlDelayMicros,
                originTatMicros,
                Math.max(holdUntilMicros, hold.untilMicros()),
                Math.max(rung, hold.rung()),
                onProbation || hold.isOnProbation(),
                Math.max(paceMicros, hold.intervalMicros()),
                saidMicros);
    }

    /** The same, and the limiter of the origin that booked it. */
    public LaneMemory andOriginTat(long micros) {
        return new LaneMemory(
                tatMicros,
                lastStartMicros,
                lastCost,
                finishedMicros,
                crawlDelayMicros,
                micros,
                holdUntilMicros,
                rung,
                onProbation,
                paceMicros,
                saidMicros);
    }

    /** The same, and a request is out that will have ended then at the latest. */
    public LaneMemory andEndsBy(long micros) {
        return new LaneMemory(
                tatMicros,
                lastStartMicros,
                lastCost,
                Math.max(finishedMicros, micros),
                crawlDelayMicros,
                originTatMicros,
                holdUntilMicros,
                rung,
                onProbation,
                paceMicros,
                saidMicros);
    }

    /** The same, said by a clock that was wrong: its times are these instead. */
    public LaneMemory rebased(LongUnaryOperator time, LongUnaryOperator holdTime, long nowMicros) {
        return new LaneMemory(
                time.applyAsLong(tatMicros),
                time.applyAsLong(lastStartMicros),
                lastCost,
                time.applyAsLong(finishedMicros),
                crawlDelayMicros,
                time.applyAsLong(originTatMicros),
                holdTime.applyAsLong(holdUntilMicros),
                rung,
                onProbation,
                paceMicros,
                nowMicros);
    }

    /** Whether it says more than when the last start was. */
    public boolean binds(long nowMicros) {
        return crawlDelayMicros > 0 || holdUntilMicros > nowMicros || paceMicros > 0;
    }

    public byte[] toBytes() {
        StateWriter out = new StateWriter().writeByte(VERSION);
        out.writeLong(tatMicros).writeLong(lastStartMicros).writeLong(lastCost);
        out.writeLong(finishedMicros).writeLong(crawlDelayMicros).writeLong(originTatMicros);
        out.writeLong(holdUntilMicros)
                .writeLong(rung)
                .writeByte(onProbation ? 1 : 0)
                .writeLong(paceMicros)
                .writeLong(saidMicros);
        return out.toBytes();
    }

    public static LaneMemory fromBytes(byte[] bytes) {
        StateReader in = new StateReader(bytes);
        in.readVersion("lane memory", VERSION, VERSION);
        LaneMemory memory = new LaneMemory(
                in.readLong(),
                in.readLong(),
                in.readInt(),
                in.readLong(),
                in.readLong(),
                in.readLong(),
                in.readLong(),
                in.readInt(),
                in.readByte() != 0,
                in.readLong(),
                in.readLong());
        in.expectEnd();
        return memory;
    }
}

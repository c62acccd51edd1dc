package org.decorum.fetch;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.decorum.core.rate.Micros;
import org.decorum.schema.OriginHold;
import org.jspecify.annotations.Nullable;

/**
 * The newest hold of each origin, and the time up to which the table is known to be complete. A table that is older
 * than {@code ageMicrosMax}, in elapsed time, allows no start: a hold may have been missed.
 */
final class HoldTable {

    /** A release older than this was booked long before its slot, and is read late; its hold is no longer needed. */
    private static final long KEEP_MICROS = 3_600_000_000L;

    /** Stands for a hold that could not be read: fail closed until a readable one follows. */
    private static final Hold FOR_GOOD = new Hold(Long.MAX_VALUE, Long.MAX_VALUE);

    private final Map<String, Hold> holds = new ConcurrentHashMap<>();
    private final long ageMicrosMax;
    private final MicroClock clock;
    private volatile long completeAtElapsedMicros = Long.MIN_VALUE;

    record Hold(long epoch, long untilMicros) {}

    HoldTable(long ageMicrosMax, MicroClock clock) {
        if (ageMicrosMax <= 0) {
            throw new IllegalArgumentException("hold age: " + ageMicrosMax + " µs (expected: > 0)");
        }
        this.ageMicrosMax = ageMicrosMax;
        this.clock = clock;
    }

    void put(String originKey, OriginHold hold) {
        holds.put(originKey, new Hold(hold.getEpoch(), Micros.of(hold.getHoldUntil())));
    }

    void putUnreadable(String originKey) {
        holds.put(originKey, FOR_GOOD);
    }

    void remove(String originKey) {
        holds.remove(originKey);
    }

    /** Says that every hold published before a moment of {@link MicroClock#elapsedMicros} is in the table. */
    void completeAt(long elapsedMicros) {
        completeAtElapsedMicros = Math.max(completeAtElapsedMicros, elapsedMicros);
    }

    boolean isFresh() {
        return Micros.add(completeAtElapsedMicros, ageMicrosMax) >= clock.elapsedMicros();
    }

    @Nullable
    Hold get(String originKey) {
        return holds.get(originKey);
    }

    int size() {
        return holds.size();
    }

    /** Forgets holds that ended an hour ago; releases booked before them have expired since. */
    void forgetBefore(long nowMicros) {
        holds.values().removeIf(hold -> hold.untilMicros() < nowMicros - KEEP_MICROS);
    }
}

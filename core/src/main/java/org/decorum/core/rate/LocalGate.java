package org.decorum.core.rate;

import java.util.concurrent.ConcurrentHashMap;

/**
 * Pacing for a single process, without Kafka: one TAT an origin, in memory. Reservations of one origin are spaced by
 * its limit in the order in which they were asked for; a reservation is not refunded. Safe for many threads.
 *
 * <p>It knows nothing of other processes: two gates on one origin are two budgets. That is what the stage is for.
 */
public final class LocalGate {

    private final ConcurrentHashMap<String, Long> tatMicrosByOrigin = new ConcurrentHashMap<>();

    /**
     * Books the next start at an origin.
     *
     * @param nowMicros the caller's clock, microseconds since any fixed instant
     * @return when the request may start, never before {@code nowMicros}
     */
    public long reserve(String originKey, Limit limit, int cost, long nowMicros) {
        long[] releaseAt = new long[1];
        tatMicrosByOrigin.compute(originKey, (key, known) -> {
            long tat = known == null ? Long.MIN_VALUE : known;
            releaseAt[0] = Math.max(nowMicros, Gcra.earliest(tat, limit));
            return Gcra.charge(tat, limit, releaseAt[0], cost);
        });
        return releaseAt[0];
    }

    /** Drops every origin whose TAT has passed: it would be treated as new anyway. */
    public void forgetIdle(long nowMicros) {
        tatMicrosByOrigin.values().removeIf(tat -> tat <= nowMicros);
    }

    public int size() {
        return tatMicrosByOrigin.size();
    }
}

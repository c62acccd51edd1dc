package org.decorum.fetch;

import org.decorum.core.rate.Micros;

/**
 * When the group's coordinator last confirmed that this fetcher is a member. A fetcher that was frozen for longer than
 * its session reads on from where it was before it hears that its partitions have another owner; so what it reads must
 * not start until the coordinator has confirmed it anew.
 *
 * <p>The proof is a commit of positions, which a coordinator refuses to a member that it has given up. It counts from
 * when it was sent: at that moment, or later, it was received. {@code ageMicrosMax} is less than the session timeout,
 * so while a proof counts, no other fetcher owns the partitions.
 */
final class GroupContact {

    private final long ageMicrosMax;
    private final MicroClock clock;
    private volatile long confirmedElapsedMicros = Long.MIN_VALUE;

    GroupContact(long ageMicrosMax, MicroClock clock) {
        if (ageMicrosMax <= 0) {
            throw new IllegalArgumentException(
                    "age of contact with the group: " + ageMicrosMax + " µs (expected: > 0)");
        }
        this.ageMicrosMax = ageMicrosMax;
        this.clock = clock;
    }

    /** The coordinator took a commit that was sent at a moment of {@link MicroClock#elapsedMicros}. */
    void confirmed(long sentElapsedMicros) {
        confirmedElapsedMicros = Math.max(confirmedElapsedMicros, sentElapsedMicros);
    }

    /** The coordinator has given this member up. */
    void lost() {
        confirmedElapsedMicros = Long.MIN_VALUE;
    }

    boolean isFresh() {
        return Micros.add(confirmedElapsedMicros, ageMicrosMax) >= clock.elapsedMicros();
    }
}

package org.decorum.fetch;

import org.apache.kafka.common.TopicPartition;
import org.decorum.core.rate.Micros;
import org.decorum.schema.CrawlRelease;
import org.jspecify.annotations.Nullable;

/** A release on its way through the loop, with the place in Kafka that it came from. */
final class OpenRelease {

    /** The release names no cap on requests in flight. */
    static final int NO_CAP = 0;

    final CrawlRelease release;
    final TopicPartition partition;
    final long offset;
    final long releaseAtMicros;
    final long expiresAtMicros;

    /** Most requests of its origin in flight once it has started; {@link Integer#MAX_VALUE} where none is named. */
    final int inFlightMax;

    /** When the queue looks at it next. Guarded by the queue. */
    long wakeAtMicros;

    /** In which it came to the queue, to tell two of one time apart. Guarded by the queue. */
    long number;

    /** Whether a place was free while the queue was looking at it: it is to look again. Guarded by the queue. */
    boolean called;

    /** What it last waited for, if its slot passes. */
    volatile MissReason reasonIfLate = MissReason.STARTED_LATE;

    /** The thread that asks to send it. */
    volatile @Nullable Thread enterer;

    /** Whether what came of it is known. Guarded by the gate. */
    boolean ended;

    /** Whether it must not start any more: its partition has gone, or its request has ended. */
    volatile boolean withdrawn;

    /** Whether its partition went without a hand-over, so that another fetcher reads it again and reports it. */
    volatile boolean disowned;

    private volatile long enteredAtMicros = Long.MIN_VALUE;

    OpenRelease(CrawlRelease release, TopicPartition partition, long offset) {
        this.release = release;
        this.partition = partition;
        this.offset = offset;
        this.releaseAtMicros = Micros.of(release.getReleaseAt());
        this.expiresAtMicros = Micros.of(release.getExpiresAt());
        this.inFlightMax = release.getInFlightMax();
        this.wakeAtMicros = releaseAtMicros;
    }

    void enteredAt(long nowMicros) {
        enteredAtMicros = nowMicros;
    }

    /** When it was last sent, as far as is known; null if never. */
    @Nullable
    Long startedAtMicros() {
        return entered() ? enteredAtMicros : null;
    }

    boolean entered() {
        return enteredAtMicros != Long.MIN_VALUE;
    }

    long latenessMicros() {
        return enteredAtMicros - releaseAtMicros;
    }
}

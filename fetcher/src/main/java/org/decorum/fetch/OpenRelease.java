package org.decorum.fetch;

import org.apache.kafka.common.TopicPartition;
import org.decorum.core.rate.Micros;
import org.decorum.schema.CrawlRelease;

/** A release on its way through the loop, with the place in Kafka that it came from. */
final class OpenRelease {

    final CrawlRelease release;
    final TopicPartition partition;
    final long offset;
    final long releaseAtMicros;
    final long expiresAtMicros;

    /** When the queue looks at it next. Guarded by the queue. */
    long wakeAtMicros;

    /** Whether it was due while nothing more could go out. Guarded by the queue. */
    boolean crowdedOut;

    /** Whether its partition has gone: it must not start any more. */
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
        this.wakeAtMicros = releaseAtMicros;
    }

    void enteredAt(long nowMicros) {
        enteredAtMicros = nowMicros;
    }

    boolean entered() {
        return enteredAtMicros != Long.MIN_VALUE;
    }

    long latenessMicros() {
        return enteredAtMicros - releaseAtMicros;
    }
}

package org.decorum.wire;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Schema ids that the registry did not know a short while ago, so that a flood of garbage does not become a flood of
 * questions. An id is forgotten after 30 s, all are once there are 10,000. Thread-safe.
 */
final class UnknownIds {

    static final long KEPT_NANOS = 30_000_000_000L;
    static final int IDS_MAX = 10_000;

    private final LongSupplier nanoClock;
    private final Map<Integer, Long> addedNanos = new ConcurrentHashMap<>();

    UnknownIds() {
        this(System::nanoTime);
    }

    UnknownIds(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    void add(int schemaId) {
        if (addedNanos.size() >= IDS_MAX) {
            addedNanos.clear();
        }
        addedNanos.put(schemaId, nanoClock.getAsLong());
    }

    boolean contains(int schemaId) {
        Long added = addedNanos.get(schemaId);
        if (added == null) {
            return false;
        }
        if (nanoClock.getAsLong() - added < KEPT_NANOS) {
            return true;
        }
        addedNanos.remove(schemaId, added);
        return false;
    }
}

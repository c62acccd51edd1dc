package org.decorum.stage.table;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import org.apache.kafka.common.KafkaException;
import org.decorum.schema.AcceptedRecord;
import org.decorum.wire.AvroReader;
import org.decorum.wire.Decoded;
import org.decorum.wire.registry.SchemaRegistry;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is in force of a table on a compacted topic that anybody may write. Two topics make it: the table itself, and one
 * beside it with an {@link AcceptedRecord} for each key, which only the stage writes. For a key is in force:
 *
 * <ul>
 *   <li>the newest record, where it is good;
 *   <li>nothing, where there is none;
 *   <li>where it is bad, what was in force before: as this process has seen it, else as the accepted record says;
 *   <li>where it cannot be judged since no registry answers, the same; and where nothing is known of before, a value
 *       that stands in for it until it can be, if the table has one. It is judged again, see {@link #readAgain}.
 * </ul>
 *
 * <p>Both topics must have been read to their ends before anybody relies on it. One thread feeds it, any thread asks.
 */
public final class GuardedTable<T> {

    private static final Logger LOG = LoggerFactory.getLogger(GuardedTable.class);

    /** How long after a registry was away it is asked again, at first; each time twice as long. */
    private static final long AGAIN_AFTER_MICROS = 1_000_000;

    private static final long AGAIN_AFTER_MICROS_MAX = 64_000_000;

    private final String name;
    private final TableReader<T> reader;
    private final AvroReader<AcceptedRecord> acceptedReader;
    private final @Nullable T unjudged;
    private final BiConsumer<String, @Nullable T> inForce;
    private final Map<String, Entry<T>> entries = new ConcurrentHashMap<>();
    private final KeyChanges changes = new KeyChanges(() -> {});
    private final ReentrantLock feeding = new ReentrantLock();
    private final Set<String> unread = ConcurrentHashMap.newKeySet();
    private volatile long againAtMicros = Long.MIN_VALUE;
    private long pauseMicros = AGAIN_AFTER_MICROS;

    /**
     * An empty one.
     *
     * @param name for the log
     * @param unjudged stands in for a record that cannot be judged yet, where nothing else is known; null for nothing
     * @param inForce is told of each change; null for nothing
     */
    public GuardedTable(
            String name,
            TableReader<T> reader,
            SchemaRegistry registry,
            @Nullable T unjudged,
            BiConsumer<String, @Nullable T> inForce) {
        this.name = name;
        this.reader = reader;
        this.acceptedReader = AvroReader.of(AcceptedRecord.class, registry);
        this.unjudged = unjudged;
        this.inForce = inForce;
    }

    /** A record of the table itself was read. */
    public void raw(String key, byte @Nullable [] value, int partition, long offset) {
        feeding.lock();
        try {
            Entry<T> before = entry(key);
            put(
                    key,
                    before,
                    value == null ? before.deleted() : judged(key, before, new Found(value, partition, offset)));
        } finally {
            feeding.unlock();
        }
    }

    /** A record of the topic beside it was read. */
    public void accepted(String key, byte @Nullable [] value) {
        feeding.lock();
        try {
            Entry<T> before = entry(key);
            put(key, before, value == null ? before.accepted(null, null, null) : withAccepted(key, before, value));
        } finally {
            feeding.unlock();
        }
    }

    /**
     * Judges again what could not be judged, now and then, unless another thread is at it. Ends at the first that cannot be
     * judged now either: a registry that does not answer costs its time-out.
     */
    public void readAgain(long nowMicros) {
        if (unread.isEmpty() || nowMicros < againAtMicros || !feeding.tryLock()) {
            return;
        }
        try {
            againAtMicros = nowMicros + pauseMicros;
            pauseMicros = Math.min(2 * pauseMicros, AGAIN_AFTER_MICROS_MAX);
            for (String key : List.copyOf(unread)) {
                Entry<T> before = entry(key);
                Entry<T> next = before;
                if (before.unreadAccepted() != null) {
                    next = withAccepted(key, next, before.unreadAccepted());
                }
                if (before.unread() != null) {
                    next = judged(key, next, before.unread());
                }
                put(key, before, next);
                if (unread.contains(key)) {
                    return;
                }
            }
            pauseMicros = AGAIN_AFTER_MICROS;
        } finally {
            feeding.unlock();
        }
    }

    /** The accepted record that this key should have; itself empty where that cannot be told yet. */
    Optional<Target> target(String key) {
        Entry<T> entry = entry(key);
        return entry.unread() != null || entry.unreadAccepted() != null
                ? Optional.empty()
                : Optional.of(entry.target());
    }

    /** The accepted record that this key has, as far as it was read. */
    @Nullable
    AcceptedRecord acceptedRecord(String key) {
        return entry(key).accepted();
    }

    /** Every key of which something is known, from the start, and each that changes from now on. */
    KeyChanges.Reader reader() {
        return changes.reader(entries::keySet);
    }

    /** The keys whose newest record is refused, with the reasons. */
    public Map<String, Refusal> refusals() {
        Map<String, Refusal> refusals = new TreeMap<>();
        entries.forEach((key, entry) -> {
            if (entry.refusal() != null) {
                refusals.put(key, entry.refusal());
            }
        });
        return refusals;
    }

    private Entry<T> entry(String key) {
        Entry<T> known = entries.get(key);
        return known == null ? Entry.unknown() : known;
    }

    private Entry<T> judged(String key, Entry<T> before, Found found) {
        Decoded<T> decoded;
        try {
            decoded = reader.read(key, found.value());
        } catch (KafkaException registryIsAway) {
            LOG.warn("{}: the record of {} cannot be judged yet: {}", name, key, registryIsAway.getMessage());
            return before.unread(found);
        }
        if (decoded instanceof Decoded.Failed<T> failed) {
            return before.refused(
                    new Refusal(found.value(), found.partition(), found.offset(), failed.reason(), failed.detail()));
        }
        return before.good(new Known<>(found.value(), ((Decoded.Ok<T>) decoded).value()));
    }

    private Entry<T> withAccepted(String key, Entry<T> before, byte[] bytes) {
        try {
            if (!(acceptedReader.read(bytes) instanceof Decoded.Ok<AcceptedRecord> ok)) {
                LOG.warn("{}: the accepted record of {} is none, and is written anew", name, key);
                return before.accepted(null, null, null);
            }
            AcceptedRecord accepted = ok.value();
            if (accepted.getValue() == null) {
                return before.accepted(accepted, null, null);
            }
            byte[] value = bytes(accepted);
            Known<T> known = null;
            if (reader.read(key, value) instanceof Decoded.Ok<T> good) {
                known = new Known<>(value, good.value());
            } else {
                LOG.warn("{}: the accepted record of {} is not good any more, nothing is in force", name, key);
            }
            return before.accepted(accepted, known, null);
        } catch (KafkaException registryIsAway) {
            LOG.warn("{}: the accepted record of {} cannot be read yet: {}", name, key, registryIsAway.getMessage());
            return before.accepted(null, null, bytes);
        }
    }

    private void put(String key, Entry<T> before, Entry<T> next) {
        if (next.isUnknown()) {
            entries.remove(key);
        } else {
            entries.put(key, next);
        }
        if (next.unread() != null || next.unreadAccepted() != null) {
            unread.add(key);
        } else {
            unread.remove(key);
        }
        @Nullable T valueBefore = before.value(unjudged);
        @Nullable T value = next.value(unjudged);
        if (valueBefore != value && (value == null || !value.equals(valueBefore))) {
            inForce.accept(key, value);
        }
        changes.tell(List.of(key));
    }

    static byte[] bytes(AcceptedRecord accepted) {
        byte[] bytes = new byte[accepted.getValue().remaining()];
        accepted.getValue().duplicate().get(bytes);
        return bytes;
    }
}

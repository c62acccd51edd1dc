package org.decorum.stage.store;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.internals.WrappedStateStore;
import org.jspecify.annotations.Nullable;

/**
 * Values that were used of late, as objects, over a store that holds their bytes. What changes is written below once a
 * commit, with all that the commit holds, or when there is no room for it: so an origin that is busy costs no bytes at each of its
 * events. Kafka's own cache holds bytes, so that each event would still write and read a state from end to end.
 *
 * <p>A value of which another store tells the rest is not written by itself, and forgotten where there is no room: who
 * reads the one before finds out.
 *
 * <p>Only the task's thread writes. Others may read; a range of theirs is as old as the last commit.
 */
final class WriteBackStore<K, V> extends WrappedStateStore<KeyValueStore<K, V>, K, V> implements KeyValueStore<K, V> {

    private final ToLongFunction<V> weigher;
    private final Predicate<V> isToldElsewhere;
    private final Budget budget;
    private final Map<K, Recent<K, V>> recent = new LinkedHashMap<>(64, 0.75f, true);

    /** Those that became dirty since the last commit; one that had to go since then was written already. */
    private final List<Recent<K, V>> dirty = new ArrayList<>();

    private long weight;
    private boolean isCounted;
    private @Nullable Thread writer;

    /** A value as it is now; null where it was deleted. It is dirty where the store below has another. */
    private static final class Recent<K, V> {

        private final K key;
        private @Nullable V value;
        private long weight;
        private boolean isDirty;

        Recent(K key) {
            this.key = key;
        }
    }

    /** What all stores of one builder may keep together; each that keeps something has the same share of it. */
    private static final class Budget {

        private final long weightMax;
        private final AtomicInteger users = new AtomicInteger();

        Budget(long weightMax) {
            this.weightMax = weightMax;
        }

        long share() {
            return weightMax / Math.max(1, users.get());
        }
    }

    private WriteBackStore(
            KeyValueStore<K, V> below, ToLongFunction<V> weigher, Predicate<V> isToldElsewhere, Budget budget) {
        super(below);
        this.weigher = weigher;
        this.isToldElsewhere = isToldElsewhere;
        this.budget = budget;
    }

    /**
     * Over what another builder builds.
     *
     * @param weigher what a value takes, in any unit
     * @param isToldElsewhere whether a value may be forgotten, since whoever reads the one before finds out the rest
     * @param weightMax how much of it all stores that are built may keep together
     */
    static <K, V> StoreBuilder<KeyValueStore<K, V>> over(
            StoreBuilder<KeyValueStore<K, V>> below,
            ToLongFunction<V> weigher,
            Predicate<V> isToldElsewhere,
            long weightMax) {
        return new Builder<>(below, weigher, isToldElsewhere, new Budget(weightMax));
    }

    /** What it holds belongs to a task that is closed: the one to come may find the store in another state. */
    @Override
    public synchronized void init(StateStoreContext context, StateStore root) {
        clear();
        writer = Thread.currentThread();
        super.init(context, root);
    }

    @Override
    public synchronized @Nullable V get(K key) {
        Recent<K, V> known = recent.get(key);
        if (known != null) {
            return known.value;
        }
        V value = wrapped().get(key);
        if (value != null && isWriter()) {
            keep(new Recent<>(key), value);
        }
        return value;
    }

    @Override
    public synchronized void put(K key, @Nullable V value) {
        writer = Thread.currentThread();
        Recent<K, V> known = recent.get(key);
        Recent<K, V> kept = known == null ? new Recent<>(key) : known;
        keep(kept, value);
        if (!kept.isDirty && (value == null || !isToldElsewhere.test(value))) {
            kept.isDirty = true;
            dirty.add(kept);
        }
    }

    @Override
    public synchronized @Nullable V putIfAbsent(K key, V value) {
        V known = get(key);
        if (known == null) {
            put(key, value);
        }
        return known;
    }

    @Override
    public synchronized void putAll(List<KeyValue<K, V>> entries) {
        entries.forEach(entry -> put(entry.key, entry.value));
    }

    @Override
    public synchronized @Nullable V delete(K key) {
        V known = get(key);
        put(key, null);
        return known;
    }

    @Override
    public KeyValueIterator<K, V> range(@Nullable K from, @Nullable K to) {
        writeIfMine();
        return wrapped().range(from, to);
    }

    @Override
    public KeyValueIterator<K, V> reverseRange(@Nullable K from, @Nullable K to) {
        writeIfMine();
        return wrapped().reverseRange(from, to);
    }

    @Override
    public KeyValueIterator<K, V> all() {
        writeIfMine();
        return wrapped().all();
    }

    @Override
    public KeyValueIterator<K, V> reverseAll() {
        writeIfMine();
        return wrapped().reverseAll();
    }

    @Override
    public <S extends Serializer<P>, P> KeyValueIterator<K, V> prefixScan(P prefix, S serializer) {
        writeIfMine();
        return wrapped().prefixScan(prefix, serializer);
    }

    @Override
    public long approximateNumEntries() {
        return wrapped().approximateNumEntries();
    }

    @Override
    public ReadOnlyKeyValueStore<K, V> readOnly(IsolationLevel isolation) {
        return wrapped().readOnly(isolation);
    }

    /** Before a commit. */
    @Override
    public synchronized void flushCache() {
        write();
        super.flushCache();
    }

    @Override
    public synchronized void clearCache() {
        clear();
        super.clearCache();
    }

    @Override
    public synchronized void close() {
        clear();
        super.close();
    }

    /** A store that keeps nothing, as one of a standby, leaves its share to the others. */
    private void count(boolean keeps) {
        if (keeps != isCounted) {
            isCounted = keeps;
            budget.users.addAndGet(keeps ? 1 : -1);
        }
    }

    private void keep(Recent<K, V> kept, @Nullable V value) {
        count(true);
        long share = budget.share();
        long most = Math.max(1, share / 2);
        long before = kept.weight;
        kept.value = value;
        kept.weight = value == null ? 1 : Math.min(weigher.applyAsLong(value), most);
        weight += kept.weight - before;
        if (before == 0) {
            recent.put(kept.key, kept);
        }
        shed(share);
    }

    /** The ones that were used longest ago go. */
    private void shed(long share) {
        Iterator<Recent<K, V>> eldest = recent.values().iterator();
        while (weight > share && recent.size() > 1) {
            Recent<K, V> next = eldest.next();
            write(next);
            weight -= next.weight;
            next.value = null;
            eldest.remove();
        }
    }

    private void write(Recent<K, V> known) {
        if (known.isDirty) {
            wrapped().put(known.key, known.value);
            known.isDirty = false;
        }
    }

    private synchronized void writeIfMine() {
        if (isWriter()) {
            write();
        }
    }

    private boolean isWriter() {
        return writer == Thread.currentThread();
    }

    private void write() {
        for (Recent<K, V> known : dirty) {
            boolean isDeleted = known.isDirty && known.value == null;
            write(known);
            if (isDeleted) {
                recent.remove(known.key);
                weight -= known.weight;
            }
        }
        dirty.clear();
    }

    private void clear() {
        recent.clear();
        dirty.clear();
        weight = 0;
        count(false);
    }

    /** As another builder, and with a {@link WriteBackStore} over what it builds. */
    private record Builder<K, V>(
            StoreBuilder<KeyValueStore<K, V>> below,
            ToLongFunction<V> weigher,
            Predicate<V> isToldElsewhere,
            Budget budget)
            implements StoreBuilder<KeyValueStore<K, V>> {

        @Override
        public StoreBuilder<KeyValueStore<K, V>> withCachingEnabled() {
            return this;
        }

        @Override
        public StoreBuilder<KeyValueStore<K, V>> withCachingDisabled() {
            return this;
        }

        @Override
        public StoreBuilder<KeyValueStore<K, V>> withLoggingEnabled(Map<String, String> config) {
            return new Builder<>(below.withLoggingEnabled(config), weigher, isToldElsewhere, budget);
        }

        @Override
        public StoreBuilder<KeyValueStore<K, V>> withLoggingDisabled() {
            return new Builder<>(below.withLoggingDisabled(), weigher, isToldElsewhere, budget);
        }

        @Override
        public KeyValueStore<K, V> build() {
            return new WriteBackStore<>(below.build(), weigher, isToldElsewhere, budget);
        }

        @Override
        public Map<String, String> logConfig() {
            return below.logConfig();
        }

        @Override
        public boolean loggingEnabled() {
            return below.loggingEnabled();
        }

        @Override
        public String name() {
            return below.name();
        }
    }
}

package org.decorum.stage.sim;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * A key-value store in memory that keeps bytes in the order of RocksDB, so that whoever changes an object after it was
 * stored, or relies on the order of objects, is found out. It can go back to its last commit, as a transactional store
 * does after a crash. Not for several threads.
 */
final class MemoryStore<K, V> implements KeyValueStore<K, V> {

    private final String name;
    private final Serde<K> keys;
    private final Serde<V> values;
    private final Predicate<V> isToldElsewhere;
    private final TreeMap<byte[], byte[]> entries = new TreeMap<>(Arrays::compareUnsigned);

    /** What stood where something was written since the last commit. */
    private final TreeMap<byte[], Optional<byte[]>> committed = new TreeMap<>(Arrays::compareUnsigned);

    private int openIterators;
    private boolean isRestored;

    /** The object that was given or taken last; the stage keeps it, so nobody may change it. */
    private @Nullable V last;

    private byte[] lastBytes = {};

    MemoryStore(String name, Serde<K> keys, Serde<V> values) {
        this(name, keys, values, value -> false);
    }

    /**
     * A store that forgets at once what the stage's would keep until the next crash.
     *
     * @param isToldElsewhere whether a value may be forgotten, since whoever reads the one before finds out the rest
     */
    MemoryStore(String name, Serde<K> keys, Serde<V> values, Predicate<V> isToldElsewhere) {
        this.name = name;
        this.keys = keys;
        this.values = values;
        this.isToldElsewhere = isToldElsewhere;
    }

    /** Makes what is written so far outlive a crash. */
    void commit() {
        committed.clear();
    }

    /** Forgets what was written since the last commit. */
    void rollBack() {
        committed.forEach(
                (key, value) -> value.ifPresentOrElse(before -> entries.put(key, before), () -> entries.remove(key)));
        committed.clear();
    }

    /** Another store with the same content. */
    MemoryStore<K, V> copy() {
        MemoryStore<K, V> copy = new MemoryStore<>(name, keys, values, isToldElsewhere);
        copy.entries.putAll(entries);
        return copy;
    }

    /** All keys and values in order, as they are stored. */
    List<byte[]> dump() {
        List<byte[]> all = new ArrayList<>(2 * entries.size());
        entries.forEach((key, value) -> {
            all.add(key.clone());
            all.add(value.clone());
        });
        return all;
    }

    /** An entry of a changelog, which may be of an earlier version than what is written now. */
    void restore(byte[] key, byte[] value) {
        isRestored = true;
        entries.put(key.clone(), value.clone());
    }

    int size() {
        return entries.size();
    }

    /** Iterators that nobody has closed yet. */
    int openIterators() {
        return openIterators;
    }

    @Override
    public @Nullable V get(K key) {
        expectUnchanged();
        byte[] value = entries.get(bytesOf(key));
        return value == null ? null : remember(valueOf(value), value);
    }

    private V remember(V value, byte[] bytes) {
        last = value;
        lastBytes = isRestored ? values.serializer().serialize(name, value) : bytes;
        return value;
    }

    private void expectUnchanged() {
        if (last != null && !Arrays.equals(values.serializer().serialize(name, last), lastBytes)) {
            throw new IllegalStateException("a value of " + name + " was changed in place (expected: a copy)");
        }
        last = null;
    }

    @Override
    public void put(K key, @Nullable V value) {
        expectUnchanged();
        if (value != null && isToldElsewhere.test(value)) {
            return;
        }
        byte[] keyBytes = bytesOf(key);
        byte[] valueBytes = value == null ? null : values.serializer().serialize(name, value);
        byte[] before = valueBytes == null ? entries.remove(keyBytes) : entries.put(keyBytes, valueBytes);
        if (value != null && valueBytes != null) {
            remember(value, valueBytes);
        }
        committed.putIfAbsent(keyBytes, Optional.ofNullable(before));
    }

    @Override
    public @Nullable V putIfAbsent(K key, V value) {
        V known = get(key);
        if (known == null) {
            put(key, value);
        }
        return known;
    }

    @Override
    public void putAll(List<KeyValue<K, V>> all) {
        all.forEach(entry -> put(entry.key, entry.value));
    }

    @Override
    public @Nullable V delete(K key) {
        V known = get(key);
        put(key, null);
        return known;
    }

    @Override
    public KeyValueIterator<K, V> range(@Nullable K from, @Nullable K to) {
        NavigableMap<byte[], byte[]> range = entries;
        if (from != null) {
            range = range.tailMap(bytesOf(from), true);
        }
        if (to != null) {
            range = range.headMap(bytesOf(to), true);
        }
        return new Iterator(range);
    }

    @Override
    public KeyValueIterator<K, V> all() {
        return new Iterator(entries);
    }

    @Override
    public long approximateNumEntries() {
        return entries.size();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
        // nothing to open
    }

    @Override
    public void close() {
        // nothing to give back
    }

    @Override
    public boolean persistent() {
        return false;
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    private byte[] bytesOf(K key) {
        return keys.serializer().serialize(name, key);
    }

    private V valueOf(byte[] value) {
        return values.deserializer().deserialize(name, value);
    }

    /** Walks over the live content: a write meanwhile fails the next step, where RocksDB would show an old state. */
    private final class Iterator implements KeyValueIterator<K, V> {

        private final java.util.Iterator<Map.Entry<byte[], byte[]>> rest;
        private Map.@Nullable Entry<byte[], byte[]> next;
        private boolean closed;

        Iterator(NavigableMap<byte[], byte[]> range) {
            rest = range.entrySet().iterator();
            next = rest.hasNext() ? rest.next() : null;
            openIterators++;
        }

        @Override
        public boolean hasNext() {
            return next != null;
        }

        @Override
        public KeyValue<K, V> next() {
            Map.Entry<byte[], byte[]> entry = entry();
            KeyValue<K, V> result =
                    KeyValue.pair(keys.deserializer().deserialize(name, entry.getKey()), valueOf(entry.getValue()));
            next = rest.hasNext() ? rest.next() : null;
            return result;
        }

        @Override
        public K peekNextKey() {
            return keys.deserializer().deserialize(name, entry().getKey());
        }

        @Override
        public void close() {
            if (!closed) {
                closed = true;
                openIterators--;
            }
        }

        private Map.Entry<byte[], byte[]> entry() {
            Map.Entry<byte[], byte[]> entry = next;
            if (entry == null) {
                throw new NoSuchElementException("the iterator is at its end (expected: hasNext)");
            }
            return entry;
        }
    }
}

package org.decorum.core.origin;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Immutable open-addressing map from domain suffixes to values, searched in place: a lookup hashes the tail of a host
 * from right to left and allocates nothing, so all suffixes of a host cost one pass over its characters.
 *
 * <p>The hash of a suffix is {@code h = 31 * h + c} over its characters from the last to the first.
 */
final class SuffixTable<V> {
    private final String[] keys;
    private final @Nullable Object[] values;
    private final int mask;

    SuffixTable(Map<String, V> entries) {
        int capacity = Integer.highestOneBit(Math.max(4, entries.size() * 2)) * 2;
        keys = new String[capacity];
        values = new @Nullable Object[capacity];
        mask = capacity - 1;
        entries.forEach(this::insert);
    }

    private void insert(String key, V value) {
        int hash = 0;
        for (int i = key.length() - 1; i >= 0; i--) {
            hash = step(hash, key.charAt(i));
        }
        int slot = spread(hash) & mask;
        while (values[slot] != null) {
            slot = (slot + 1) & mask;
        }
        keys[slot] = key;
        values[slot] = value;
    }

    /** The hash of a suffix that is one character longer to the left. */
    static int step(int hash, char next) {
        return 31 * hash + next;
    }

    private static int spread(int hash) {
        return hash ^ (hash >>> 15);
    }

    /** The value of {@code text.substring(from, to)}, whose {@link #step} hash the caller has computed. */
    @SuppressWarnings("unchecked")
    @Nullable
    V find(String text, int from, int to, int hash) {
        int slot = spread(hash) & mask;
        while (values[slot] != null) {
            String key = keys[slot];
            if (key.length() == to - from && text.startsWith(key, from)) {
                return (V) values[slot];
            }
            slot = (slot + 1) & mask;
        }
        return null;
    }
}

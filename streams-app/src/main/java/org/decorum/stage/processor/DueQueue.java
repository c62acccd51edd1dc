package org.decorum.stage.processor;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which origin needs a look when: a binary heap by time with at most one entry an origin, which can be moved. It lives
 * in memory only and is rebuilt from the origins' states.
 */
final class DueQueue {

    private static final class Entry {
        private final String originKey;
        private long dueMicros;
        private int index;

        Entry(String originKey) {
            this.originKey = originKey;
        }
    }

    private final Map<String, Entry> entries = new HashMap<>();
    private @Nullable Entry[] heap = new Entry[64];
    private int size;

    /** Sets when an origin is due; {@link Long#MAX_VALUE} takes it out. */
    void put(String originKey, long dueMicros) {
        Entry known = entries.get(originKey);
        if (dueMicros == Long.MAX_VALUE) {
            if (known != null) {
                remove(known);
            }
            return;
        }
        Entry entry = known != null ? known : add(originKey);
        entry.dueMicros = dueMicros;
        siftUp(entry);
        siftDown(entry);
    }

    /** An origin is due then, unless it is earlier already. */
    void putNoLater(String originKey, long dueMicros) {
        Entry known = entries.get(originKey);
        if (known == null || known.dueMicros > dueMicros) {
            put(originKey, dueMicros);
        }
    }

    /** Takes out the origin that is due first, if it is due by now. */
    @Nullable
    String poll(long nowMicros) {
        if (size == 0 || at(0).dueMicros > nowMicros) {
            return null;
        }
        Entry first = at(0);
        remove(first);
        return first.originKey;
    }

    /** When the first origin is due; {@link Long#MAX_VALUE} if none is. */
    long firstDueMicros() {
        return size == 0 ? Long.MAX_VALUE : at(0).dueMicros;
    }

    int size() {
        return size;
    }

    private Entry add(String originKey) {
        Entry entry = new Entry(originKey);
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, size * 2);
        }
        entries.put(originKey, entry);
        set(size++, entry);
        return entry;
    }

    private void remove(Entry entry) {
        entries.remove(entry.originKey);
        Entry last = at(--size);
        heap[size] = null;
        if (last != entry) {
            set(entry.index, last);
            siftUp(last);
            siftDown(last);
        }
    }

    private void siftUp(Entry entry) {
        while (entry.index > 0) {
            Entry parent = at((entry.index - 1) / 2);
            if (parent.dueMicros <= entry.dueMicros) {
                return;
            }
            swap(parent, entry);
        }
    }

    private void siftDown(Entry entry) {
        for (int child = 2 * entry.index + 1; child < size; child = 2 * entry.index + 1) {
            boolean rightIsEarlier = child + 1 < size && at(child + 1).dueMicros < at(child).dueMicros;
            Entry earlier = at(rightIsEarlier ? child + 1 : child);
            if (entry.dueMicros <= earlier.dueMicros) {
                return;
            }
            swap(entry, earlier);
        }
    }

    private void swap(Entry a, Entry b) {
        int index = a.index;
        set(b.index, a);
        set(index, b);
    }

    private void set(int index, Entry entry) {
        heap[index] = entry;
        entry.index = index;
    }

    private Entry at(int index) {
        Entry entry = heap[index];
        if (entry == null) {
            throw new IllegalStateException("heap index " + index + " is empty (expected: 0 to " + (size - 1) + ")");
        }
        return entry;
    }
}

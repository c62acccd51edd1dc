package org.decorum.stage.table;

import java.util.Collection;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Tells of keys whose record changed: one thread tells, and every task hears of each change once, on its own thread. */
public final class KeyChanges {

    private final Set<Reader> readers = ConcurrentHashMap.newKeySet();
    private final Runnable beforeReading;

    /** @param beforeReading what may find out that more has changed */
    public KeyChanges(Runnable beforeReading) {
        this.beforeReading = beforeReading;
    }

    public void tell(Collection<String> keys) {
        readers.forEach(reader -> reader.changed.addAll(keys));
    }

    /** The changes from now on. */
    public Reader reader() {
        return reader(Set::of);
    }

    /** The changes from now on, and before them keys that there are already. */
    public Reader reader(Supplier<Collection<String>> keys) {
        Reader reader = new Reader();
        readers.add(reader);
        reader.changed.addAll(keys.get());
        return reader;
    }

    /** One reader's view of the changes. */
    public final class Reader implements AutoCloseable {

        private final Queue<String> changed = new ConcurrentLinkedQueue<>();

        private Reader() {}

        /** Tells of each change once, of at most so many now; the others wait. */
        public void someChanges(int changesMax, Consumer<String> action) {
            beforeReading.run();
            for (int left = changesMax; left > 0; left--) {
                String key = changed.poll();
                if (key == null) {
                    return;
                }
                action.accept(key);
            }
        }

        @Override
        public void close() {
            readers.remove(this);
        }
    }
}

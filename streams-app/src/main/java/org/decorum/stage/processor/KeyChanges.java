package org.decorum.stage.processor;

import java.util.Collection;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/** Tells of keys whose record changed: one thread tells, and every task hears of each change once, on its own thread. */
public final class KeyChanges {

    private final Set<Reader> readers = ConcurrentHashMap.newKeySet();
    private final Runnable beforeReading;

    /** @param beforeReading what may find out that more has changed */
    KeyChanges(Runnable beforeReading) {
        this.beforeReading = beforeReading;
    }

    void tell(Collection<String> keys) {
        readers.forEach(reader -> reader.changed.addAll(keys));
    }

    /** The changes from now on. */
    Reader reader() {
        Reader reader = new Reader();
        readers.add(reader);
        return reader;
    }

    /** One reader's view of the changes. */
    public final class Reader implements AutoCloseable {

        private final Queue<String> changed = new ConcurrentLinkedQueue<>();

        private Reader() {}

        /** Tells of each change once. */
        public void forEachChange(Consumer<String> action) {
            beforeReading.run();
            for (String key = changed.poll(); key != null; key = changed.poll()) {
                action.accept(key);
            }
        }

        @Override
        public void close() {
            readers.remove(this);
        }
    }
}

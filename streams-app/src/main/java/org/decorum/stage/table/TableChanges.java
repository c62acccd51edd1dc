package org.decorum.stage.table;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One reader's view of the keys of a table that changed. */
final class TableChanges implements AutoCloseable {

    private final Queue<String> keys = new ConcurrentLinkedQueue<>();
    private final Consumer<TableChanges> atEnd;

    TableChanges(Consumer<TableChanges> atEnd) {
        this.atEnd = atEnd;
    }

    void add(String key) {
        keys.add(key);
    }

    @Nullable
    String next() {
        return keys.poll();
    }

    @Override
    public void close() {
        atEnd.accept(this);
    }
}

package org.decorum.stage.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.apache.kafka.streams.errors.TaskCorruptedException;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.internals.RocksDBStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A RocksDB store whose files are thrown away when they cannot be opened, and read again from its changelog. Kafka
 * Streams does so for a store that it finds in doubt, but not for one that RocksDB refuses: that stops the whole client,
 * at each start anew, until a person deletes the files.
 */
final class RestoringRocksDb extends RocksDBStore {

    private static final Logger LOG = LoggerFactory.getLogger(RestoringRocksDb.class);
    private static final String METRICS_SCOPE = "rocksdb";

    private RestoringRocksDb(String name) {
        super(name, METRICS_SCOPE);
    }

    static KeyValueBytesStoreSupplier supplier(String name) {
        return new KeyValueBytesStoreSupplier() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public KeyValueStore<Bytes, byte[]> get() {
                return new RestoringRocksDb(name);
            }

            @Override
            public String metricsScope() {
                return METRICS_SCOPE;
            }
        };
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
        try {
            super.init(context, root);
        } catch (ProcessorStateException unusable) {
            if (isOfTheMachine(unusable)) {
                throw unusable;
            }
            LOG.warn(
                    "The local files of {} in task {} cannot be opened ({}); they are read again from the changelog",
                    name(),
                    context.taskId(),
                    unusable.getCause() == null ? unusable : unusable.getCause().toString());
            deleteFiles();
            throw new TaskCorruptedException(Set.of(context.taskId()), unusable);
        }
    }

    /** Files that cannot be opened for want of space, handles or rights are good, and reading them again would not help. */
    private static boolean isOfTheMachine(ProcessorStateException unusable) {
        String why = String.valueOf(
                unusable.getCause() == null
                        ? unusable.getMessage()
                        : unusable.getCause().getMessage());
        return Stream.of("No space left", "Too many open files", "Permission denied", "lock hold by", "Cannot allocate")
                .anyMatch(why::contains);
    }

    /** Exactly-once clears the task's directory by itself; with at-least-once Streams would open the same files again. */
    private void deleteFiles() {
        try {
            Utils.delete(dbDir);
        } catch (IOException failure) {
            throw new UncheckedIOException(dbDir + " cannot be opened nor deleted", failure);
        }
    }
}

package org.decorum.stage.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.decorum.stage.store.BoundedRocksDb;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompactRangeOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * The files of one store of a stage that has stopped, in all its tasks. A stage that stops flushes them.
 *
 * @param directories of RocksDB, one a task
 */
public record StoreFiles(List<Path> directories) {

    private static final String ROCKSDB = "rocksdb";

    /** As Kafka Streams has it. */
    private static final long BLOCK_BYTES = 4_096;

    public StoreFiles {
        directories = List.copyOf(directories);
    }

    /** Finds them under a state directory. */
    public static StoreFiles of(Path state, String store) throws IOException {
        try (Stream<Path> all = Files.walk(state)) {
            return new StoreFiles(all.filter(Files::isDirectory)
                    .filter(path -> path.endsWith(Path.of(ROCKSDB, store)))
                    .sorted()
                    .toList());
        }
    }

    /** What all of them take, whatever is in them. */
    public long bytes() throws IOException {
        long bytes = 0;
        for (Path directory : directories) {
            try (Stream<Path> inside = Files.walk(directory)) {
                for (Path file : inside.filter(Files::isRegularFile).toList()) {
                    bytes += Files.size(file);
                }
            }
        }
        return bytes;
    }

    /** Writes them anew without what is deleted or was written over, with the options that a stage has. */
    public StoreFiles compact() {
        for (Path directory : directories) {
            try {
                compact(directory);
            } catch (RocksDBException e) {
                throw new IllegalStateException(directory + " cannot be compacted: " + e.getMessage(), e);
            }
        }
        return this;
    }

    private static void compact(Path directory) throws RocksDBException {
        RocksDB.loadLibrary();
        try (Options options = new Options();
                CompactRangeOptions all = new CompactRangeOptions()
                        .setBottommostLevelCompaction(CompactRangeOptions.BottommostLevelCompaction.kForce)) {
            options.setTableFormatConfig(new BlockBasedTableConfig().setBlockSize(BLOCK_BYTES));
            options.setCompressionType(CompressionType.NO_COMPRESSION);
            new BoundedRocksDb().setConfig(directory.getFileName().toString(), options, Map.of());
            List<ColumnFamilyHandle> families = new ArrayList<>();
            try (DBOptions ofDatabase = new DBOptions(options);
                    ColumnFamilyOptions ofFamily = new ColumnFamilyOptions(options);
                    RocksDB database = RocksDB.open(
                            ofDatabase,
                            directory.toString(),
                            RocksDB.listColumnFamilies(options, directory.toString()).stream()
                                    .map(name -> new ColumnFamilyDescriptor(name, ofFamily))
                                    .toList(),
                            families)) {
                for (ColumnFamilyHandle family : families) {
                    database.compactRange(family, null, null, all);
                }
                families.forEach(ColumnFamilyHandle::close);
            }
        }
    }
}

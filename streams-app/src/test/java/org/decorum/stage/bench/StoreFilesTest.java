package org.decorum.stage.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.FlushOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

class StoreFilesTest {

    private static final int KEYS = 1_000;
    private static final int VALUE_BYTES = 1_000;

    @TempDir
    Path state;

    @Test
    void filesOfAllTasksAreCountedAndWhatWasWrittenOverGoesWithCompaction() throws Exception {
        write("0_0", "origins");
        write("0_1", "origins");
        write("0_0", "backlog");
        StoreFiles origins = StoreFiles.of(state, "origins");
        assertThat(origins.directories()).hasSize(2);
        long written = 2L * KEYS * VALUE_BYTES;
        assertThat(origins.bytes()).isGreaterThan(3 * written);
        assertThat(origins.compact().bytes()).isBetween(written, written + written / 2);
        assertThat(read("0_1", "origins", 7)).hasSize(VALUE_BYTES);
    }

    /** Each key three times. */
    private void write(String task, String store) throws Exception {
        Random random = new Random(1);
        try (Options options = new Options().setCreateIfMissing(true).setDisableAutoCompactions(true);
                RocksDB database = RocksDB.open(options, directory(task, store).toString());
                FlushOptions flush = new FlushOptions()) {
            for (int round = 0; round < 3; round++) {
                for (int key = 0; key < KEYS; key++) {
                    byte[] value = new byte[VALUE_BYTES];
                    random.nextBytes(value);
                    database.put(key(key), value);
                }
                database.flush(flush);
            }
        }
    }

    private byte[] read(String task, String store, int key) throws Exception {
        try (Options options = new Options();
                RocksDB database = RocksDB.open(options, directory(task, store).toString())) {
            return get(database, key);
        }
    }

    private static byte[] get(RocksDB database, int key) throws RocksDBException {
        byte[] value = database.get(key(key));
        assertThat(value).isNotNull();
        return value;
    }

    private static byte[] key(int number) {
        return Integer.toString(number).getBytes(StandardCharsets.UTF_8);
    }

    private Path directory(String task, String store) throws Exception {
        return Files.createDirectories(
                state.resolve("decorum").resolve(task).resolve("rocksdb").resolve(store));
    }
}

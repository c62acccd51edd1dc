package org.decorum.stage.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.decorum.stage.config.StageConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.FlushOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBufferManager;

/** All stores of all tasks of a process take from one bound. */
class BoundedRocksDbTest {

    private static final int STORES = 96;
    private static final int ENTRIES = 2_500;

    @TempDir
    Path directory;

    @Test
    void allStoresShareOneManagerOfWriteBuffersAndTheirBlocksOneCache() throws RocksDBException {
        List<WriteBufferManager> buffers = new ArrayList<>();
        for (int store = 0; store < 3; store++) {
            try (Options options = options("store-" + store).setCreateIfMissing(true);
                    RocksDB db = RocksDB.open(
                            options, directory.resolve("store-" + store).toString())) {
                buffers.add(options.writeBufferManager());
                db.put(key(1), new byte[100_000]);
                db.flush(new FlushOptions());
                long before = BoundedRocksDb.usedBytes();
                db.get(key(1));
                assertThat(BoundedRocksDb.usedBytes())
                        .as("with a block of %s", store)
                        .isGreaterThan(before + 90_000);
            }
        }
        assertThat(buffers)
                .doesNotContainNull()
                .allSatisfy(manager -> assertThat(manager).isSameAs(buffers.get(0)));
    }

    /** As many as 32 shards have; each of them alone could take an eighth of the bound in write buffers. */
    @Test
    void whatManyStoresTakeTogetherStaysUnderTheBound() throws RocksDBException {
        long bound = BoundedRocksDb.boundBytes();
        long most = 0;
        long flushed = 0;
        List<RocksDB> stores = new ArrayList<>();
        List<Options> all = new ArrayList<>();
        Random random = new Random(42);
        byte[] value = new byte[1_000];
        try {
            for (int store = 0; store < STORES; store++) {
                Options options = options("store-" + store).setCreateIfMissing(true);
                all.add(options);
                stores.add(RocksDB.open(
                        options, directory.resolve("store-" + store).toString()));
            }
            for (int entry = 0; entry < ENTRIES; entry++) {
                random.nextBytes(value);
                for (RocksDB store : stores) {
                    store.put(key(random.nextInt(ENTRIES)), value);
                }
                if (entry % 100 == 0) {
                    stores.get(random.nextInt(STORES)).get(key(random.nextInt(ENTRIES)));
                    most = Math.max(most, BoundedRocksDb.usedBytes());
                }
            }
            for (RocksDB store : stores) {
                store.flush(new FlushOptions());
            }
            flushed = BoundedRocksDb.usedBytes();
        } finally {
            stores.forEach(RocksDB::close);
            all.forEach(Options::close);
        }
        assertThat(most)
                .as(
                        "bytes, with flushes that lag on a busy machine; without a common bound it would be twelve times the bound")
                .isGreaterThan(bound / 4)
                .isLessThan(6 * bound);
        assertThat(flushed).as("bytes once everything is flushed").isLessThanOrEqualTo(bound);
    }

    private static byte[] key(int number) {
        return ("key-" + number).getBytes(StandardCharsets.UTF_8);
    }

    private static Options options(String store) {
        Options options = new Options();
        options.setTableFormatConfig(new BlockBasedTableConfig());
        Map<String, Object> configs = new HashMap<>();
        configs.put(StageConfig.ROCKSDB_MEMORY_BYTES, 64L << 20);
        new BoundedRocksDb().setConfig(store, options, configs);
        return options;
    }
}

package org.decorum.stage.store;

import java.util.Map;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.decorum.stage.config.StageConfig;
import org.jspecify.annotations.Nullable;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.CompactionStyle;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.WriteBufferManager;

/**
 * RocksDB options with one bound on memory for all stores of the process: a shared block cache that write buffers,
 * indexes and filters are charged to. Kafka's defaults would take about 100 MB a store.
 */
public final class BoundedRocksDb implements RocksDBConfigSetter {

    private static final long WRITE_BUFFER_BYTES = 4L << 20;
    private static final int WRITE_BUFFERS = 2;

    /** RocksDB's own is an eighth of a write buffer, which hundreds of stores with little in them would take as well. */
    private static final long ARENA_BLOCK_BYTES = 64L << 10;

    private static final long DEFAULT_BYTES = 128L << 20;
    private static final double WRITE_BUFFER_SHARE = 0.5;
    private static final double BLOOM_BITS_PER_KEY = 10;

    private static @Nullable Cache sharedCache;
    private static long sharedBytes;
    private static @Nullable WriteBufferManager sharedWriteBuffers;

    @Override
    public void setConfig(String storeName, Options options, Map<String, Object> configs) {
        Cache cache = share(configs, options);
        if (options.tableFormatConfig() instanceof BlockBasedTableConfig tables) {
            tables.setBlockCache(cache)
                    .setCacheIndexAndFilterBlocks(true)
                    .setCacheIndexAndFilterBlocksWithHighPriority(true)
                    .setPinL0FilterAndIndexBlocksInCache(true)
                    .setFilterPolicy(new BloomFilter(BLOOM_BITS_PER_KEY));
            options.setTableFormatConfig(tables);
        }
        options.setWriteBufferSize(WRITE_BUFFER_BYTES).setMaxWriteBufferNumber(WRITE_BUFFERS);
        options.setArenaBlockSize(ARENA_BLOCK_BYTES);
        // Queues leave tombstones behind; level compaction drops them soonest.
        options.setCompactionStyle(CompactionStyle.LEVEL);
    }

    /** What all stores share lives as long as the process. */
    @Override
    public void close(String storeName, Options options) {
        // nothing of a store's own
    }

    /** What all stores of this process may take; 0 before the first is opened. */
    public static synchronized long boundBytes() {
        return sharedBytes;
    }

    /** What they take now: blocks, indexes, filters, and write buffers, which are charged to the same cache. */
    public static synchronized long usedBytes() {
        return sharedCache == null ? 0 : sharedCache.getUsage();
    }

    private static synchronized Cache share(Map<String, Object> configs, Options options) {
        Cache cache = sharedCache;
        WriteBufferManager buffers = sharedWriteBuffers;
        if (cache == null || buffers == null) {
            Object bytes = configs.get(StageConfig.ROCKSDB_MEMORY_BYTES);
            long capacity = bytes == null ? DEFAULT_BYTES : Long.parseLong(bytes.toString());
            cache = new LRUCache(capacity);
            buffers = new WriteBufferManager((long) (capacity * WRITE_BUFFER_SHARE), cache);
            sharedBytes = capacity;
            sharedCache = cache;
            sharedWriteBuffers = buffers;
        }
        options.setWriteBufferManager(buffers);
        return cache;
    }
}

package org.decorum.stage.cli.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import org.decorum.stage.store.BoundedRocksDb;

/** The most memory that was seen to be in use: of the heap what its last collections left, of RocksDB all that is charged. */
final class MemoryWatch {

    private long heapBytes;
    private long rocksDbBytes;

    void look() {
        heapBytes = Math.max(heapBytes, heapAfterCollection());
        rocksDbBytes = Math.max(rocksDbBytes, BoundedRocksDb.usedBytes());
    }

    double heapMaxMib() {
        return heapBytes / (double) (1 << 20);
    }

    double rocksDbMaxMib() {
        return rocksDbBytes / (double) (1 << 20);
    }

    private static long heapAfterCollection() {
        long bytes = 0;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            MemoryUsage left = pool.getType() == MemoryType.HEAP ? pool.getCollectionUsage() : null;
            bytes += left == null ? 0 : left.getUsed();
        }
        return bytes;
    }
}

package org.decorum.stage.bench;

/**
 * The most that a stage's process may take of the machine's memory, as {@code topology-docs/memory.md} tells:
 * heap, RocksDB, and what a JVM takes beside both.
 *
 * @param heapBytes {@code -Xmx}
 * @param rocksDbBytes {@code decorum.rocksdb.memory.bytes}
 */
public record MemoryBound(long heapBytes, long rocksDbBytes) {

    /**
     * Classes, compiled code, threads' stacks, the collector's own tables, buffers of the network, and what RocksDB takes
     * while it compacts.
     */
    public static final long BESIDE_BYTES = 384L << 20;

    public long bytes() {
        return heapBytes + rocksDbBytes + BESIDE_BYTES;
    }
}

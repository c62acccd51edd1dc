package org.decorum.stage.bench.bare;

import java.nio.ByteBuffer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.Repartitioned;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;

/**
 * Reads a record, sends it through a repartition topic, gets and puts the value of its key in a RocksDB store with a
 * changelog, and forwards it. Bytes stay bytes: nothing is decoded.
 */
public final class BareTopology {

    public static final String SOURCE = "bench.bare.in";
    public static final String SINK = "bench.bare.out";

    /** Not with the name of the load, whose CPU time is told apart by the names of threads. */
    public static final String APPLICATION_ID = "bare";

    private static final String STORE = "latest";
    private static final String BY_KEY = "by-key";

    private BareTopology() {}

    /** @param partitions of the repartition topic, and so the tasks that keep the store */
    public static Topology of(int partitions) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.addStateStore(Stores.keyValueStoreBuilder(
                        Stores.persistentKeyValueStore(STORE), Serdes.ByteArray(), Serdes.ByteArray())
                .withCachingDisabled());
        builder.stream(SOURCE, Consumed.with(Serdes.ByteArray(), Serdes.ByteArray()))
                .repartition(Repartitioned.with(Serdes.ByteArray(), Serdes.ByteArray())
                        .withName(BY_KEY)
                        .withNumberOfPartitions(partitions))
                .process(GetAndPut::new, Named.as("get-and-put"), STORE)
                .to(SINK, Produced.with(Serdes.ByteArray(), Serdes.ByteArray()));
        return builder.build();
    }

    /** Keeps how often each key came, and its last value. */
    private static final class GetAndPut extends ContextualProcessor<byte[], byte[], byte[], byte[]> {

        @Override
        public void process(Record<byte[], byte[]> record) {
            KeyValueStore<byte[], byte[]> store = context().getStateStore(STORE);
            byte[] before = store.get(record.key());
            long seen = before == null ? 0 : ByteBuffer.wrap(before).getLong();
            byte[] after = ByteBuffer.allocate(Long.BYTES + record.value().length)
                    .putLong(seen + 1)
                    .put(record.value())
                    .array();
            store.put(record.key(), after);
            context().forward(record);
        }
    }
}

package org.decorum.stage.bench.bare;

import java.util.List;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.Stores;

/**
 * Key-value stores of bytes with a changelog, and nothing that works with them. With the application id and the names of
 * stores of another application it reads that one's changelogs when it starts.
 */
public final class BareStores {

    private BareStores() {}

    /** @param stores whose changelogs have as many partitions as {@link BareTopology#SOURCE} */
    public static Topology of(List<String> stores) {
        StreamsBuilder builder = new StreamsBuilder();
        stores.forEach(store -> builder.addStateStore(Stores.keyValueStoreBuilder(
                        Stores.persistentKeyValueStore(store), Serdes.ByteArray(), Serdes.ByteArray())
                .withCachingDisabled()));
        builder.stream(BareTopology.SOURCE, Consumed.with(Serdes.ByteArray(), Serdes.ByteArray()))
                .process(Idle::new, Named.as("idle"), stores.toArray(String[]::new));
        return builder.build();
    }

    private static final class Idle extends ContextualProcessor<byte[], byte[], Void, Void> {

        @Override
        public void process(Record<byte[], byte[]> record) {
            throw new IllegalStateException(BareTopology.SOURCE + ": a record (expected: none)");
        }
    }
}

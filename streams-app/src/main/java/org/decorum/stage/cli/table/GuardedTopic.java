package org.decorum.stage.cli.table;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.decorum.schema.AcceptedRecord;
import org.decorum.stage.cli.CliException;
import org.decorum.stage.table.GuardedTable;
import org.decorum.stage.table.Refusal;
import org.decorum.stage.table.TableReader;
import org.decorum.wire.WireConfig;
import org.decorum.wire.registry.SchemaRegistry;
import org.jspecify.annotations.Nullable;

/** A guarded table on its two topics, as the stage has it in force. */
public final class GuardedTopic<T extends SpecificRecord> {

    private final TopicTable<T> written;
    private final TopicTable<AcceptedRecord> accepted;
    private final SortedMap<String, T> inForce = new TreeMap<>();
    private final GuardedTable<T> table;

    /**
     * One that has not been read.
     *
     * @param acceptedTopic the topic beside it
     * @param unjudged as in {@link GuardedTable}
     */
    public GuardedTopic(
            String topic,
            String acceptedTopic,
            Map<String, Object> clientSettings,
            Function<SchemaRegistry, TableReader<T>> reader,
            @Nullable T unjudged) {
        this.written = new TopicTable<>(topic, clientSettings);
        this.accepted = new TopicTable<>(acceptedTopic, clientSettings);
        SchemaRegistry registry = new WireConfig(clientSettings).registry();
        this.table = new GuardedTable<>(topic, reader.apply(registry), registry, unjudged, this::put);
    }

    /** What is in force, by key; where the newest record is bad, the last good one. */
    public SortedMap<String, T> read() {
        written.read(this::takeWritten);
        accepted.read(this::takeAccepted);
        return inForce;
    }

    /** The keys whose newest record is bad, with the reasons. */
    public Map<String, Refusal> refusals() {
        return table.refusals();
    }

    /**
     * What people should hear of the bad records, a line each.
     *
     * @param noun what one record is
     */
    public List<String> complaints(String noun) {
        return refusals().entrySet().stream()
                .map(refused -> "The newest " + noun + " of " + refused.getKey() + " is refused: "
                        + refused.getValue().detail() + ". What was in force stays"
                        + (inForce.containsKey(refused.getKey()) ? "" : ", which is none") + ".")
                .toList();
    }

    /** Returns when all replicas have it; null deletes. */
    public void write(String key, @Nullable T value) throws ExecutionException, InterruptedException {
        written.write(key, value);
    }

    /**
     * Writes all of it, or nothing.
     *
     * @param changes by key; an empty one deletes
     * @throws CliException if it failed
     */
    public void write(SortedMap<String, Optional<T>> changes) {
        written.write(changes);
    }

    private void takeWritten(ConsumerRecord<String, byte[]> found) {
        if (found.key() != null) {
            table.raw(found.key(), found.value(), found.partition(), found.offset());
        }
    }

    private void takeAccepted(ConsumerRecord<String, byte[]> found) {
        if (found.key() != null) {
            table.accepted(found.key(), found.value());
        }
    }

    private void put(String key, @Nullable T value) {
        if (value == null) {
            inForce.remove(key);
        } else {
            inForce.put(key, value);
        }
    }
}

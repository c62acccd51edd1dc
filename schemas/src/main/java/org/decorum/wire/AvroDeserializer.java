package org.decorum.wire;

import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Deserializer;
import org.decorum.wire.Decoded.Failed;
import org.decorum.wire.Decoded.Ok;
import org.decorum.wire.registry.SchemaRegistry;
import org.jspecify.annotations.Nullable;

/**
 * Kafka's deserializer for our records; null stays null, and bytes that are no record are an {@link UndecodableException}.
 * Made by its class name it reads any record of ours.
 */
public final class AvroDeserializer<T extends SpecificRecord> implements Deserializer<T> {

    private final @Nullable Class<T> recordClass;
    private @Nullable AvroReader<T> reader;

    /** For Kafka, which calls {@link #configure} next. */
    public AvroDeserializer() {
        this.recordClass = null;
    }

    /** Reads one kind of record from a registry that {@link #configure} names. */
    public AvroDeserializer(Class<T> recordClass) {
        this.recordClass = recordClass;
    }

    public AvroDeserializer(Class<T> recordClass, SchemaRegistry registry) {
        this.recordClass = recordClass;
        this.reader = AvroReader.of(recordClass, registry);
    }

    AvroDeserializer(AvroReader<T> reader) {
        this.recordClass = null;
        this.reader = reader;
    }

    @Override
    @SuppressWarnings(
            "unchecked") // without a class, T is whatever our topics carry, as with any deserializer named by config
    public void configure(Map<String, ?> settings, boolean isKey) {
        if (reader == null) {
            SchemaRegistry registry = new WireConfig(settings).registry();
            reader = recordClass == null
                    ? (AvroReader<T>) AvroReader.ofAny(registry)
                    : AvroReader.of(recordClass, registry);
        }
    }

    @Override
    public @Nullable T deserialize(String topic, byte @Nullable [] bytes) {
        if (bytes == null) {
            return null;
        }
        if (reader == null) {
            throw new IllegalStateException("deserializer: not configured (expected: " + WireConfig.URL + ")");
        }
        Decoded<T> decoded = reader.read(bytes);
        if (decoded instanceof Ok<T> ok) {
            return ok.value();
        }
        Failed<T> failed = (Failed<T>) decoded;
        throw new UndecodableException(failed.reason(), topic + ": " + failed.detail());
    }
}

package org.decorum.wire;

import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;
import org.decorum.wire.registry.SchemaRegistry;

/** {@link AvroSerializer} and {@link AvroDeserializer} of one record class. */
public final class AvroSerde<T extends SpecificRecord> implements Serde<T> {

    private final AvroSerializer<T> serializer;
    private final AvroDeserializer<T> deserializer;

    private AvroSerde(AvroSerializer<T> serializer, AvroDeserializer<T> deserializer) {
        this.serializer = serializer;
        this.deserializer = deserializer;
    }

    /** For Kafka, which calls {@link #configure} next. */
    public AvroSerde() {
        this(new AvroSerializer<>(), new AvroDeserializer<>());
    }

    /** One subject a topic. */
    public static <T extends SpecificRecord> AvroSerde<T> of(Class<T> recordClass, SchemaRegistry registry) {
        return of(recordClass, registry, SubjectNaming.TOPIC);
    }

    public static <T extends SpecificRecord> AvroSerde<T> of(
            Class<T> recordClass, SchemaRegistry registry, SubjectNaming naming) {
        return of(recordClass, registry, naming, true);
    }

    /** Without {@code autoRegister} a schema must be in the registry before the first record is written. */
    public static <T extends SpecificRecord> AvroSerde<T> of(
            Class<T> recordClass, SchemaRegistry registry, SubjectNaming naming, boolean autoRegister) {
        return new AvroSerde<>(
                new AvroSerializer<>(new AvroWriter(registry, naming, autoRegister)),
                new AvroDeserializer<>(recordClass, registry));
    }

    /** Any record of ours. */
    public static AvroSerde<SpecificRecord> ofAny(SchemaRegistry registry, SubjectNaming naming, boolean autoRegister) {
        return new AvroSerde<>(
                new AvroSerializer<>(new AvroWriter(registry, naming, autoRegister)),
                new AvroDeserializer<>(AvroReader.ofAny(registry)));
    }

    @Override
    public void configure(Map<String, ?> settings, boolean isKey) {
        serializer.configure(settings, isKey);
        deserializer.configure(settings, isKey);
    }

    @Override
    public Serializer<T> serializer() {
        return serializer;
    }

    @Override
    public Deserializer<T> deserializer() {
        return deserializer;
    }
}

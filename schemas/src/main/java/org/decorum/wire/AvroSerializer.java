package org.decorum.wire;

import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Serializer;
import org.decorum.wire.SubjectNaming.Part;
import org.decorum.wire.registry.SchemaRegistry;
import org.jspecify.annotations.Nullable;

/** Kafka's serializer for our records; null stays null. Configured by {@link WireConfig} where no registry is given. */
public final class AvroSerializer<T extends SpecificRecord> implements Serializer<T> {

    private @Nullable AvroWriter writer;
    private Part part = Part.VALUE;

    /** For Kafka, which calls {@link #configure} next. */
    public AvroSerializer() {}

    public AvroSerializer(SchemaRegistry registry) {
        this(new AvroWriter(registry));
    }

    public AvroSerializer(AvroWriter writer) {
        this.writer = writer;
    }

    @Override
    public void configure(Map<String, ?> settings, boolean isKey) {
        part = isKey ? Part.KEY : Part.VALUE;
        if (writer == null) {
            WireConfig config = new WireConfig(settings);
            writer = new AvroWriter(config.registry(), SubjectNaming.TOPIC, config.autoRegister());
        }
    }

    @Override
    public byte @Nullable [] serialize(String topic, @Nullable T datum) {
        if (datum == null) {
            return null;
        }
        if (writer == null) {
            throw new IllegalStateException("serializer: not configured (expected: " + WireConfig.URL + ")");
        }
        return writer.write(topic, part, datum);
    }
}

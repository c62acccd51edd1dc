package org.decorum.wire;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.decorum.wire.SubjectNaming.Part;
import org.decorum.wire.registry.RegistryErrors;
import org.decorum.wire.registry.RegistryException;
import org.decorum.wire.registry.SchemaRegistry;
import org.jspecify.annotations.Nullable;

/**
 * Records to framed bytes. The registry is asked once for each topic and record class; the rest is memory. Thread-safe, as a
 * producer's serializer must be.
 */
public final class AvroWriter {

    private static final ThreadLocal<FrameEncoder> ENCODER = ThreadLocal.withInitial(FrameEncoder::new);

    private final SchemaRegistry registry;
    private final SubjectNaming naming;
    private final boolean autoRegister;
    private final Map<Target, Outlet> outlets = new ConcurrentHashMap<>();
    private volatile @Nullable Outlet last;

    public AvroWriter(SchemaRegistry registry) {
        this(registry, SubjectNaming.TOPIC, true);
    }

    /** Without {@code autoRegister} a schema must be in the registry before the first record is written. */
    public AvroWriter(SchemaRegistry registry, SubjectNaming naming, boolean autoRegister) {
        this.registry = registry;
        this.naming = naming;
        this.autoRegister = autoRegister;
    }

    /** Header and record. Only an unusable registry or a record with a hole in it makes this fail. */
    public byte[] write(String topic, Part part, SpecificRecord datum) {
        Outlet outlet = outlet(topic, part, datum.getClass());
        FrameEncoder encoder = ENCODER.get().start(outlet.schemaId());
        try {
            outlet.writer().write(datum, encoder);
        } catch (IOException | RuntimeException e) {
            throw new SerializationException(
                    topic + ": " + datum.getSchema().getName() + " does not fit its schema: " + e.getMessage(), e);
        }
        return encoder.finish();
    }

    /** Asks the registry now, so that the first record of the topic does not have to wait for it. */
    public int prepare(String topic, Part part, Class<? extends SpecificRecord> recordClass) {
        return outlet(topic, part, recordClass).schemaId();
    }

    private Outlet outlet(String topic, Part part, Class<? extends SpecificRecord> recordClass) {
        Outlet recent = last;
        if (recent != null && recent.target().matches(topic, part, recordClass)) {
            return recent;
        }
        Outlet found = outlets.computeIfAbsent(new Target(topic, part, recordClass), this::open);
        last = found;
        return found;
    }

    private Outlet open(Target target) {
        RecordType<? extends SpecificRecord> type = Records.of(target.recordClass());
        String subject = naming.subject(target.topic(), target.part(), type);
        int id = autoRegister ? registry.register(subject, type.source()) : registeredId(subject, type);
        return new Outlet(target, id, new RecordWriter(type));
    }

    private int registeredId(String subject, RecordType<?> type) {
        return registry.lookup(subject, type.source())
                .orElseThrow(() -> new RegistryException(
                        RegistryErrors.SCHEMA_NOT_FOUND,
                        "subject " + subject + ": no " + type.name()
                                + " of this version (expected: registered beforehand, or " + WireConfig.AUTO_REGISTER
                                + "=true)"))
                .id();
    }

    private record Target(String topic, Part part, Class<? extends SpecificRecord> recordClass) {

        boolean matches(String otherTopic, Part otherPart, Class<?> otherClass) {
            return recordClass == otherClass && part == otherPart && topic.equals(otherTopic);
        }
    }

    private record Outlet(Target target, int schemaId, RecordWriter writer) {}
}

package org.decorum.wire;

import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DatumReader;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.specific.SpecificRecord;
import org.decorum.schema.RejectReason;
import org.decorum.wire.registry.RegistryException;
import org.decorum.wire.registry.RegistryUnavailableException;
import org.decorum.wire.registry.SchemaRegistry;
import org.decorum.wire.registry.SchemaSource;
import org.decorum.wire.text.Excerpt;

/**
 * Framed bytes to records, whatever version of the contract they were written with. Bytes never make it throw; only the registry
 * does, with a {@link RegistryUnavailableException} or {@link RegistryException}, because a record must not be judged while its
 * schema cannot be asked for. The registry is asked once for each schema id, and again after a while for an id that it did not know. Thread-safe.
 */
public final class AvroReader<T extends SpecificRecord> {

    private static final ThreadLocal<BinaryDecoder> DECODER =
            ThreadLocal.withInitial(() -> DecoderFactory.get().binaryDecoder(new byte[0], null));

    private final SchemaRegistry registry;
    private final Function<Schema, Optional<RecordType<? extends T>>> typeOf;
    private final String expected;
    private final Map<Integer, Decoded<DatumReader<? extends T>>> readers = new ConcurrentHashMap<>();
    private final UnknownIds unknownIds = new UnknownIds();

    private AvroReader(
            SchemaRegistry registry, Function<Schema, Optional<RecordType<? extends T>>> typeOf, String expected) {
        this.registry = registry;
        this.typeOf = typeOf;
        this.expected = expected;
    }

    /** Reads one kind of record; the writer's schema must carry its name, in whatever namespace. */
    public static <T extends SpecificRecord> AvroReader<T> of(Class<T> recordClass, SchemaRegistry registry) {
        RecordType<T> type = Records.of(recordClass);
        String name = type.schema().getName();
        return new AvroReader<>(
                registry, writer -> writer.getName().equals(name) ? Optional.of(type) : Optional.empty(), name);
    }

    /** Reads any record of ours, by the full name in the writer's schema. */
    public static AvroReader<SpecificRecord> ofAny(SchemaRegistry registry) {
        return new AvroReader<>(
                registry, writer -> Records.named(writer.getFullName()).map(type -> type), "a record of Decorum");
    }

    public Decoded<T> read(byte[] framed) {
        if (!WireFormat.isFramed(framed)) {
            return unreadable(framed.length + " bytes" + (framed.length > 0 ? ", first 0x" + hex(framed[0]) : "")
                    + " (expected: magic byte 0, a schema id, Avro)");
        }
        Decoded<DatumReader<? extends T>> reader = reader(WireFormat.schemaId(framed));
        return reader.flatMap(found -> read(found, framed));
    }

    private Decoded<T> read(DatumReader<? extends T> reader, byte[] framed) {
        int length = framed.length - WireFormat.HEADER_BYTES;
        BinaryDecoder decoder =
                DecoderFactory.get().binaryDecoder(framed, WireFormat.HEADER_BYTES, length, DECODER.get());
        try {
            T datum = reader.read(null, decoder);
            return decoder.isEnd()
                    ? Decoded.ok(datum)
                    : unreadable("bytes left after the record of schema id " + WireFormat.schemaId(framed));
        } catch (IOException | RuntimeException e) {
            // Avro answers garbage with whatever breaks first: end of file, array index, class cast, arithmetic.
            return unreadable("Avro of schema id " + WireFormat.schemaId(framed) + ": " + Excerpt.of(e));
        }
    }

    private Decoded<DatumReader<? extends T>> reader(int schemaId) {
        Decoded<DatumReader<? extends T>> known = readers.get(schemaId);
        if (known != null) {
            return known;
        }
        if (schemaId <= 0 || unknownIds.contains(schemaId)) { // registries count from 1, and some choke on less
            return unknown(schemaId);
        }
        Optional<SchemaSource> source = registry.schemaById(schemaId);
        if (source.isEmpty()) {
            unknownIds.add(schemaId);
            return unknown(schemaId);
        }
        Decoded<DatumReader<? extends T>> opened = open(schemaId, source.get());
        readers.put(schemaId, opened);
        return opened;
    }

    private Decoded<DatumReader<? extends T>> open(int schemaId, SchemaSource source) {
        if (!source.isAvro()) {
            return unreadable("schema id " + schemaId + ": " + source.type() + " (expected: AVRO)");
        }
        try {
            Schema writer = new Schema.Parser().parse(source.text());
            Optional<RecordType<? extends T>> type =
                    writer.getType() == Schema.Type.RECORD ? typeOf.apply(writer) : Optional.empty();
            if (type.isEmpty()) {
                return unreadable(
                        "schema id " + schemaId + ": " + Excerpt.of(nameOf(writer)) + " (expected: " + expected + ")");
            }
            return Decoded.ok(RecordModel.instance().reader(writer, type.get()));
        } catch (IOException | RuntimeException e) {
            return unreadable("schema id " + schemaId + ": " + Excerpt.of(e));
        }
    }

    private static String nameOf(Schema writer) {
        return writer.getType() == Schema.Type.RECORD
                ? writer.getFullName()
                : writer.getType().getName();
    }

    private static String hex(byte value) {
        return String.format(Locale.ROOT, "%02x", value);
    }

    private static <R> Decoded<R> unknown(int schemaId) {
        return unreadable("schema id " + Integer.toUnsignedString(schemaId) + ": not in the registry");
    }

    private static <R> Decoded<R> unreadable(String detail) {
        return Decoded.failed(RejectReason.UNREADABLE, detail);
    }
}

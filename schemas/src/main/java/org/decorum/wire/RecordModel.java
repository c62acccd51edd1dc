package org.decorum.wire;

import java.io.IOException;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.avro.Schema;
import org.apache.avro.data.TimeConversions;
import org.apache.avro.io.DatumReader;
import org.apache.avro.io.DatumWriter;
import org.apache.avro.io.FastReaderBuilder;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;
import org.apache.avro.util.ClassSecurityValidator;
import org.jspecify.annotations.Nullable;

/**
 * Avro's view of our generated classes. Avro 1.12.2 loads a class that a schema names only if it is trusted, by a JVM flag
 * or by the process-wide {@link ClassSecurityValidator}. This model needs neither: it answers from the catalogue,
 * loads nothing by name, and makes records by their constructor. What remains is generated code that goes through Avro's own
 * model (copying a builder with an enum, {@code fromByteBuffer}); for it {@link #trustGeneratedCode()} adds exactly our classes
 * to whatever the process trusts already.
 */
final class RecordModel extends SpecificData {

    private static final Map<String, Class<?>> CLASSES =
            Records.classes().collect(Collectors.toUnmodifiableMap(Class::getName, Function.identity()));

    private static final RecordModel INSTANCE = new RecordModel();

    static {
        trustGeneratedCode();
    }

    private RecordModel() {
        super(RecordModel.class.getClassLoader());
        addLogicalTypeConversion(new TimeConversions.TimestampMicrosConversion());
    }

    static RecordModel instance() {
        return INSTANCE;
    }

    /** A reader of what was written with {@code writer}, as {@code type}; where they differ too much, its first read fails. */
    <T extends SpecificRecord> DatumReader<T> reader(Schema writer, RecordType<T> type) throws IOException {
        // Avro takes the fast reader by itself only for SpecificData proper, not for a subclass.
        return new FastReaderBuilder(this).createDatumReader(writer, type.schema());
    }

    DatumWriter<Object> writer(Schema schema) {
        return new SpecificDatumWriter<>(schema, this);
    }

    @Override
    @SuppressWarnings("rawtypes") // Avro's signature
    public @Nullable Class getClass(Schema schema) {
        return switch (schema.getType()) {
            case RECORD, ENUM, FIXED -> CLASSES.get(schema.getFullName());
            default -> super.getClass(schema);
        };
    }

    @Override
    public InstanceSupplier getNewRecordSupplier(Schema schema) {
        return Records.named(schema.getFullName())
                .<InstanceSupplier>map(type ->
                        (old, ignored) -> old != null ? old : type.constructor().get())
                .orElseGet(() -> super.getNewRecordSupplier(schema));
    }

    private static synchronized void trustGeneratedCode() {
        ClassSecurityValidator.setGlobal(
                ClassSecurityValidator.composite(ClassSecurityValidator.getGlobal(), CLASSES::containsValue));
    }
}

package org.decorum.wire.input;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import org.apache.avro.JsonProperties;
import org.apache.avro.Schema;
import org.apache.avro.Schema.Field;
import org.apache.avro.specific.SpecificRecord;
import org.decorum.schema.RejectReason;
import org.decorum.wire.text.Closest;
import org.decorum.wire.text.Excerpt;
import org.jspecify.annotations.Nullable;

/** The fields of one JSON object, into a record. */
final class JsonObject {

    private JsonObject() {}

    /**
     * Reads from after the opening brace to the closing one.
     *
     * @param path put before the names of fields in what is said of faults
     */
    static void read(JsonParser parser, SpecificRecord datum, String path) throws IOException, Fault {
        Schema schema = datum.getSchema();
        List<Field> fields = schema.getFields();
        BitSet seen = new BitSet(fields.size());
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            Field field = known(schema, parser.currentName(), path);
            if (seen.get(field.pos())) {
                throw Fault.invalid(path + field.name(), "given twice", "once");
            }
            seen.set(field.pos());
            parser.nextToken();
            datum.put(field.pos(), valueOrDefault(parser, field, path));
        }
        for (int i = seen.nextClearBit(0); i < fields.size(); i = seen.nextClearBit(i + 1)) {
            datum.put(i, defaultOf(fields.get(i), path));
        }
    }

    private static Field known(Schema schema, String name, String path) throws Fault {
        Field field = schema.getField(name);
        if (field == null) {
            List<String> names = schema.getFields().stream().map(Field::name).toList();
            String expected = Closest.to(name, names).orElseGet(() -> "one of " + String.join(", ", names));
            throw Fault.invalid(path + Excerpt.of(name), "unknown field", expected);
        }
        return field;
    }

    private static @Nullable Object valueOrDefault(JsonParser parser, Field field, String path)
            throws IOException, Fault {
        return parser.currentToken() == JsonToken.VALUE_NULL
                ? defaultOf(field, path)
                : JsonValues.read(parser, path + field.name(), JsonValues.presentType(field.schema()));
    }

    private static @Nullable Object defaultOf(Field field, String path) throws Fault {
        if (!field.hasDefaultValue()) {
            throw new Fault(
                    RejectReason.MISSING_FIELD,
                    path + field.name() + ": missing (expected: " + JsonValues.describe(field.schema()) + ")");
        }
        if (field.schema().getType() == Schema.Type.MAP) {
            return new HashMap<String, String>();
        }
        Object value = field.defaultVal();
        return value == JsonProperties.NULL_VALUE ? null : value;
    }
}

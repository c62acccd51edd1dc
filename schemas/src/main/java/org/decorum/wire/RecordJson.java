package org.decorum.wire;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.Schema.Field;
import org.apache.avro.specific.SpecificRecord;

/**
 * A record as one line of JSON, in the words of its contract: times in ISO-8601, bytes in base64, maps in the order of their keys,
 * null fields left out. What the input decoders read, they read in this form too.
 */
public final class RecordJson {

    private static final JsonFactory JSON = new JsonFactory();

    private RecordJson() {}

    public static String toJson(SpecificRecord datum) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            write(json, datum);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // a StringWriter does not fail
        }
        return text.toString();
    }

    private static void write(JsonGenerator json, Object value) throws IOException {
        if (value instanceof SpecificRecord datum) {
            json.writeStartObject();
            for (Field field : datum.getSchema().getFields()) {
                Object held = datum.get(field.pos());
                if (held != null) {
                    json.writeFieldName(field.name());
                    write(json, held);
                }
            }
            json.writeEndObject();
        } else if (value instanceof List<?> list) {
            json.writeStartArray();
            for (Object item : list) {
                write(json, item);
            }
            json.writeEndArray();
        } else if (value instanceof Integer number) {
            json.writeNumber(number);
        } else if (value instanceof Long number) {
            json.writeNumber(number);
        } else if (value instanceof Double number) {
            json.writeNumber(number);
        } else if (value instanceof Boolean flag) {
            json.writeBoolean(flag);
        } else if (value instanceof ByteBuffer bytes) {
            byte[] copy = new byte[bytes.remaining()];
            bytes.duplicate().get(copy);
            json.writeBinary(copy);
        } else if (value instanceof Map<?, ?> map) {
            json.writeStartObject();
            for (Map.Entry<?, ?> entry : new TreeMap<>(map).entrySet()) {
                json.writeStringField(
                        entry.getKey().toString(), entry.getValue().toString());
            }
            json.writeEndObject();
        } else {
            json.writeString(value.toString()); // text, enum symbols, and instants, which print as ISO-8601
        }
    }
}

package org.decorum.wire.input;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import java.io.IOException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.decorum.wire.Records;
import org.decorum.wire.text.Closest;
import org.decorum.wire.text.Excerpt;

/** One JSON value to the Java value of its field. Times are ISO-8601 with an offset, or integer microseconds since 1970. */
final class JsonValues {

    private JsonValues() {}

    /** The type of a nullable field when it is not null; any other type is itself. */
    static Schema presentType(Schema schema) {
        if (schema.getType() != Schema.Type.UNION) {
            return schema;
        }
        return schema.getTypes().stream()
                .filter(member -> member.getType() != Schema.Type.NULL)
                .findFirst()
                .orElseThrow();
    }

    /** What a person should have written for this type. */
    static String describe(Schema schema) {
        Schema present = presentType(schema);
        return switch (present.getType()) {
            case INT -> "integer of 32 bits";
            case LONG -> isTime(present) ? "ISO-8601 time, or microseconds since 1970" : "integer of 64 bits";
            case ENUM -> "one of " + String.join(", ", present.getEnumSymbols());
            case MAP -> "object of strings";
            case DOUBLE -> "number";
            case ARRAY -> "array of objects";
            case RECORD -> "object";
            default -> present.getType().getName();
        };
    }

    static Object read(JsonParser parser, String name, Schema type) throws IOException, Fault {
        JsonToken token = parser.currentToken();
        return switch (type.getType()) {
            case STRING -> {
                require(token == JsonToken.VALUE_STRING, parser, name, type);
                yield text(parser, name);
            }
            case INT -> {
                require(token == JsonToken.VALUE_NUMBER_INT, parser, name, type);
                yield Math.toIntExact(integer(parser, name, type, Integer.MIN_VALUE, Integer.MAX_VALUE));
            }
            case LONG -> readLong(parser, name, type);
            case DOUBLE -> {
                require(token.isNumeric(), parser, name, type);
                yield parser.getDoubleValue();
            }
            case BOOLEAN -> {
                require(token.isBoolean(), parser, name, type);
                yield parser.getBooleanValue();
            }
            case ENUM -> {
                require(token == JsonToken.VALUE_STRING, parser, name, type);
                yield symbol(parser, name, type);
            }
            case MAP -> {
                require(token == JsonToken.START_OBJECT, parser, name, type);
                yield map(parser, name);
            }
            case ARRAY -> {
                require(token == JsonToken.START_ARRAY, parser, name, type);
                yield array(parser, name, type.getElementType());
            }
            case RECORD -> {
                require(token == JsonToken.START_OBJECT, parser, name, type);
                SpecificRecord datum = Records.make(type);
                JsonObject.read(parser, datum, name + ".");
                yield datum;
            }
            default ->
                throw new IllegalStateException(name + ": " + type.getType() + " (expected: a type of our contracts)");
        };
    }

    private static Object readLong(JsonParser parser, String name, Schema type) throws IOException, Fault {
        JsonToken token = parser.currentToken();
        boolean time = isTime(type);
        if (time && token == JsonToken.VALUE_STRING) {
            return instant(parser, name, type);
        }
        require(token == JsonToken.VALUE_NUMBER_INT, parser, name, type);
        long value = integer(parser, name, type, Long.MIN_VALUE, Long.MAX_VALUE);
        return time ? Instant.EPOCH.plus(value, ChronoUnit.MICROS) : (Object) value;
    }

    private static long integer(JsonParser parser, String name, Schema type, long min, long max)
            throws IOException, Fault {
        try {
            long value = parser.getLongValue();
            if (value >= min && value <= max) {
                return value;
            }
        } catch (InputCoercionException e) {
            // More than 64 bits: out of range like any other.
        }
        throw Fault.invalid(name, Excerpt.of(parser.getText()), describe(type));
    }

    private static Instant instant(JsonParser parser, String name, Schema type) throws IOException, Fault {
        try {
            return DateTimeFormatter.ISO_OFFSET_DATE_TIME
                    .parse(parser.getText(), Instant::from)
                    .truncatedTo(ChronoUnit.MICROS);
        } catch (DateTimeParseException e) {
            throw Fault.invalid(name, Excerpt.of(parser.getText()), describe(type));
        }
    }

    private static String text(JsonParser parser, String name) throws IOException, Fault {
        String text = parser.getText();
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                if (Character.isSurrogatePair(text.charAt(i), i + 1 < text.length() ? text.charAt(i + 1) : ' ')) {
                    i++;
                } else {
                    throw Fault.invalid(name, "half a surrogate pair at " + i, "Unicode text");
                }
            }
        }
        return text;
    }

    private static Object symbol(JsonParser parser, String name, Schema type) throws IOException, Fault {
        String symbol = parser.getText();
        if (!type.hasEnumSymbol(symbol)) {
            String expected = Closest.to(symbol, type.getEnumSymbols()).orElseGet(() -> describe(type));
            throw Fault.invalid(name, Excerpt.of(symbol), expected);
        }
        return Records.symbol(type, symbol);
    }

    private static Map<String, String> map(JsonParser parser, String name) throws IOException, Fault {
        Map<String, String> map = new HashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String key = parser.currentName();
            String path = name + "." + Excerpt.of(key);
            if (parser.nextToken() != JsonToken.VALUE_STRING) {
                throw Fault.invalid(path, found(parser), "string");
            }
            if (map.put(key, text(parser, path)) != null) {
                throw Fault.invalid(path, "given twice", "once");
            }
        }
        return map;
    }

    private static List<Object> array(JsonParser parser, String name, Schema items) throws IOException, Fault {
        List<Object> array = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            array.add(read(parser, name + "[" + array.size() + "]", items));
        }
        return array;
    }

    private static void require(boolean fits, JsonParser parser, String name, Schema type) throws IOException, Fault {
        if (!fits) {
            throw Fault.invalid(name, found(parser), describe(type));
        }
    }

    /** The value at hand, or what kind of thing it is where it is long. */
    private static String found(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> "an object";
            case START_ARRAY -> "an array";
            case VALUE_STRING -> '"' + Excerpt.of(parser.getText()) + '"';
            default -> Excerpt.of(parser.getText());
        };
    }

    private static boolean isTime(Schema type) {
        return type.getLogicalType() instanceof LogicalTypes.TimestampMicros;
    }
}

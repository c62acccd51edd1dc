package org.decorum.wire.input;

import java.util.function.BiFunction;
import org.apache.avro.specific.SpecificRecord;
import org.decorum.schema.RejectReason;
import org.decorum.wire.AvroReader;
import org.decorum.wire.Decoded;
import org.decorum.wire.WireFormat;
import org.decorum.wire.registry.SchemaRegistry;
import org.decorum.wire.text.Excerpt;
import org.jspecify.annotations.Nullable;

/**
 * Tells by the first bytes what a value is: magic byte 0 is framed Avro, an opening brace (after blanks or a byte order mark) is a
 * JSON object, anything else is text. Which record comes out is checked by its caller.
 */
final class RecordDecoder<T extends SpecificRecord> {

    /** Larger values are not looked into. Brokers stop at 1 MiB by default. */
    static final int VALUE_BYTES_MAX = 16 << 20;

    private static final int BYTE_ORDER_MARK_BYTES = 3;

    private final AvroReader<T> avro;
    private final JsonRecordReader<T> json;
    private final BiFunction<byte[], Integer, Decoded<T>> text;

    /** For contracts that have no form in plain text. */
    RecordDecoder(Class<T> recordClass, SchemaRegistry registry) {
        this(recordClass, registry, RecordDecoder::noText);
    }

    /** {@code text} gets the value and where its first visible byte is. */
    RecordDecoder(Class<T> recordClass, SchemaRegistry registry, BiFunction<byte[], Integer, Decoded<T>> text) {
        this.avro = AvroReader.of(recordClass, registry);
        this.json = new JsonRecordReader<>(recordClass);
        this.text = text;
    }

    Decoded<T> decode(byte @Nullable [] value) {
        if (value == null) {
            return Decoded.failed(RejectReason.NULL_VALUE, "value: null");
        }
        if (value.length > VALUE_BYTES_MAX) {
            return Decoded.failed(
                    RejectReason.UNREADABLE, "value: [" + value.length + "/" + VALUE_BYTES_MAX + "] bytes");
        }
        if (value.length > 0 && value[0] == WireFormat.MAGIC) {
            return avro.read(value);
        }
        int start = firstVisible(value);
        if (start == value.length) {
            return Decoded.failed(RejectReason.UNREADABLE, "value: blank, " + value.length + " bytes");
        }
        return value[start] == '{' ? json.read(value, start) : text.apply(value, start);
    }

    private static int firstVisible(byte[] value) {
        int start = hasByteOrderMark(value) ? BYTE_ORDER_MARK_BYTES : 0;
        while (start < value.length && isBlank(value[start])) {
            start++;
        }
        return start;
    }

    private static boolean hasByteOrderMark(byte[] value) {
        return value.length >= BYTE_ORDER_MARK_BYTES
                && value[0] == (byte) 0xef
                && value[1] == (byte) 0xbb
                && value[2] == (byte) 0xbf;
    }

    static boolean isBlank(byte value) {
        return value == ' ' || value == '\t' || value == '\n' || value == '\r';
    }

    private static <T> Decoded<T> noText(byte[] value, int start) {
        String first = Excerpt.of(String.valueOf((char) (value[start] & 0xff)));
        return Decoded.failed(
                RejectReason.UNREADABLE, "value: starts with " + first + " (expected: Avro or a JSON object)");
    }
}

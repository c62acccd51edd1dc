package org.decorum.wire.input;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import org.apache.avro.specific.SpecificRecord;
import org.decorum.schema.RejectReason;
import org.decorum.wire.Decoded;
import org.decorum.wire.RecordType;
import org.decorum.wire.Records;
import org.decorum.wire.text.Excerpt;

/**
 * One JSON object to a record, field by field as the contract names them. Unknown and repeated fields are faults, so that a
 * typing error cannot silently mean the default; null and absence mean the default; a field without one is required.
 */
final class JsonRecordReader<T extends SpecificRecord> {

    private static final int DEPTH_MAX = 8;
    private static final int NUMBER_CHARS_MAX = 64;
    private static final int NAME_CHARS_MAX = 1 << 16;

    /** Remembers no names: those in metadata are a stranger's, and without number. */
    private static final JsonFactory JSON = JsonFactory.builder()
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEPTH_MAX)
                    .maxNumberLength(NUMBER_CHARS_MAX)
                    .maxNameLength(NAME_CHARS_MAX)
                    .maxStringLength(RecordDecoder.VALUE_BYTES_MAX)
                    .build())
            .build();

    private final RecordType<T> type;

    JsonRecordReader(Class<T> recordClass) {
        this.type = Records.of(recordClass);
    }

    Decoded<T> read(byte[] json, int offset) {
        try (JsonParser parser = JSON.createParser(json, offset, json.length - offset)) {
            return Decoded.ok(readObject(parser));
        } catch (Fault fault) {
            return fault.verdict();
        } catch (JsonProcessingException e) {
            String where = e.getLocation() == null
                    ? ""
                    : " at line " + e.getLocation().getLineNr() + ", column "
                            + e.getLocation().getColumnNr();
            return Decoded.failed(
                    RejectReason.UNREADABLE, "JSON" + where + ": " + Excerpt.ofMessage(e.getOriginalMessage()));
        } catch (IOException e) {
            return Decoded.failed(RejectReason.UNREADABLE, "JSON: " + Excerpt.of(e));
        }
    }

    private T readObject(JsonParser parser) throws IOException, Fault {
        T datum = type.constructor().get();
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            throw new Fault(RejectReason.UNREADABLE, "JSON: no object (expected: one object)");
        }
        JsonObject.read(parser, datum, "");
        if (parser.nextToken() != null) {
            throw new Fault(RejectReason.UNREADABLE, "JSON: more than one value (expected: one object)");
        }
        return datum;
    }
}

package org.decorum.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.decorum.schema.FetchFeedback;
import org.decorum.schema.FetchOutcome;
import org.decorum.schema.OriginAlias;
import org.decorum.wire.SubjectNaming.Part;
import org.decorum.wire.registry.LocalRegistry;
import org.decorum.wire.registry.SchemaRegistries;
import org.decorum.wire.registry.SchemaSource;
import org.junit.jupiter.api.Test;

/** The bytes as Confluent's and Avro's specifications spell them. */
class WireFormatTest {

    private static final OriginAlias ALIAS = OriginAlias.newBuilder()
            .setOriginKey("g")
            .setSaidBy("é")
            .setEvidence(null)
            .setConfidence(1.0)
            .setUpdatedAt(Instant.EPOCH.plusNanos(64_000))
            .build();

    private final LocalRegistry registry = LocalRegistry.inMemory();

    @Test
    void magicByteThenIdThenFieldsInTheOrderOfTheContract() {
        assertThat(write(ALIAS))
                .containsExactly(
                        0, // magic byte
                        0, 0, 0, 1, // schema id, most significant byte first
                        2, 'g', // origin_key: length 1 in zigzag, UTF-8
                        4, 0xc3, 0xa9, // said_by: length 2
                        0, // evidence: member 0 of the union, null
                        0, 0, 0, 0, 0, 0, 0xf0, 0x3f, // confidence: IEEE 754, least significant byte first
                        0x80, 0x01); // updated_at: 64 microseconds in zigzag
    }

    @Test
    void enumsAreTheirIndexAndUnionsTheIndexOfTheirMember() {
        FetchFeedback feedback = FetchFeedback.newBuilder()
                .setOutcome(FetchOutcome.MISSED_SLOT)
                .setOriginKey("g")
                .setStatus(-1)
                .build();

        assertThat(write(feedback))
                .containsExactly(
                        0, 0, 0, 0, 1, // header
                        4, // outcome: index 2 in zigzag
                        2, 'g', // origin_key
                        0, 0, 0, 0, // site_key, booking_id, request_id, url: null
                        2, 1, // status: member 1, -1 in zigzag
                        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0); // eleven more: null
    }

    @Test
    void aLargeIdFillsItsFourBytes() {
        byte[] header = new byte[WireFormat.HEADER_BYTES];
        for (int id : new int[] {1, 255, 256, 0x01020304, Integer.MAX_VALUE, -2}) {
            WireFormat.putHeader(header, id);
            assertThat(WireFormat.schemaId(header)).isEqualTo(id);
        }
        WireFormat.putHeader(header, 0x01020304);
        assertThat(header).containsExactly(0, 1, 2, 3, 4);
    }

    @Test
    void aRecordLargerThanTheBufferIsWholeAndTheNextOneIsItself() {
        OriginAlias large =
                OriginAlias.newBuilder(ALIAS).setEvidence("x".repeat(3 << 20)).build();
        byte[] small = write(ALIAS);

        assertThat(AvroReader.of(OriginAlias.class, registry).read(write(large)))
                .isEqualTo(Decoded.ok(large));
        assertThat(write(ALIAS)).isEqualTo(small);
    }

    @Test
    void theRegistryGetsTheContractWithoutOurJavaTypes() {
        write(ALIAS);

        SchemaSource kept = registry.latest("topic-value").orElseThrow().schema();
        assertThat(kept.text())
                .doesNotContain("avro.java.string")
                .contains("\"name\":\"origin_key\",\"type\":\"string\"");
    }

    @Test
    void subjectsAreNamedAfterTopicAndPartOrAfterTheRecord() {
        write(ALIAS);
        new AvroWriter(registry, SubjectNaming.RECORD, true).write("topic", Part.VALUE, ALIAS);
        try (AvroSerializer<OriginAlias> keys = new AvroSerializer<>()) {
            keys.configure(Map.of("schema.registry.url", "mock://subjects-are-named"), true);
            keys.serialize("topic", ALIAS);
        }

        assertThat(registry.subjects()).containsExactly("org.decorum.schema.OriginAlias", "topic-value");
        assertThat(SchemaRegistries.of("mock://subjects-are-named").subjects()).containsExactly("topic-key");
    }

    private byte[] write(SpecificRecord datum) {
        return new AvroWriter(registry).write("topic", Part.VALUE, datum);
    }
}

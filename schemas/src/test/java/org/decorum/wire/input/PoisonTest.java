package org.decorum.wire.input;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;
import org.decorum.schema.CrawlRequest;
import org.decorum.schema.FetchFeedback;
import org.decorum.schema.OriginAlias;
import org.decorum.schema.OriginPolicy;
import org.decorum.wire.AvroWriter;
import org.decorum.wire.Decoded;
import org.decorum.wire.Decoded.Failed;
import org.decorum.wire.RandomRecords;
import org.decorum.wire.RecordJson;
import org.decorum.wire.RecordType;
import org.decorum.wire.Records;
import org.decorum.wire.SubjectNaming;
import org.decorum.wire.SubjectNaming.Part;
import org.decorum.wire.registry.LocalRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Bytes of every kind go in, a verdict of bounded length comes out, and nothing is thrown. The seed is fixed and printed. */
class PoisonTest {

    private static final long SEED = 99;
    private static final int INPUTS = 100_000;
    private static final int DETAIL_CHARS_MAX = 600;
    private static final List<String> JSON_PIECES = List.of(
            "{",
            "}",
            "[",
            "]",
            ":",
            ",",
            "\"",
            "\"url\"",
            "\"priority\"",
            "\"metadata\"",
            "\"deadline\"",
            "\"outcome\"",
            "\"burst\"",
            "null",
            "true",
            "1",
            "-1",
            "1e9",
            "99999999999999999999",
            "\"2026-01-01T00:00:00Z\"",
            "\\",
            "\\ud800",
            "\"http://a.example/\"",
            "{\"url\":\"u\"",
            " ",
            "\u0000",
            "é",
            "NaN");

    private final LocalRegistry registry = LocalRegistry.inMemory();
    private final AvroWriter writer = new AvroWriter(registry, SubjectNaming.RECORD, true);
    private final RequestDecoder requests = new RequestDecoder(registry);
    private final FeedbackDecoder feedback = new FeedbackDecoder(registry);
    private final PolicyDecoder policies = new PolicyDecoder(registry);
    private final AliasDecoder aliases = new AliasDecoder(registry);

    private final Map<Class<? extends SpecificRecord>, Function<byte[], Decoded<?>>> decoders = Map.of(
            CrawlRequest.class, requests::decode,
            FetchFeedback.class, feedback::decode,
            OriginPolicy.class, policies::decode,
            OriginAlias.class, aliases::decode);

    private final List<String> unfit = new ArrayList<>();

    @AfterEach
    void everyDetailFitsInALine() {
        assertThat(unfit).isEmpty();
    }

    @Test
    void randomBytesNeverThrow() {
        Random random = new Random(SEED);
        for (int i = 0; i < INPUTS; i++) {
            byte[] bytes = new byte[random.nextInt(64)];
            random.nextBytes(bytes);
            judge(bytes, i);
        }
    }

    @Test
    void randomAvroUnderAKnownSchemaNeverThrows() {
        Random random = new Random(SEED);
        for (Class<? extends SpecificRecord> recordClass : decoders.keySet()) {
            int id = writer.prepare("topic", Part.VALUE, recordClass);
            assertThat(id).isBetween(1, 127);
            for (int i = 0; i < INPUTS / 4; i++) {
                byte[] bytes = new byte[5 + random.nextInt(64)];
                random.nextBytes(bytes);
                Arrays.fill(bytes, 0, 4, (byte) 0);
                bytes[4] = (byte) id;
                judge(bytes, i);
            }
        }
    }

    @Test
    void brokenJsonNeverThrows() {
        Random random = new Random(SEED);
        for (int i = 0; i < INPUTS; i++) {
            StringBuilder json = new StringBuilder("{");
            for (int pieces = random.nextInt(20); pieces > 0; pieces--) {
                json.append(JSON_PIECES.get(random.nextInt(JSON_PIECES.size())));
            }
            judge(any(random), json.toString().getBytes(UTF_8), i);
        }
    }

    @Test
    void goodRecordsWithAFewBytesChangedNeverThrow() {
        Random random = new Random(SEED);
        for (int i = 0; i < INPUTS / 40; i++) {
            for (Class<? extends SpecificRecord> recordClass : decoders.keySet()) {
                SpecificRecord datum = RandomRecords.next(Records.of(recordClass), random);
                byte[] bytes = random.nextBoolean()
                        ? writer.write("topic", Part.VALUE, datum)
                        : RecordJson.toJson(datum).getBytes(UTF_8);
                for (int changes = random.nextInt(4); changes > 0; changes--) {
                    bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
                }
                judge(decoders.get(recordClass), bytes, i);
            }
        }
    }

    @Test
    void hugeLengthsInSmallRecordsCostNoMemory() {
        int id = writer.prepare("topic", Part.VALUE, CrawlRequest.class);
        byte[] twoGibibytesOfUrl = {0, 0, 0, 0, (byte) id, (byte) 0xfe, (byte) 0xff, (byte) 0xff, (byte) 0xff, 0x0f};
        // url "u", request_id null, priority 0, cost to deadline null, metadata of 2^30 entries
        byte[] manyEntries = {
            0, 0, 0, 0, (byte) id, 2, 'u', 0, 0, 0, 0, 0, 0, (byte) 0x80, (byte) 0x80, (byte) 0x80, (byte) 0x80, 8
        };
        for (int i = 0; i < 1000; i++) {
            judge(twoGibibytesOfUrl, i);
            judge(manyEntries, i);
        }
    }

    @Test
    void jsonAndAvroOfOneRecordAreOneRecord() {
        Random random = new Random(SEED);
        decoders.forEach((recordClass, decode) -> {
            RecordType<? extends SpecificRecord> type = Records.of(recordClass);
            int accepted = 0;
            for (int i = 0; i < 2000; i++) {
                SpecificRecord datum = RandomRecords.next(type, random);
                Decoded<?> fromAvro = decode.apply(writer.write("topic", Part.VALUE, datum));
                Decoded<?> fromJson = decode.apply(RecordJson.toJson(datum).getBytes(UTF_8));
                assertThat(fromJson).as("seed %d, record %d", SEED, i).isEqualTo(fromAvro);
                accepted += fromAvro.isOk() ? 1 : 0;
            }
            assertThat(accepted).as("accepted of %s", recordClass).isPositive();
        });
    }

    private Function<byte[], Decoded<?>> any(Random random) {
        return List.copyOf(decoders.values()).get(random.nextInt(decoders.size()));
    }

    private void judge(byte[] bytes, int input) {
        decoders.values().forEach(decoder -> judge(decoder, bytes, input));
    }

    private void judge(Function<byte[], Decoded<?>> decoder, byte[] bytes, int input) {
        if (decoder.apply(bytes) instanceof Failed<?> failed) {
            String detail = failed.detail();
            if (detail.isBlank() || detail.length() > DETAIL_CHARS_MAX || detail.contains("\n")) {
                unfit.add("seed " + SEED + ", input " + input + ": " + detail);
            }
        }
    }
}

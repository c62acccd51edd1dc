package org.decorum.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SerializationException;
import org.decorum.schema.OriginHold;
import org.decorum.schema.RejectReason;
import org.decorum.wire.SubjectNaming.Part;
import org.decorum.wire.registry.CompatibilityLevel;
import org.decorum.wire.registry.LocalRegistry;
import org.decorum.wire.registry.RegisteredSchema;
import org.decorum.wire.registry.RegistryException;
import org.decorum.wire.registry.RegistryUnavailableException;
import org.decorum.wire.registry.SchemaRegistry;
import org.decorum.wire.registry.SchemaSource;
import org.junit.jupiter.api.Test;

class AvroReaderTest {

    private static final OriginHold HOLD = OriginHold.newBuilder()
            .setOriginKey("a.example")
            .setEpoch(7)
            .setHoldUntil(Instant.EPOCH)
            .setCause("status 429")
            .setHeldAt(Instant.EPOCH)
            .build();
    private static final byte[] SCHEMA_77 = {0, 0, 0, 0, 77, 1, 2, 3};

    private final LocalRegistry registry = LocalRegistry.inMemory();
    private final AvroReader<OriginHold> reader = AvroReader.of(OriginHold.class, registry);

    @Test
    void whatIsNotFramedIsUnreadable() {
        assertThat(reader.read(new byte[0]))
                .isEqualTo(unreadable("0 bytes (expected: magic byte 0, a schema id, Avro)"));
        assertThat(reader.read(new byte[] {1, 0, 0, 0, 1, 0}))
                .isEqualTo(unreadable("6 bytes, first 0x01 (expected: magic byte 0, a schema id, Avro)"));
        assertThat(reader.read(new byte[] {0, 0, 0, 1}))
                .isEqualTo(unreadable("4 bytes, first 0x00 (expected: magic byte 0, a schema id, Avro)"));
    }

    @Test
    void anUnknownSchemaIdIsUnreadable() {
        assertThat(reader.read(SCHEMA_77)).isEqualTo(unreadable("schema id 77: not in the registry"));
    }

    @Test
    void aSchemaInAnotherLanguageIsUnreadable() {
        Asked json = Asked.answering(new SchemaSource("JSON", "{}"));

        assertThat(AvroReader.of(OriginHold.class, json).read(SCHEMA_77))
                .isEqualTo(unreadable("schema id 77: JSON (expected: AVRO)"));
    }

    @Test
    void aSchemaThatIsNoRecordIsUnreadable() {
        int id = registry.register("s", new SchemaSource(SchemaSource.AVRO, "\"string\""));

        assertThat(reader.read(new byte[] {0, 0, 0, 0, (byte) id, 2, 'a'}))
                .isEqualTo(unreadable("schema id 1: string (expected: OriginHold)"));
    }

    @Test
    void aWriterWithoutAFieldThatWeNeedIsUnreadable() {
        int id = registry.register(
                "s",
                new SchemaSource(
                        SchemaSource.AVRO,
                        "{\"type\":\"record\",\"name\":\"OriginHold\",\"fields\":[{\"name\":\"epoch\",\"type\":\"long\"}]}"));

        assertThat(reader.read(new byte[] {0, 0, 0, 0, (byte) id, 2}))
                .isInstanceOfSatisfying(
                        Decoded.Failed.class,
                        failed -> assertThat(failed.detail())
                                .contains("schema id 1")
                                .contains("missing required field held_at"));
    }

    @Test
    void aWriterInItsOwnNamespaceWithFieldsOfItsOwnIsRead() throws IOException {
        String text = HOLD.getSchema()
                .toString()
                .replace("org.decorum.schema", "com.example")
                .replace(
                        "\"fields\":[",
                        "\"fields\":[{\"name\":\"theirs\",\"type\":{\"type\":\"array\",\"items\":\"int\"}},");
        int id = registry.register("s", new SchemaSource(SchemaSource.AVRO, text));
        byte[] ours = new AvroWriter(registry).write("topic", Part.VALUE, HOLD);
        FrameEncoder encoder = new FrameEncoder().start(id);
        encoder.writeArrayStart();
        encoder.setItemCount(2);
        encoder.writeInt(5);
        encoder.writeInt(6);
        encoder.writeArrayEnd();
        encoder.writeFixed(ours, WireFormat.HEADER_BYTES, ours.length - WireFormat.HEADER_BYTES);

        assertThat(reader.read(encoder.finish())).isEqualTo(Decoded.ok(HOLD));
    }

    @Test
    void aRegistryThatIsAwayIsNoVerdictOnTheRecord() {
        AvroReader<OriginHold> cutOff = AvroReader.of(OriginHold.class, Asked.away());

        assertThatThrownBy(() -> cutOff.read(SCHEMA_77)).isInstanceOf(RegistryUnavailableException.class);
    }

    @Test
    void noRegistryIsAskedForAnIdThatNoneGives() {
        AvroReader<OriginHold> cutOff = AvroReader.of(OriginHold.class, Asked.away());

        assertThat(cutOff.read(new byte[] {0, 0, 0, 0, 0, 1}))
                .isEqualTo(unreadable("schema id 0: not in the registry"));
        assertThat(cutOff.read(new byte[] {0, -1, -1, -1, -1, 1}))
                .isEqualTo(unreadable("schema id 4294967295: not in the registry"));
    }

    @Test
    void theRegistryIsAskedOnceForAnIdWhetherItKnowsItOrNot() {
        Asked knowing = Asked.answering(Records.of(OriginHold.class).source());
        Asked ignorant = Asked.ignorant();
        for (Asked asked : List.of(knowing, ignorant)) {
            AvroReader<OriginHold> asking = AvroReader.of(OriginHold.class, asked);
            for (int i = 0; i < 100; i++) {
                assertThat(asking.read(SCHEMA_77).isOk()).isFalse();
            }
            assertThat(asked.questions).isEqualTo(1);
        }
    }

    @Test
    void anIdThatWasUnknownIsAskedForAgainAfterAWhile() {
        long[] nowNanos = {Long.MAX_VALUE - 10};
        UnknownIds ids = new UnknownIds(() -> nowNanos[0]);
        ids.add(77);

        assertThat(ids.contains(77)).isTrue();
        nowNanos[0] += UnknownIds.KEPT_NANOS - 1;
        assertThat(ids.contains(77)).isTrue();
        nowNanos[0] += 1;
        assertThat(ids.contains(77)).isFalse();
        assertThat(ids.contains(78)).isFalse();
    }

    @Test
    void unknownIdsAreBounded() {
        UnknownIds ids = new UnknownIds(() -> 0);
        IntStream.rangeClosed(0, UnknownIds.IDS_MAX).forEach(ids::add);

        assertThat(ids.contains(UnknownIds.IDS_MAX)).isTrue();
        assertThat(ids.contains(0)).isFalse();
    }

    @Test
    void theDeserializerThrowsWhatTheReaderFound() {
        try (AvroDeserializer<OriginHold> deserializer = new AvroDeserializer<>(OriginHold.class, registry)) {
            assertThatThrownBy(() -> deserializer.deserialize("crawl.holds", SCHEMA_77))
                    .isInstanceOf(UndecodableException.class)
                    .hasMessage("UNREADABLE: crawl.holds: schema id 77: not in the registry");
            assertThat(deserializer.deserialize("crawl.holds", null)).isNull();
        }
    }

    @Test
    void aSerdeMadeByItsClassNameIsConfigured() {
        try (AvroSerde<OriginHold> serde = new AvroSerde<>()) {
            assertThatThrownBy(() -> serde.configure(Map.of(), false))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("schema.registry.url");
            assertThatThrownBy(() -> serde.serializer().serialize("t", HOLD)).isInstanceOf(IllegalStateException.class);
            serde.configure(Map.of("schema.registry.url", "mock://serde-by-name"), false);

            byte[] framed = serde.serializer().serialize("t", HOLD);
            assertThat(serde.deserializer().deserialize("t", framed)).isEqualTo(HOLD);
            assertThat(serde.serializer().serialize("t", null)).isNull();
        }
    }

    @Test
    void withoutAutoRegistrationTheSchemaMustBeThere() {
        AvroWriter writer = new AvroWriter(registry, SubjectNaming.TOPIC, false);

        assertThatThrownBy(() -> writer.write("crawl.holds", Part.VALUE, HOLD))
                .isInstanceOf(RegistryException.class)
                .hasMessageContaining("crawl.holds-value")
                .hasMessageContaining("auto.register.schemas=true");

        int id = registry.register(
                "crawl.holds-value", Records.of(OriginHold.class).source());
        assertThat(writer.prepare("crawl.holds", Part.VALUE, OriginHold.class)).isEqualTo(id);
    }

    @Test
    void aRecordWithAHoleInItIsNotWritten() {
        OriginHold hole = OriginHold.newBuilder(HOLD).build();
        hole.put("cause", null);

        assertThatThrownBy(() -> new AvroWriter(registry).write("crawl.holds", Part.VALUE, hole))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("crawl.holds")
                .hasMessageContaining("cause");
    }

    @Test
    void manyThreadsMayShareASerde() throws Exception {
        AvroSerde<OriginHold> serde = AvroSerde.of(OriginHold.class, registry);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<Integer>> sums = IntStream.range(0, 4)
                    .mapToObj(thread -> threads.submit(() -> roundTrips(serde, thread)))
                    .toList();
            for (Future<Integer> sum : sums) {
                assertThat(sum.get()).isEqualTo(5000);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static int roundTrips(AvroSerde<OriginHold> serde, int thread) {
        int equal = 0;
        for (int i = 0; i < 5000; i++) {
            OriginHold hold = OriginHold.newBuilder(HOLD)
                    .setEpoch(thread * 10_000L + i)
                    .setCause("c".repeat(i % 300))
                    .build();
            byte[] framed = serde.serializer().serialize("topic-" + i % 3, hold);
            equal += hold.equals(serde.deserializer().deserialize("topic", framed)) ? 1 : 0;
        }
        return equal;
    }

    private static Decoded<OriginHold> unreadable(String detail) {
        return Decoded.failed(RejectReason.UNREADABLE, detail);
    }

    /** A registry that gives one answer to every question for an id, or none at all. */
    private static final class Asked implements SchemaRegistry {

        private final Optional<SchemaSource> answer;
        private final boolean away;
        private int questions;

        Asked(Optional<SchemaSource> answer, boolean away) {
            this.answer = answer;
            this.away = away;
        }

        static Asked answering(SchemaSource source) {
            return new Asked(Optional.of(source), false);
        }

        static Asked ignorant() {
            return new Asked(Optional.empty(), false);
        }

        static Asked away() {
            return new Asked(Optional.empty(), true);
        }

        @Override
        public Optional<SchemaSource> schemaById(int id) {
            questions++;
            if (away) {
                throw new RegistryUnavailableException("away", new IOException("away"));
            }
            return answer;
        }

        @Override
        public int register(String subject, SchemaSource schema) {
            throw new AssertionError("not asked for");
        }

        @Override
        public Optional<RegisteredSchema> lookup(String subject, SchemaSource schema) {
            throw new AssertionError("not asked for");
        }

        @Override
        public Optional<RegisteredSchema> latest(String subject) {
            throw new AssertionError("not asked for");
        }

        @Override
        public Optional<RegisteredSchema> version(String subject, int version) {
            throw new AssertionError("not asked for");
        }

        @Override
        public List<Integer> versions(String subject) {
            throw new AssertionError("not asked for");
        }

        @Override
        public List<String> subjects() {
            throw new AssertionError("not asked for");
        }

        @Override
        public CompatibilityLevel compatibility() {
            throw new AssertionError("not asked for");
        }
    }
}

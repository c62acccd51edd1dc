package org.decorum.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DatumWriter;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.decorum.schema.OriginHold;
import org.decorum.wire.registry.LocalRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AvroRoundTripTest {

    private static final long SEED = 20260101;
    private static final int RECORDS = 500;

    private final LocalRegistry registry = LocalRegistry.inMemory();

    static Stream<RecordType<?>> types() {
        return Records.all().stream();
    }

    @ParameterizedTest
    @MethodSource("types")
    <T extends SpecificRecord> void anyRecordComesBackAsItWas(RecordType<T> type) {
        AvroSerde<T> serde = AvroSerde.of(type.recordClass(), registry);
        Random random = new Random(SEED);
        for (int i = 0; i < RECORDS; i++) {
            T datum = RandomRecords.next(type, random);

            byte[] framed = serde.serializer().serialize("topic", datum);

            assertThat(serde.deserializer().deserialize("topic", framed))
                    .as("seed %d, record %d", SEED, i)
                    .isEqualTo(datum);
        }
    }

    @ParameterizedTest
    @MethodSource("types")
    <T extends SpecificRecord> void theBytesAreThoseOfAvrosOwnWriter(RecordType<T> type) throws IOException {
        AvroSerde<T> serde = AvroSerde.of(type.recordClass(), registry);
        DatumWriter<Object> avros = RecordModel.instance().writer(type.schema());
        Random random = new Random(SEED);
        for (int i = 0; i < RECORDS; i++) {
            T datum = RandomRecords.next(type, random);
            ByteArrayOutputStream expected = new ByteArrayOutputStream();
            BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(expected, null);
            avros.write(datum, encoder);
            encoder.flush();

            byte[] framed = serde.serializer().serialize("topic", datum);

            assertThat(Arrays.copyOfRange(framed, WireFormat.HEADER_BYTES, framed.length))
                    .as("seed %d, record %d", SEED, i)
                    .isEqualTo(expected.toByteArray());
        }
    }

    @Test
    void aRecordWithAHoleNamesIt() {
        AvroSerde<OriginHold> serde = AvroSerde.of(OriginHold.class, registry);
        assertThatThrownBy(() -> serde.serializer().serialize("crawl.holds", new OriginHold()))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("crawl.holds: OriginHold does not fit its schema: origin_key: null");
    }

    @Test
    void everyContractIsInTheCatalogue() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("src/main/avro"))) {
            assertThat(files.map(file -> file.getFileName().toString().replace(".avsc", ""))
                            .collect(Collectors.toSet()))
                    .isEqualTo(types().map(type -> type.schema().getName()).collect(Collectors.toSet()));
        }
    }
}

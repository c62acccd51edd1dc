package org.decorum.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.Schema.Field;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.specific.SpecificRecord;
import org.apache.avro.util.RandomData;
import org.decorum.wire.registry.LocalRegistry;
import org.decorum.wire.registry.SchemaSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What earlier versions wrote, read with today's classes; {@code schemas/README.md} says how a version is frozen. */
class FrozenSchemasTest {

    private static final Path FROZEN = Path.of("src/test/resources/frozen");
    private static final long SEED = 4711;
    private static final int RECORDS = 200;

    private final LocalRegistry registry = LocalRegistry.inMemory();

    @ParameterizedTest
    @MethodSource("frozenFiles")
    void todaysClassReadsWhatTheFrozenVersionWrote(Path file) throws IOException {
        Schema frozen = new Schema.Parser().parse(file.toFile());
        int id = registry.register("frozen", SchemaSource.avro(frozen));
        AvroReader<SpecificRecord> reader = AvroReader.ofAny(registry);
        for (Object written : new RandomData(frozen, RECORDS, SEED)) {
            Decoded<SpecificRecord> read = reader.read(framed(id, (GenericRecord) written));

            assertThat(read).isInstanceOf(Decoded.Ok.class);
            assertSameFields((GenericRecord) written, ((Decoded.Ok<SpecificRecord>) read).value());
        }
    }

    @Test
    void theNewestFrozenVersionIsTodays() {
        Map<String, Schema> today =
                Records.all().stream().collect(Collectors.toMap(RecordType::name, type -> parsed(type.source())));

        Map<String, Schema> newest = list(versions().get(versions().size() - 1)).stream()
                .map(FrozenSchemasTest::parsed)
                .collect(Collectors.toMap(Schema::getFullName, schema -> schema));

        assertThat(newest).isEqualTo(today);
    }

    @Test
    void noFrozenVersionIsMissingInTheRow() {
        List<String> names =
                versions().stream().map(dir -> dir.getFileName().toString()).toList();

        assertThat(names)
                .isNotEmpty()
                .containsExactlyElementsOf(IntStream.rangeClosed(1, names.size())
                        .mapToObj(n -> "v" + n)
                        .toList());
    }

    @Test
    void noRecordEverDisappears() {
        List<String> newest = fileNames(versions().get(versions().size() - 1));

        assertThat(versions()).allSatisfy(version -> assertThat(newest).containsAll(fileNames(version)));
    }

    static Stream<Path> frozenFiles() {
        return versions().stream().flatMap(version -> list(version).stream());
    }

    private static List<Path> versions() {
        return list(FROZEN).stream()
                .collect(Collectors.toMap(
                        dir -> Integer.parseInt(dir.getFileName().toString().substring(1)),
                        dir -> dir,
                        (one, other) -> one,
                        TreeMap::new))
                .values()
                .stream()
                .toList();
    }

    private static List<String> fileNames(Path dir) {
        return list(dir).stream().map(file -> file.getFileName().toString()).toList();
    }

    private static List<Path> list(Path dir) {
        try (Stream<Path> entries = Files.list(dir)) {
            return entries.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Schema parsed(Path file) {
        try {
            return new Schema.Parser().parse(file.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Schema parsed(SchemaSource source) {
        return new Schema.Parser().parse(source.text());
    }

    private static byte[] framed(int schemaId, GenericRecord datum) throws IOException {
        FrameEncoder encoder = new FrameEncoder().start(schemaId);
        new GenericDatumWriter<GenericRecord>(datum.getSchema()).write(datum, encoder);
        return encoder.finish();
    }

    private static void assertSameFields(GenericRecord written, SpecificRecord read) {
        for (Field field : written.getSchema().getFields()) {
            Field todays = read.getSchema().getField(field.name());
            assertThat(plain(read.get(todays.pos())))
                    .as("seed %d, %s", SEED, field.name())
                    .isEqualTo(plain(written.get(field.pos())));
        }
    }

    /** The same Java types, whichever of Avro's models made the value. */
    private static @Nullable Object plain(@Nullable Object value) {
        if (value == null || value instanceof Number || value instanceof Boolean || value instanceof ByteBuffer) {
            return value;
        }
        if (value instanceof Instant instant) {
            return instant.getEpochSecond() * 1_000_000 + instant.getNano() / 1000;
        }
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .collect(Collectors.toMap(
                            entry -> entry.getKey().toString(),
                            entry -> entry.getValue().toString()));
        }
        return value.toString();
    }
}

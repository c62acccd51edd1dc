package org.decorum.wire;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.Schema.Field;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** Records of any contract, filled by a seeded generator: every field, every member of every union. */
public final class RandomRecords {

    private static final long YEAR_9999_MICROS = 253_402_300_799_999_999L;
    private static final List<String> ALPHABET =
            List.of("a", "Z", "0", "/", ":", "é", "ж", "漢", "🐢", "\"", "\\", "\n", " ");

    private RandomRecords() {}

    public static <T extends SpecificRecord> T next(RecordType<T> type, RandomGenerator random) {
        T datum = type.constructor().get();
        fill(datum, random);
        return datum;
    }

    private static SpecificRecord fill(SpecificRecord datum, RandomGenerator random) {
        for (Field field : datum.getSchema().getFields()) {
            datum.put(field.pos(), value(field.schema(), random));
        }
        return datum;
    }

    private static @Nullable Object value(Schema schema, RandomGenerator random) {
        return switch (schema.getType()) {
            case NULL -> null;
            case UNION ->
                value(schema.getTypes().get(random.nextInt(schema.getTypes().size())), random);
            case STRING -> text(random);
            case INT -> random.nextInt() >> random.nextInt(32);
            case LONG ->
                schema.getLogicalType() == null
                        ? (Object) (random.nextLong() >> random.nextInt(64))
                        : Instant.EPOCH.plus(random.nextLong(YEAR_9999_MICROS + 1), ChronoUnit.MICROS);
            case DOUBLE -> random.nextDouble();
            case BOOLEAN -> random.nextBoolean();
            case BYTES -> bytes(random);
            case MAP -> map(random);
            case ARRAY ->
                Stream.generate(() -> value(schema.getElementType(), random))
                        .limit(random.nextInt(4))
                        .toList();
            case RECORD -> fill(Records.make(schema), random);
            case ENUM ->
                Records.symbol(
                        schema,
                        schema.getEnumSymbols()
                                .get(random.nextInt(schema.getEnumSymbols().size())));
            default -> throw new AssertionError("unforeseen type " + schema);
        };
    }

    private static String text(RandomGenerator random) {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(20) == 0 ? random.nextInt(3000) : random.nextInt(20);
        for (int i = 0; i < length; i++) {
            text.append(ALPHABET.get(random.nextInt(ALPHABET.size())));
        }
        return text.toString();
    }

    private static ByteBuffer bytes(RandomGenerator random) {
        byte[] bytes = new byte[random.nextInt(300)];
        random.nextBytes(bytes);
        return ByteBuffer.wrap(bytes);
    }

    private static Map<String, String> map(RandomGenerator random) {
        Map<String, String> map = new HashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            map.put(text(random), text(random));
        }
        return map;
    }
}

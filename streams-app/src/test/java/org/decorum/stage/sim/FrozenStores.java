package org.decorum.stage.sim;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.decorum.stage.store.StoreNames;
import org.decorum.wire.registry.SchemaRegistry;
import org.decorum.wire.registry.SchemaSource;

/**
 * What the previous release left in its stores, as the bytes of its changelogs: {@code frozen/stores-vN.txt}, written once
 * by {@link FrozenStoresTest}, with the policies that were in force.
 *
 * @param store name of the store
 */
public record FrozenStores(String store, byte[] key, byte[] value) {

    public static final int NEWEST = 1;

    public static final Map<String, String> POLICIES = Map.of(
            "waiting.example", "{\"interval_micros\": 1000000}",
            "leased.example",
                    "{\"interval_micros\": 100000, \"max_in_flight\": 3, \"max_attempts\": 5,"
                            + " \"lease_timeout_micros\": 20000000}",
            "held.example", "{\"interval_micros\": 100000}",
            "robots.example", "{\"interval_micros\": 100000, \"crawl_delay\": \"FINISH_TO_START\"}",
            "later.example", "{\"interval_micros\": 100000}",
            "sites.example", "{\"interval_micros\": 100000}",
            "adaptive.example", "{\"interval_micros\": 70000, \"adaptive\": true}");

    private static final Path DIRECTORY = Path.of("src/test/resources/frozen");
    private static final Path SCHEMAS = Path.of("../schemas/src/test/resources/frozen");
    private static final int SCHEMA_ID_AT = 1;

    static Path file(int version) {
        return DIRECTORY.resolve("stores-v" + version + ".txt");
    }

    /** The rows of a version, once its schema is registered: ids are a registry's own. */
    public static List<FrozenStores> read(int version, SchemaRegistry registry) {
        try {
            Schema schema = new Schema.Parser()
                    .parse(SCHEMAS.resolve("v" + version)
                            .resolve("KeyedRequest.avsc")
                            .toFile());
            int id = registry.register(schema.getFullName(), SchemaSource.avro(schema));
            return Files.readAllLines(file(version)).stream()
                    .map(line -> parse(line.split(" "), id))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static FrozenStores parse(String[] words, int schemaId) {
        byte[] value = HexFormat.of().parseHex(words[2]);
        if (!words[0].equals(StoreNames.ORIGINS)) {
            ByteBuffer.wrap(value).putInt(SCHEMA_ID_AT, schemaId);
        }
        return new FrozenStores(words[0], HexFormat.of().parseHex(words[1]), value);
    }

    String row() {
        return store + " " + HexFormat.of().formatHex(key) + " "
                + HexFormat.of().formatHex(value);
    }
}

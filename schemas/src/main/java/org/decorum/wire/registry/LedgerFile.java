package org.decorum.wire.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A ledger as one JSON file, {@code {"format": 1, "schemas": [{"id", "schemaType", "schema"}], "subjects": {name: [ids]}}}.
 * Replaced as a whole: written beside, forced to disk, renamed over.
 */
final class LedgerFile {

    private static final int FORMAT = 1;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path path;

    LedgerFile(Path path) {
        this.path = path.toAbsolutePath();
    }

    RegistryLedger read(CompatibilityLevel level) {
        if (!Files.exists(path)) {
            return new RegistryLedger(level);
        }
        try {
            JsonNode root = JSON.readTree(Files.readAllBytes(path));
            int format = root.path("format").asInt();
            if (format != FORMAT) {
                throw new IllegalArgumentException("format: " + format + " (expected: " + FORMAT + ")");
            }
            return RegistryLedger.restore(level, schemas(root.path("schemas")), subjects(root.path("subjects")));
        } catch (IOException | IllegalArgumentException e) {
            throw new IllegalStateException(
                    "registry file " + path + ": " + e.getMessage()
                            + "; put back a copy of it, or remove it to start anew",
                    e);
        }
    }

    void write(RegistryLedger ledger) {
        Path beside = path.resolveSibling(path.getFileName() + ".new");
        try {
            Files.createDirectories(path.resolveSibling(""));
            try (FileChannel channel = FileChannel.open(
                    beside,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.TRUNCATE_EXISTING)) {
                ByteBuffer bytes =
                        ByteBuffer.wrap(JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(json(ledger)));
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                channel.force(true);
            }
            Files.move(beside, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new RegistryException(RegistryErrors.STORE_FAILED, "registry file " + path + ": not written, " + e);
        }
    }

    private static SortedMap<Integer, SchemaSource> schemas(JsonNode array) {
        SortedMap<Integer, SchemaSource> schemas = new TreeMap<>();
        array.forEach(entry -> schemas.put(
                entry.path("id").asInt(),
                new SchemaSource(
                        entry.path("schemaType").asText(), entry.path("schema").asText())));
        return schemas;
    }

    private static SortedMap<String, List<Integer>> subjects(JsonNode object) {
        SortedMap<String, List<Integer>> subjects = new TreeMap<>();
        object.properties().forEach(subject -> {
            List<Integer> ids = new ArrayList<>();
            subject.getValue().forEach(id -> ids.add(id.asInt()));
            subjects.put(subject.getKey(), ids);
        });
        return subjects;
    }

    private static ObjectNode json(RegistryLedger ledger) {
        ObjectNode root = JSON.createObjectNode().put("format", FORMAT);
        ArrayNode schemas = root.putArray("schemas");
        ledger.schemas()
                .forEach((id, schema) -> schemas.addObject()
                        .put("id", id)
                        .put("schemaType", schema.type())
                        .put("schema", schema.text()));
        ObjectNode subjects = root.putObject("subjects");
        for (String subject : ledger.subjects()) {
            ArrayNode ids = subjects.putArray(subject);
            ledger.versionIds(subject).forEach(ids::add);
        }
        return root;
    }
}

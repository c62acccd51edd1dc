package org.decorum.stage.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.decorum.wire.registry.LocalRegistry;
import org.decorum.wire.registry.RegisteredSchema;
import org.decorum.wire.registry.RegistryErrors;
import org.decorum.wire.registry.RegistryException;
import org.decorum.wire.registry.SchemaSource;

/** Confluent's registry calls as functions: path parameters and bodies in, answers out, refusals as {@link RegistryException}. */
final class EmbeddedRegistryCalls {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final String LATEST = "latest";

    private final LocalRegistry registry;

    EmbeddedRegistryCalls(LocalRegistry registry) {
        this.registry = registry;
    }

    JsonNode root() {
        return JSON.objectNode();
    }

    JsonNode config() {
        return JSON.objectNode()
                .put("compatibilityLevel", registry.compatibility().name());
    }

    JsonNode types() {
        return JSON.arrayNode().add(SchemaSource.AVRO);
    }

    JsonNode subjects() {
        ArrayNode names = JSON.arrayNode();
        registry.subjects().forEach(names::add);
        return names;
    }

    JsonNode schema(String id) {
        return registry.schemaById(number(id, RegistryErrors.SCHEMA_NOT_FOUND, "Schema " + id + " not found"))
                .map(EmbeddedRegistryCalls::schema)
                .orElseThrow(
                        () -> new RegistryException(RegistryErrors.SCHEMA_NOT_FOUND, "Schema " + id + " not found"));
    }

    JsonNode versions(String subject) {
        ArrayNode numbers = JSON.arrayNode();
        requireVersions(subject).forEach(numbers::add);
        return numbers;
    }

    JsonNode version(String subject, String version) {
        List<Integer> versions = requireVersions(subject);
        int number = version.equals(LATEST)
                ? versions.get(versions.size() - 1)
                : number(version, RegistryErrors.INVALID_VERSION, invalidVersion(version));
        if (number < 1) {
            throw new RegistryException(RegistryErrors.INVALID_VERSION, invalidVersion(version));
        }
        return registry.version(subject, number)
                .map(EmbeddedRegistryCalls::registered)
                .orElseThrow(() ->
                        new RegistryException(RegistryErrors.VERSION_NOT_FOUND, "Version " + version + " not found."));
    }

    JsonNode register(String subject, JsonNode body) {
        return JSON.objectNode().put("id", registry.register(subject, source(body)));
    }

    JsonNode lookup(String subject, JsonNode body) {
        requireVersions(subject);
        return registry.lookup(subject, source(body))
                .map(EmbeddedRegistryCalls::registered)
                .orElseThrow(() -> new RegistryException(RegistryErrors.SCHEMA_NOT_FOUND, "Schema not found"));
    }

    private List<Integer> requireVersions(String subject) {
        List<Integer> versions = registry.versions(subject);
        if (versions.isEmpty()) {
            throw new RegistryException(RegistryErrors.SUBJECT_NOT_FOUND, "Subject '" + subject + "' not found.");
        }
        return versions;
    }

    private static int number(String text, int errorCode, String message) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new RegistryException(errorCode, message);
        }
    }

    private static String invalidVersion(String version) {
        return "The specified version '" + version
                + "' is not a valid version id. (expected: 1 to 2147483647, or latest)";
    }

    private static SchemaSource source(JsonNode body) {
        JsonNode schema = body.path("schema");
        if (!schema.isTextual() || schema.asText().isBlank()) {
            throw new RegistryException(RegistryErrors.INVALID_SCHEMA, "schema: missing (expected: a schema as text)");
        }
        return new SchemaSource(body.path("schemaType").asText(SchemaSource.AVRO), schema.asText());
    }

    /** Confluent leaves the type out where it is Avro. */
    private static ObjectNode schema(SchemaSource source) {
        return JSON.objectNode().put("schema", source.text());
    }

    private static ObjectNode registered(RegisteredSchema registered) {
        return JSON.objectNode()
                .put("subject", registered.subject())
                .put("version", registered.version())
                .put("id", registered.id())
                .setAll(schema(registered.schema()));
    }
}

package org.decorum.wire.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.decorum.wire.text.Excerpt;

/** A registry behind Confluent's REST interface. Keeps nothing: readers and writers remember what they were told. */
final class RestRegistry implements SchemaRegistry {

    private static final Set<Integer> ABSENT =
            Set.of(RegistryErrors.SUBJECT_NOT_FOUND, RegistryErrors.VERSION_NOT_FOUND, RegistryErrors.SCHEMA_NOT_FOUND);

    private final RegistryHttp http;

    RestRegistry(List<RegistryEndpoints.Endpoint> endpoints) {
        this.http = new RegistryHttp(endpoints);
    }

    @Override
    public int register(String subject, SchemaSource schema) {
        JsonNode answer = http.post("subjects/" + encoded(subject) + "/versions", body(schema));
        return field(answer, "id").asInt();
    }

    @Override
    public Optional<SchemaSource> schemaById(int id) {
        return present("schemas/ids/" + id).map(RestRegistry::source);
    }

    @Override
    public Optional<RegisteredSchema> lookup(String subject, SchemaSource schema) {
        try {
            return Optional.of(registered(http.post("subjects/" + encoded(subject), body(schema))));
        } catch (RegistryException e) {
            return emptyIfAbsent(e);
        }
    }

    @Override
    public Optional<RegisteredSchema> latest(String subject) {
        return present("subjects/" + encoded(subject) + "/versions/latest").map(RestRegistry::registered);
    }

    @Override
    public Optional<RegisteredSchema> version(String subject, int version) {
        return present("subjects/" + encoded(subject) + "/versions/" + version).map(RestRegistry::registered);
    }

    @Override
    public List<Integer> versions(String subject) {
        List<Integer> versions = new ArrayList<>();
        present("subjects/" + encoded(subject) + "/versions")
                .ifPresent(answer -> answer.forEach(version -> versions.add(version.asInt())));
        return versions;
    }

    @Override
    public List<String> subjects() {
        List<String> subjects = new ArrayList<>();
        http.get("subjects").forEach(subject -> subjects.add(subject.asText()));
        return subjects;
    }

    @Override
    public CompatibilityLevel compatibility() {
        String level = field(http.get("config"), "compatibilityLevel").asText();
        return Arrays.stream(CompatibilityLevel.values())
                .filter(known -> known.name().equals(level))
                .findFirst()
                .orElseThrow(() -> new RegistryException(
                        RegistryErrors.STORE_FAILED,
                        "compatibilityLevel: " + Excerpt.of(level) + " (expected: one of "
                                + Arrays.toString(CompatibilityLevel.values()) + ")"));
    }

    private Optional<JsonNode> present(String path) {
        try {
            return Optional.of(http.get(path));
        } catch (RegistryException e) {
            return emptyIfAbsent(e);
        }
    }

    private static <T> Optional<T> emptyIfAbsent(RegistryException e) {
        if (ABSENT.contains(e.errorCode())) {
            return Optional.empty();
        }
        throw e;
    }

    private static ObjectNode body(SchemaSource schema) {
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("schema", schema.text());
        // Registries older than schema types reject the property, and all take its absence for Avro.
        return schema.isAvro() ? body : body.put("schemaType", schema.type());
    }

    private static RegisteredSchema registered(JsonNode answer) {
        return new RegisteredSchema(
                field(answer, "subject").asText(),
                field(answer, "version").asInt(),
                field(answer, "id").asInt(),
                source(answer));
    }

    private static SchemaSource source(JsonNode answer) {
        return new SchemaSource(
                answer.path("schemaType").asText(SchemaSource.AVRO),
                field(answer, "schema").asText());
    }

    private static JsonNode field(JsonNode answer, String name) {
        JsonNode value = answer.path(name);
        if (value.isMissingNode()) {
            throw new RegistryException(RegistryErrors.STORE_FAILED, "registry: answer without " + name);
        }
        return value;
    }

    private static String encoded(String subject) {
        return URLEncoder.encode(subject, StandardCharsets.UTF_8).replace("+", "%20");
    }
}

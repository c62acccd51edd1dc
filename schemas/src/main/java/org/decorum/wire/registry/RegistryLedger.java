package org.decorum.wire.registry;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.avro.Schema;

/**
 * What a registry keeps: schemas numbered from 1 in the order of their arrival, and for each subject its versions. The same
 * schema has the same id in every subject. Ids and versions are never reused. Not thread-safe.
 */
public final class RegistryLedger {

    private final CompatibilityLevel level;
    private final SortedMap<Integer, SchemaSource> schemas = new TreeMap<>();
    private final Map<SchemaSource, Integer> ids = new HashMap<>();
    private final SortedMap<String, List<Integer>> subjects = new TreeMap<>();

    public RegistryLedger(CompatibilityLevel level) {
        this.level = level;
    }

    /** The ledger as kept earlier: schemas by id, and for each subject the ids of its versions. */
    public static RegistryLedger restore(
            CompatibilityLevel level, Map<Integer, SchemaSource> schemas, Map<String, List<Integer>> subjects) {
        RegistryLedger ledger = new RegistryLedger(level);
        schemas.forEach((id, schema) -> {
            ledger.schemas.put(id, schema);
            ledger.ids.put(schema, id);
        });
        subjects.forEach((subject, versions) -> {
            if (!ledger.schemas.keySet().containsAll(versions)) {
                throw new IllegalArgumentException(
                        subject + ": versions " + versions + " (expected: ids out of " + ledger.schemas.keySet() + ")");
            }
            ledger.subjects.put(subject, new ArrayList<>(versions));
        });
        return ledger;
    }

    RegistryLedger copy() {
        RegistryLedger copy = new RegistryLedger(level);
        copy.schemas.putAll(schemas);
        copy.ids.putAll(ids);
        subjects.forEach((subject, versions) -> copy.subjects.put(subject, new ArrayList<>(versions)));
        return copy;
    }

    public RegisteredSchema register(String subject, SchemaSource schema) {
        if (subject.isBlank()) {
            throw new RegistryException(RegistryErrors.INVALID_SCHEMA, "subject: blank (expected: a name)");
        }
        SchemaSource canonical = canonical(schema);
        Optional<RegisteredSchema> known = find(subject, canonical);
        if (known.isPresent()) {
            return known.get();
        }
        refuseIncompatible(subject, canonical);
        int id = ids.computeIfAbsent(canonical, ignored -> schemas.isEmpty() ? 1 : schemas.lastKey() + 1);
        schemas.put(id, canonical);
        List<Integer> versions = subjects.computeIfAbsent(subject, ignored -> new ArrayList<>());
        versions.add(id);
        return new RegisteredSchema(subject, versions.size(), id, canonical);
    }

    public Optional<SchemaSource> schemaById(int id) {
        return Optional.ofNullable(schemas.get(id));
    }

    public Optional<RegisteredSchema> lookup(String subject, SchemaSource schema) {
        return find(subject, canonical(schema));
    }

    public Optional<RegisteredSchema> version(String subject, int version) {
        List<Integer> versions = versionIds(subject);
        if (version < 1 || version > versions.size()) {
            return Optional.empty();
        }
        int id = versions.get(version - 1);
        return schemaById(id).map(schema -> new RegisteredSchema(subject, version, id, schema));
    }

    public Optional<RegisteredSchema> latest(String subject) {
        return version(subject, versionIds(subject).size());
    }

    /** Ids of the subject's versions, oldest first. */
    public List<Integer> versionIds(String subject) {
        return List.copyOf(subjects.getOrDefault(subject, List.of()));
    }

    public List<String> subjects() {
        return List.copyOf(subjects.keySet());
    }

    public SortedMap<Integer, SchemaSource> schemas() {
        return new TreeMap<>(schemas);
    }

    public CompatibilityLevel compatibility() {
        return level;
    }

    private Optional<RegisteredSchema> find(String subject, SchemaSource canonical) {
        Integer id = ids.get(canonical);
        int index = id == null ? -1 : versionIds(subject).indexOf(id);
        return index < 0 ? Optional.empty() : version(subject, index + 1);
    }

    private void refuseIncompatible(String subject, SchemaSource canonical) {
        List<Schema> versions = versionIds(subject).stream()
                .map(id -> parse(schemaById(id).orElseThrow()))
                .toList();
        level.objection(parse(canonical), versions).ifPresent(objection -> {
            throw new RegistryException(
                    RegistryErrors.INCOMPATIBLE_SCHEMA,
                    "Schema being registered is incompatible with an earlier schema for subject \"" + subject + "\", "
                            + objection);
        });
    }

    /** The text that two equal schemas share: Avro's own rendering, which keeps docs, defaults and properties. */
    private static SchemaSource canonical(SchemaSource schema) {
        return SchemaSource.avro(parse(schema));
    }

    private static Schema parse(SchemaSource schema) {
        if (!schema.isAvro()) {
            throw new RegistryException(
                    RegistryErrors.INVALID_SCHEMA,
                    "schemaType: " + schema.type() + " (expected: " + SchemaSource.AVRO + ")");
        }
        try {
            return new Schema.Parser().parse(schema.text());
        } catch (RuntimeException e) {
            // Avro's parser answers some texts, such as an unknown type, with a NullPointerException.
            throw new RegistryException(RegistryErrors.INVALID_SCHEMA, "Invalid schema: " + e.getMessage());
        }
    }
}

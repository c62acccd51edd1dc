package org.decorum.wire.registry;

import java.util.List;
import java.util.Optional;

/**
 * Schemas by id, and by subject and version. What does not exist is empty; what the registry refuses is a
 * {@link RegistryException}; what it could not be asked is a {@link RegistryUnavailableException}, and may be asked again.
 */
public interface SchemaRegistry extends AutoCloseable {

    /** Adds a version to the subject, or finds the one that is there already; refuses what breaks compatibility. */
    int register(String subject, SchemaSource schema);

    Optional<SchemaSource> schemaById(int id);

    /** The version of the subject that is exactly this schema. */
    Optional<RegisteredSchema> lookup(String subject, SchemaSource schema);

    Optional<RegisteredSchema> latest(String subject);

    Optional<RegisteredSchema> version(String subject, int version);

    /** Versions of the subject in ascending order; none where there is no such subject. */
    List<Integer> versions(String subject);

    List<String> subjects();

    /** Compatibility that the registry asks of new versions, unless a subject says otherwise. */
    CompatibilityLevel compatibility();

    @Override
    default void close() {}
}

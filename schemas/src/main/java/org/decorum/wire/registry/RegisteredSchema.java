package org.decorum.wire.registry;

/** One version of a subject. The id names the schema in the whole registry, the version (from 1) only in its subject. */
public record RegisteredSchema(String subject, int version, int id, SchemaSource schema) {}

package org.decorum.wire.registry;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** A registry that lives and dies with the process: {@code mock://} URLs, tests, offline tools. Thread-safe. */
public final class MemoryRegistry implements SchemaRegistry {

    private final RegistryLedger ledger = new RegistryLedger(CompatibilityLevel.BACKWARD);

    @Override
    public synchronized int register(String subject, SchemaSource schema) {
        return ledger.register(subject, schema).id();
    }

    @Override
    public synchronized Optional<SchemaSource> schemaById(int id) {
        return ledger.schemaById(id);
    }

    @Override
    public synchronized Optional<RegisteredSchema> lookup(String subject, SchemaSource schema) {
        return ledger.lookup(subject, schema);
    }

    @Override
    public synchronized Optional<RegisteredSchema> latest(String subject) {
        return ledger.latest(subject);
    }

    @Override
    public synchronized Optional<RegisteredSchema> version(String subject, int version) {
        return ledger.version(subject, version);
    }

    @Override
    public synchronized List<Integer> versions(String subject) {
        return IntStream.rangeClosed(1, ledger.versionIds(subject).size())
                .boxed()
                .toList();
    }

    @Override
    public synchronized List<String> subjects() {
        return ledger.subjects();
    }

    @Override
    public CompatibilityLevel compatibility() {
        return ledger.compatibility();
    }
}

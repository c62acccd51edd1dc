package org.decorum.wire.registry;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * A registry in this process: in memory for {@code mock://} URLs, tests and offline tools, or kept in a file. A registration
 * counts once it is kept; one that could not be is as if it had not been asked for. Thread-safe.
 */
public final class LocalRegistry implements SchemaRegistry {

    private final Consumer<RegistryLedger> keeper;
    private volatile RegistryLedger ledger;

    private LocalRegistry(RegistryLedger ledger, Consumer<RegistryLedger> keeper) {
        this.ledger = ledger;
        this.keeper = keeper;
    }

    public static LocalRegistry inMemory() {
        return new LocalRegistry(new RegistryLedger(CompatibilityLevel.BACKWARD), kept -> {});
    }

    /** Goes on where the file ends; without a file from nothing. */
    public static LocalRegistry inFile(Path path) {
        LedgerFile file = new LedgerFile(path);
        return new LocalRegistry(file.read(CompatibilityLevel.BACKWARD), file::write);
    }

    @Override
    public synchronized int register(String subject, SchemaSource schema) {
        Optional<RegisteredSchema> known = ledger.lookup(subject, schema);
        if (known.isPresent()) {
            return known.get().id();
        }
        RegistryLedger next = ledger.copy();
        int id = next.register(subject, schema).id();
        keeper.accept(next);
        ledger = next;
        return id;
    }

    @Override
    public Optional<SchemaSource> schemaById(int id) {
        return ledger.schemaById(id);
    }

    @Override
    public Optional<RegisteredSchema> lookup(String subject, SchemaSource schema) {
        return ledger.lookup(subject, schema);
    }

    @Override
    public Optional<RegisteredSchema> latest(String subject) {
        return ledger.latest(subject);
    }

    @Override
    public Optional<RegisteredSchema> version(String subject, int version) {
        return ledger.version(subject, version);
    }

    @Override
    public List<Integer> versions(String subject) {
        return IntStream.rangeClosed(1, ledger.versionIds(subject).size())
                .boxed()
                .toList();
    }

    @Override
    public List<String> subjects() {
        return ledger.subjects();
    }

    @Override
    public CompatibilityLevel compatibility() {
        return ledger.compatibility();
    }
}

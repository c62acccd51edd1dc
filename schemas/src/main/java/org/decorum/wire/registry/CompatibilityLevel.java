package org.decorum.wire.registry;

import java.util.List;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.Incompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;

/** Which earlier versions of a subject a new one must read ({@code BACKWARD}), be read by ({@code FORWARD}), or both. */
public enum CompatibilityLevel {
    NONE(false, false, false),
    BACKWARD(true, false, false),
    BACKWARD_TRANSITIVE(true, false, true),
    FORWARD(false, true, false),
    FORWARD_TRANSITIVE(false, true, true),
    FULL(true, true, false),
    FULL_TRANSITIVE(true, true, true);

    private final boolean readsOld;
    private final boolean readByOld;
    private final boolean everyVersion;

    CompatibilityLevel(boolean readsOld, boolean readByOld, boolean everyVersion) {
        this.readsOld = readsOld;
        this.readByOld = readByOld;
        this.everyVersion = everyVersion;
    }

    /** What speaks against {@code candidate} after {@code versions} (oldest first); empty where nothing does. */
    public Optional<String> objection(Schema candidate, List<Schema> versions) {
        int from = everyVersion ? 0 : Math.max(0, versions.size() - 1);
        for (int i = from; i < versions.size(); i++) {
            Schema old = versions.get(i);
            Optional<String> objection = readsOld ? cannotRead(candidate, old) : Optional.empty();
            if (objection.isEmpty() && readByOld) {
                objection = cannotRead(old, candidate);
            }
            if (objection.isPresent()) {
                return Optional.of("version " + (i + 1) + ": " + objection.get() + " (expected: " + this + ")");
            }
        }
        return Optional.empty();
    }

    private static Optional<String> cannotRead(Schema reader, Schema writer) {
        var result = SchemaCompatibility.checkReaderWriterCompatibility(reader, writer)
                .getResult();
        if (result.getCompatibility() == SchemaCompatibilityType.COMPATIBLE) {
            return Optional.empty();
        }
        Incompatibility first = result.getIncompatibilities().get(0);
        return Optional.of(first.getType() + " at " + first.getLocation() + ", " + first.getMessage());
    }
}

package org.decorum.stage.table;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.decorum.schema.AcceptedRecord;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the accepted records of a table up to date, for the keys of one shard: each key has one keeper in the fleet. What
 * it writes and what it tells of belong into one transaction; then each bad record is told of once.
 */
public final class TableKeeper implements AutoCloseable {

    /** Most keys that one call looks at. */
    private static final int KEYS_MAX = 200;

    private final GuardedTable<?> table;
    private final Shard shard;
    private final KeyChanges.Reader changes;

    /** What was written and has not come back from the topic. */
    private final Map<String, Optional<AcceptedRecord>> written = new HashMap<>();

    public TableKeeper(GuardedTable<?> table, Shard shard) {
        this.table = table;
        this.shard = shard;
        this.changes = table.reader();
    }

    /** What a keeper has to say. */
    public interface Output {

        /** This is the accepted record of a key from now on; null for none. */
        void accepted(String key, @Nullable AcceptedRecord record);

        /** The newest record of a key is bad. */
        void refused(String key, Refusal refusal);
    }

    /** Looks at the keys that changed, at most {@link #KEYS_MAX}; the others wait. */
    public void keep(Output output) {
        changes.someChanges(KEYS_MAX, key -> {
            if (shard.owns(key)) {
                table.target(key).ifPresent(target -> keep(key, target, output));
            }
        });
    }

    private void keep(String key, Target target, Output output) {
        AcceptedRecord onTopic = table.acceptedRecord(key);
        Optional<AcceptedRecord> own = written.get(key);
        if (own != null && Objects.equals(own.orElse(null), onTopic)) {
            written.remove(key);
        }
        AcceptedRecord known = own == null ? onTopic : own.orElse(null);
        if (Objects.equals(known, target.accepted())) {
            return;
        }
        Refusal refusal = target.refusal();
        if (refusal != null && !refusal.isIn(known)) {
            output.refused(key, refusal);
        }
        output.accepted(key, target.accepted());
        written.put(key, Optional.ofNullable(target.accepted()));
    }

    @Override
    public void close() {
        changes.close();
    }
}

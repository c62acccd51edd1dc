package org.decorum.stage.table;

import org.decorum.schema.AcceptedRecord;
import org.decorum.schema.RejectReason;
import org.jspecify.annotations.Nullable;

/**
 * The newest record of a key, which is not usable.
 *
 * @param value as it came
 * @param detail what was found and what was expected
 */
public record Refusal(byte[] value, int partition, long offset, RejectReason reason, String detail) {

    /** Whether it has been told of. */
    boolean isIn(@Nullable AcceptedRecord accepted) {
        return accepted != null
                && accepted.getRefusedPartition() != null
                && accepted.getRefusedPartition() == partition
                && accepted.getRefusedOffset() != null
                && accepted.getRefusedOffset() == offset;
    }
}

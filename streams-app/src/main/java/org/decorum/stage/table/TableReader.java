package org.decorum.stage.table;

import java.util.Optional;
import org.decorum.schema.RejectReason;
import org.decorum.wire.Decoded;

/** Judges one record of a table. */
@FunctionalInterface
public interface TableReader<T> {

    /** A larger value is not looked into: what is in force is kept in memory, and once more on a topic. */
    int VALUE_BYTES_MAX = 65_536;

    /**
     * The value, or why key or value are not usable.
     *
     * @throws org.apache.kafka.common.KafkaException if a schema registry is needed and is away
     */
    Decoded<T> read(String key, byte[] value);

    /** Refuses a value that is too large; empty for one that is not. */
    static <T> Optional<Decoded<T>> tooLarge(byte[] value) {
        return value.length > VALUE_BYTES_MAX
                ? Optional.of(Decoded.failed(
                        RejectReason.UNREADABLE, "value: [" + value.length + "/" + VALUE_BYTES_MAX + "] bytes"))
                : Optional.empty();
    }
}

package org.decorum.stage.table;

import org.decorum.wire.Decoded;

/** Judges one record of a table. */
@FunctionalInterface
public interface TableReader<T> {

    /**
     * The value, or why key or value are not usable.
     *
     * @throws org.apache.kafka.common.KafkaException if a schema registry is needed and is away
     */
    Decoded<T> read(String key, byte[] value);
}

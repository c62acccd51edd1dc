package org.decorum.stage.processor;

import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.decorum.stage.table.GuardedTable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads a table, or the topic of its accepted records, on every instance. */
public final class ReadTable extends ContextualProcessor<String, byte[], Void, Void> {

    private static final Logger LOG = LoggerFactory.getLogger(ReadTable.class);

    private final GuardedTable<?> table;
    private final boolean accepted;

    private ReadTable(GuardedTable<?> table, boolean accepted) {
        this.table = table;
        this.accepted = accepted;
    }

    /** Reads the table itself. */
    public static ReadTable raw(GuardedTable<?> table) {
        return new ReadTable(table, false);
    }

    /** Reads the topic beside it. */
    public static ReadTable accepted(GuardedTable<?> table) {
        return new ReadTable(table, true);
    }

    @Override
    public void process(Record<String, byte[]> record) {
        RecordMetadata where = context()
                .recordMetadata()
                .orElseThrow(() -> new IllegalStateException("a record of a topic without its place"));
        if (record.key() == null) {
            LOG.warn("{}-{} offset {}: no key, ignored", where.topic(), where.partition(), where.offset());
        } else if (accepted) {
            table.accepted(record.key(), record.value());
        } else {
            table.raw(record.key(), record.value(), where.partition(), where.offset());
        }
    }
}

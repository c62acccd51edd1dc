package org.decorum.stage.processor;

import java.time.Instant;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.decorum.schema.AcceptedRecord;
import org.decorum.schema.CrawlRejected;
import org.decorum.stage.error.Rejections;
import org.decorum.stage.metrics.StageMeters;
import org.decorum.stage.table.Refusal;
import org.decorum.stage.table.Shard;
import org.decorum.stage.table.TableKeeper;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A task's share of a guarded table: what its keeper says is written in the transaction of the task. */
final class TableKeeping implements TableKeeper.Output, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(TableKeeping.class);

    private final ProcessorContext<String, SpecificRecord> context;
    private final KeptTable kept;
    private final TableKeeper keeper;
    private final StageMeters meters;

    /** For one task. */
    TableKeeping(ProcessorContext<String, SpecificRecord> context, KeptTable kept, Shard shard, StageMeters meters) {
        this.context = context;
        this.kept = kept;
        this.keeper = new TableKeeper(kept.table(), shard);
        this.meters = meters;
    }

    /** Judges again what could not be judged, and looks at the keys that changed. */
    void keep(long nowMicros) {
        kept.table().readAgain(nowMicros);
        keeper.keep(this);
    }

    @Override
    public void accepted(String key, @Nullable AcceptedRecord record) {
        context.forward(
                new Record<String, SpecificRecord>(key, record, context.currentSystemTimeMs()), kept.acceptedSink());
    }

    @Override
    public void refused(String key, Refusal refusal) {
        CrawlRejected rejected = Rejections.refused(
                refusal,
                kept.noun() + " of " + key + ": ",
                kept.topic(),
                Instant.ofEpochMilli(context.currentSystemTimeMs()));
        meters.rejected(rejected.getReason());
        kept.refused().run();
        LOG.warn("{}; what was in force stays", rejected.getDetail());
        context.forward(new Record<>(null, rejected, context.currentSystemTimeMs()), NodeNames.REJECTED_SINK);
    }

    @Override
    public void close() {
        keeper.close();
    }
}

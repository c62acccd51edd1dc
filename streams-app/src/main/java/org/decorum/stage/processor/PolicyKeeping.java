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
import org.decorum.stage.table.TableKeeper;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where the keeper of the policies writes, in the transaction of its task. */
final class PolicyKeeping implements TableKeeper.Output {

    private static final Logger LOG = LoggerFactory.getLogger(PolicyKeeping.class);

    private final ProcessorContext<String, SpecificRecord> context;
    private final String topic;
    private final StageMeters meters;

    /**
     * For one task.
     *
     * @param topic of the policies themselves
     */
    PolicyKeeping(ProcessorContext<String, SpecificRecord> context, String topic, StageMeters meters) {
        this.context = context;
        this.topic = topic;
        this.meters = meters;
    }

    @Override
    public void accepted(String key, @Nullable AcceptedRecord record) {
        context.forward(
                new Record<String, SpecificRecord>(key, record, context.currentSystemTimeMs()),
                NodeNames.ACCEPTED_POLICIES_SINK);
    }

    @Override
    public void refused(String key, Refusal refusal) {
        CrawlRejected rejected = Rejections.refused(
                refusal, "policy of " + key + ": ", topic, Instant.ofEpochMilli(context.currentSystemTimeMs()));
        meters.rejected(rejected.getReason());
        meters.policyRefused();
        LOG.warn("{}; what was in force stays", rejected.getDetail());
        context.forward(new Record<>(null, rejected, context.currentSystemTimeMs()), NodeNames.REJECTED_SINK);
    }
}

package org.decorum.stage.processor;

import java.time.Instant;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.decorum.schema.CrawlRejected;
import org.decorum.schema.FetchFeedback;
import org.decorum.stage.error.Rejections;
import org.decorum.stage.metrics.StageMeters;
import org.decorum.wire.Decoded;
import org.decorum.wire.input.FeedbackDecoder;

/** Reads what fetchers report: each record becomes one {@link FetchFeedback} under its origin key or one rejection. */
public final class ReadFeedback extends ContextualProcessor<byte[], byte[], String, SpecificRecord> {

    private final FeedbackDecoder decoder;
    private final StageMeters meters;

    public ReadFeedback(FeedbackDecoder decoder, StageMeters meters) {
        this.decoder = decoder;
        this.meters = meters;
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        Decoded<FetchFeedback> decoded = decoder.decode(record.value());
        if (decoded instanceof Decoded.Ok<FetchFeedback> ok) {
            context().forward(record.withKey(ok.value().getOriginKey()).withValue(ok.value()));
        } else if (decoded instanceof Decoded.Failed<FetchFeedback> failed) {
            CrawlRejected rejected = Rejections.unreadable(
                    failed.reason(),
                    "feedback: " + failed.detail(),
                    record.value(),
                    context().recordMetadata().orElse(null),
                    Instant.ofEpochMilli(context().currentSystemTimeMs()));
            meters.rejected(rejected.getReason());
            context().forward(record.<String>withKey(null).withValue(rejected));
        }
    }
}

package org.decorum.stage.processor;

import java.time.Instant;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.decorum.core.origin.KeyResult;
import org.decorum.core.origin.OriginKeyer;
import org.decorum.schema.CrawlRejected;
import org.decorum.schema.FetchFeedback;
import org.decorum.schema.FetchOutcome;
import org.decorum.schema.RejectReason;
import org.decorum.stage.error.Rejections;
import org.decorum.stage.metrics.StageMeters;
import org.decorum.wire.Decoded;
import org.decorum.wire.input.FeedbackDecoder;
import org.decorum.wire.text.Excerpt;

/**
 * Reads what fetchers report: each record becomes one {@link FetchFeedback} under its origin key or one rejection. Where
 * a fetcher speaks of a site, and not of a release that named its keys, they are written as the stage writes them: it may
 * say {@code WWW.Example.org}.
 */
public final class ReadFeedback extends ContextualProcessor<byte[], byte[], String, SpecificRecord> {

    /** Timestamp of what a task is to read before any request. */
    public static final long FIRST_MILLIS = 0;

    private final FeedbackDecoder decoder;
    private final OriginKeyer keyer;
    private final StageMeters meters;
    private final Runnable confirmation;

    /** @param confirmation throws where the generation is not in force any more */
    public ReadFeedback(FeedbackDecoder decoder, OriginKeyer keyer, StageMeters meters, Runnable confirmation) {
        this.decoder = decoder;
        this.keyer = keyer;
        this.meters = meters;
        this.confirmation = confirmation;
    }

    @Override
    public void init(ProcessorContext<String, SpecificRecord> context) {
        confirmation.run();
        super.init(context);
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        Decoded<FetchFeedback> decoded = canonical(decoder.decode(record.value()));
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
            context()
                    .forward(record.<String>withKey(null)
                            .withValue(rejected)
                            .withTimestamp(context().currentSystemTimeMs()));
        }
    }

    private Decoded<FetchFeedback> canonical(Decoded<FetchFeedback> decoded) {
        if (!(decoded instanceof Decoded.Ok<FetchFeedback> ok) || ok.value().getOutcome() != FetchOutcome.ROBOTS) {
            return decoded;
        }
        FetchFeedback feedback = ok.value();
        if (!(keyer.keyOf(feedback.getOriginKey()) instanceof KeyResult.Keyed origin)) {
            return unusable("origin_key", feedback.getOriginKey());
        }
        feedback.setOriginKey(origin.originKey());
        String site = feedback.getSiteKey();
        if (site == null) {
            return ok;
        }
        if (!(keyer.keyOf(site) instanceof KeyResult.Keyed keyed)) {
            return unusable("site_key", site);
        }
        feedback.setSiteKey(keyed.siteKey());
        return ok;
    }

    private static Decoded<FetchFeedback> unusable(String field, String value) {
        return new Decoded.Failed<>(
                RejectReason.INVALID_FIELD, field + ": " + Excerpt.of(value) + " (expected: a host or an origin key)");
    }
}

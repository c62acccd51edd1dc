package org.decorum.wire.input;

import org.decorum.schema.FetchFeedback;
import org.decorum.schema.FetchOutcome;
import org.decorum.wire.Decoded;
import org.decorum.wire.registry.SchemaRegistry;
import org.jspecify.annotations.Nullable;

/**
 * What is on {@code crawl.feedback}: a framed {@link FetchFeedback}, or the same as a JSON object. Headers and error texts
 * are taken as they are: feedback that is lost costs a lease, an odd header only itself.
 */
public final class FeedbackDecoder {

    private static final int STATUS_MIN = 100;
    /** Some servers answer with statuses beyond 599; their feedback counts all the same. */
    private static final int STATUS_MAX = 999;

    private final RecordDecoder<FetchFeedback> decoder;

    public FeedbackDecoder(SchemaRegistry registry) {
        this.decoder = new RecordDecoder<>(FetchFeedback.class, registry);
    }

    /** Never throws for what the bytes are; see {@link org.decorum.wire.AvroReader} for a registry that is away. */
    public Decoded<FetchFeedback> decode(byte @Nullable [] value) {
        return decoder.decode(value).flatMap(FeedbackDecoder::checked);
    }

    private static Decoded<FetchFeedback> checked(FetchFeedback feedback) {
        FieldChecks checks = new FieldChecks().present("origin_key", feedback.getOriginKey());
        if (feedback.getOutcome() != FetchOutcome.ROBOTS) {
            checks.present("booking_id", feedback.getBookingId());
        }
        return checks.range("status", feedback.getStatus(), STATUS_MIN, STATUS_MAX)
                .range("crawl_delay_micros", feedback.getCrawlDelayMicros(), 0, Long.MAX_VALUE)
                .time("started_at", feedback.getStartedAt())
                .time("finished_at", feedback.getFinishedAt())
                .verdict(feedback);
    }
}

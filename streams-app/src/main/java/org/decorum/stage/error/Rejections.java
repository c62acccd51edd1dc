package org.decorum.stage.error;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Map;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.decorum.core.origin.KeyResult;
import org.decorum.schema.CrawlRejected;
import org.decorum.schema.CrawlRequest;
import org.decorum.schema.RejectReason;
import org.decorum.stage.table.Refusal;
import org.jspecify.annotations.Nullable;

/** Words for input that goes no further: what was read, where it stood, and why it was turned away. */
public final class Rejections {

    public static final int RAW_BYTES_MAX = 65_536;

    private Rejections() {}

    /** A record that could not be read, with its bytes. */
    public static CrawlRejected unreadable(
            RejectReason reason, String detail, byte @Nullable [] value, @Nullable RecordMetadata source, Instant now) {
        CrawlRejected.Builder rejected = at(reason, detail, source, now).setMetadata(Map.of());
        if (value != null) {
            rejected.setRaw(ByteBuffer.wrap(value, 0, Math.min(value.length, RAW_BYTES_MAX)));
            rejected.setRawTruncated(value.length > RAW_BYTES_MAX);
        }
        return rejected.build();
    }

    /**
     * A record of a table that leaves in force what was.
     *
     * @param about of what it is the record
     */
    public static CrawlRejected refused(Refusal refusal, String about, String topic, Instant now) {
        CrawlRejected rejected = unreadable(refusal.reason(), about + refusal.detail(), refusal.value(), null, now);
        rejected.setSourceTopic(topic);
        rejected.setSourcePartition(refusal.partition());
        rejected.setSourceOffset(refusal.offset());
        return rejected;
    }

    /** A request that could be read, with a URL that may not be fetched. */
    public static CrawlRejected refused(
            RejectReason reason,
            String detail,
            CrawlRequest request,
            String requestId,
            KeyResult key,
            @Nullable RecordMetadata source,
            Instant now) {
        boolean known = key instanceof KeyResult.Keyed;
        return at(reason, detail, source, now)
                .setRequestId(requestId)
                .setUrl(request.getUrl())
                .setOriginKey(known ? ((KeyResult.Keyed) key).originKey() : null)
                .setSiteKey(known ? ((KeyResult.Keyed) key).siteKey() : null)
                .setMetadata(request.getMetadata())
                .build();
    }

    private static CrawlRejected.Builder at(
            RejectReason reason, String detail, @Nullable RecordMetadata source, Instant now) {
        CrawlRejected.Builder rejected =
                CrawlRejected.newBuilder().setReason(reason).setDetail(detail).setRejectedAt(now);
        return source == null
                ? rejected
                : rejected.setSourceTopic(source.topic())
                        .setSourcePartition(source.partition())
                        .setSourceOffset(source.offset());
    }
}

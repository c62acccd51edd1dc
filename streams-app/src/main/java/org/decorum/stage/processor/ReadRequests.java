package org.decorum.stage.processor;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.zip.CRC32C;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.decorum.core.origin.Aliases;
import org.decorum.core.origin.KeyResult;
import org.decorum.core.origin.OriginKeyer;
import org.decorum.core.ssrf.HostGuard;
import org.decorum.core.ssrf.Verdict;
import org.decorum.schema.CrawlRejected;
import org.decorum.schema.CrawlRequest;
import org.decorum.schema.KeyedRequest;
import org.decorum.schema.RejectReason;
import org.decorum.stage.error.Rejections;
import org.decorum.stage.metrics.StageMeters;
import org.decorum.wire.Decoded;
import org.decorum.wire.input.RequestDecoder;
import org.jspecify.annotations.Nullable;

/**
 * Reads what publishers wrote: each record becomes one {@link KeyedRequest} under its origin key or one
 * {@link CrawlRejected}, whatever its bytes are.
 */
public final class ReadRequests extends ContextualProcessor<byte[], byte[], String, SpecificRecord> {

    private final RequestDecoder decoder;
    private final OriginKeyer keyer;
    private final Aliases aliases;
    private final HostGuard guard;
    private final StageMeters meters;
    private final Runnable confirmation;

    /** @param confirmation throws where the generation is not in force any more */
    public ReadRequests(
            RequestDecoder decoder,
            OriginKeyer keyer,
            Aliases aliases,
            HostGuard guard,
            StageMeters meters,
            Runnable confirmation) {
        this.decoder = decoder;
        this.keyer = keyer;
        this.aliases = aliases;
        this.guard = guard;
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
        Instant now = Instant.ofEpochMilli(context().currentSystemTimeMs());
        RecordMetadata source = context().recordMetadata().orElse(null);
        SpecificRecord result = read(record.value(), source, now);
        if (result instanceof KeyedRequest request) {
            context().forward(record.withKey(request.getOriginKey()).withValue(result));
        } else if (result instanceof CrawlRejected rejected) {
            meters.rejected(rejected.getReason());
            context().forward(record.withKey(rejected.getOriginKey()).withValue(result));
        }
    }

    private SpecificRecord read(byte @Nullable [] value, @Nullable RecordMetadata source, Instant now) {
        Decoded<CrawlRequest> decoded = decoder.decode(value);
        if (decoded instanceof Decoded.Failed<CrawlRequest> failed) {
            return Rejections.unreadable(failed.reason(), failed.detail(), value, source, now);
        }
        CrawlRequest request = ((Decoded.Ok<CrawlRequest>) decoded).value();
        String requestId = request.getRequestId() != null ? request.getRequestId() : derivedId(request, source);
        KeyResult key = keyer.key(request.getUrl());
        if (key instanceof KeyResult.Rejected rejected) {
            String detail = rejected.printed() + ", " + rejected.detail();
            return Rejections.refused(RejectReason.URL_UNUSABLE, detail, request, requestId, key, source, now);
        }
        KeyResult.Keyed keyed = ((KeyResult.Keyed) key).under(aliases);
        if (guard.verdict(keyed) instanceof Verdict.Blocked blocked) {
            return Rejections.refused(
                    RejectReason.SSRF_BLOCKED, blocked.printed(), request, requestId, keyed, source, now);
        }
        return KeyedRequest.newBuilder()
                .setRequestId(requestId)
                .setUrl(request.getUrl())
                .setOriginKey(keyed.originKey())
                .setSiteKey(keyed.siteKey())
                .setAliased(!keyed.equals(key))
                .setPriority(request.getPriority())
                .setCost(request.getCost())
                .setKind(request.getKind())
                .setNotBefore(request.getNotBefore())
                .setDeadline(request.getDeadline())
                .setReceivedAt(now)
                .setMetadata(request.getMetadata())
                .setRedirects(request.getRedirects())
                .build();
    }

    /** The same for the same record, however often it is read. */
    private static String derivedId(CrawlRequest request, @Nullable RecordMetadata source) {
        CRC32C checksum = new CRC32C();
        checksum.update(request.getUrl().getBytes(StandardCharsets.UTF_8));
        String where = source == null ? "0-0" : source.partition() + "-" + source.offset();
        return where + "-" + Long.toHexString(checksum.getValue());
    }
}

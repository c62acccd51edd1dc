package org.decorum.wire.input;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.decorum.schema.CrawlRequest;
import org.decorum.schema.RejectReason;
import org.decorum.wire.Decoded;
import org.decorum.wire.registry.SchemaRegistry;
import org.decorum.wire.text.Excerpt;
import org.jspecify.annotations.Nullable;

/**
 * What is on {@code crawl.requests}: a framed {@link CrawlRequest}, the same as a JSON object, or one URL as plain UTF-8 text.
 * Whether the URL can be used is not judged here; text that cannot be one (not UTF-8, several lines, control
 * characters, a JSON array or string) is unreadable.
 */
public final class RequestDecoder {

    public static final int URL_BYTES_MAX = 8192;
    public static final int PRIORITY_MAX = 9;
    public static final int COST_MAX = 1000;
    public static final int REQUEST_ID_CHARS_MAX = 512;
    public static final int REDIRECTS_MAX = 1_000;
    public static final int KIND_CHARS_MAX = 64;
    public static final int METADATA_ENTRIES_MAX = 256;
    public static final int METADATA_CHARS_MAX = 65_536;

    private static final int DEFAULT_PRIORITY = 5;
    private static final int UTF8_BYTES_A_CHAR_MAX = 3;

    private final RecordDecoder<CrawlRequest> decoder;

    public RequestDecoder(SchemaRegistry registry) {
        this.decoder = new RecordDecoder<>(CrawlRequest.class, registry, RequestDecoder::text);
    }

    /** Never throws for what the bytes are; see {@link org.decorum.wire.AvroReader} for a registry that is away. */
    public Decoded<CrawlRequest> decode(byte @Nullable [] value) {
        return decoder.decode(value).flatMap(RequestDecoder::checked);
    }

    private static Decoded<CrawlRequest> checked(CrawlRequest request) {
        FieldChecks checks = new FieldChecks().present("url", request.getUrl());
        checkUrlLength(checks, request.getUrl());
        return checks.name("request_id", request.getRequestId(), REQUEST_ID_CHARS_MAX)
                .range("priority", request.getPriority(), 0, PRIORITY_MAX)
                .range("cost", request.getCost(), 1, COST_MAX)
                .name("kind", request.getKind(), KIND_CHARS_MAX)
                .range("redirects", request.getRedirects(), 0, REDIRECTS_MAX)
                .time("not_before", request.getNotBefore())
                .time("deadline", request.getDeadline())
                .size("metadata", request.getMetadata().size(), METADATA_ENTRIES_MAX, "entries")
                .size("metadata", chars(request.getMetadata()), METADATA_CHARS_MAX, "characters")
                .verdict(request);
    }

    private static void checkUrlLength(FieldChecks checks, String url) {
        if (url.length() > URL_BYTES_MAX / UTF8_BYTES_A_CHAR_MAX) {
            int bytes = url.getBytes(StandardCharsets.UTF_8).length;
            if (bytes > URL_BYTES_MAX) {
                checks.fail(tooLong(bytes));
            }
        }
    }

    private static Fault tooLong(int bytes) {
        return new Fault(RejectReason.URL_TOO_LONG, "url: [" + bytes + "/" + URL_BYTES_MAX + "] bytes");
    }

    private static long chars(Map<String, String> metadata) {
        long chars = 0;
        for (Map.Entry<String, String> entry : metadata.entrySet()) {
            chars += entry.getKey().length() + entry.getValue().length();
        }
        return chars;
    }

    private static Decoded<CrawlRequest> text(byte[] value, int start) {
        int end = value.length;
        while (RecordDecoder.isBlank(value[end - 1])) {
            end--;
        }
        if (value[start] == '[' || value[start] == '"') {
            return unreadable("JSON: no object, starts with " + (char) value[start] + " (expected: one object)");
        }
        String url;
        try {
            url = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(value, start, end - start))
                    .toString();
        } catch (CharacterCodingException e) {
            return unreadable("value: neither Avro nor UTF-8, " + value.length + " bytes");
        }
        if (url.chars().anyMatch(RequestDecoder::isForeign)) {
            return unreadable(
                    "text with control characters or line breaks: " + Excerpt.of(url) + " (expected: one URL)");
        }
        if (end - start > URL_BYTES_MAX) {
            return tooLong(end - start).verdict();
        }
        CrawlRequest request = new CrawlRequest();
        request.setUrl(url);
        request.setPriority(DEFAULT_PRIORITY);
        request.setMetadata(new HashMap<>());
        return Decoded.ok(request);
    }

    /** A tab is a URL parser's to remove. So would line breaks be, but they separate URLs, which it would glue together. */
    private static boolean isForeign(int c) {
        return Character.isISOControl(c) && c != '\t';
    }

    private static Decoded<CrawlRequest> unreadable(String detail) {
        return Decoded.failed(RejectReason.UNREADABLE, detail);
    }
}

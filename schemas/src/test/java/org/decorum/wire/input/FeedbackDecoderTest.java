package org.decorum.wire.input;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.decorum.schema.FetchFeedback;
import org.decorum.schema.FetchOutcome;
import org.decorum.schema.RejectReason;
import org.decorum.wire.AvroWriter;
import org.decorum.wire.Decoded;
import org.decorum.wire.SubjectNaming.Part;
import org.decorum.wire.registry.LocalRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FeedbackDecoderTest {

    private final LocalRegistry registry = LocalRegistry.inMemory();
    private final FeedbackDecoder decoder = new FeedbackDecoder(registry);

    @Test
    void aResponseIsReportedInJson() {
        Decoded<FetchFeedback> decoded = decode("""
                {"outcome": "FETCHED", "origin_key": "a.example", "booking_id": "b-1", "status": 429,
                 "started_at": "2026-03-01T12:00:00Z", "finished_at": 1772366400250000,
                 "retry_after": "120", "date": "Sun, 01 Mar 2026 12:00:00 GMT", "fetcher_id": "f-1"}
                """);

        assertThat(decoded)
                .isEqualTo(Decoded.ok(FetchFeedback.newBuilder()
                        .setOutcome(FetchOutcome.FETCHED)
                        .setOriginKey("a.example")
                        .setBookingId("b-1")
                        .setStatus(429)
                        .setStartedAt(Instant.parse("2026-03-01T12:00:00Z"))
                        .setFinishedAt(Instant.parse("2026-03-01T12:00:00.250Z"))
                        .setRetryAfter("120")
                        .setDate("Sun, 01 Mar 2026 12:00:00 GMT")
                        .setFetcherId("f-1")
                        .build()));
    }

    @Test
    void robotsIsAboutNoBooking() {
        assertThat(decode("{\"outcome\":\"ROBOTS\",\"origin_key\":\"a\",\"crawl_delay_micros\":0}")
                        .isOk())
                .isTrue();
        assertThat(decode("{\"outcome\":\"ROBOTS\",\"origin_key\":\"a\"}").isOk())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"outcome\":\"FAILED\",\"origin_key\":\"a\"} | MISSING_FIELD | booking_id: missing (expected: string)",
                "{\"outcome\":\"FAILED\",\"origin_key\":\"a\",\"booking_id\":\"\"} | MISSING_FIELD | booking_id: blank, \"\" (expected: string)",
                "{\"outcome\":\"FAILED\",\"booking_id\":\"b\"} | MISSING_FIELD | origin_key: missing (expected: string)",
                "{\"outcome\":\"FAILED\",\"origin_key\":\" \",\"booking_id\":\"b\"} | MISSING_FIELD | origin_key: blank, \" \" (expected: string)",
                "{\"origin_key\":\"a\",\"booking_id\":\"b\"} | MISSING_FIELD | outcome: missing (expected: one of FETCHED, FAILED, MISSED_SLOT, ROBOTS, DISALLOWED)",
                "{\"outcome\":\"FETCH\",\"origin_key\":\"a\"} | INVALID_FIELD | outcome: FETCH (expected: FETCHED)",
                "{\"outcome\":\"GREAT\",\"origin_key\":\"a\"} | INVALID_FIELD | outcome: GREAT (expected: one of FETCHED, FAILED, MISSED_SLOT, ROBOTS, DISALLOWED)",
                "{\"outcome\":3,\"origin_key\":\"a\"} | INVALID_FIELD | outcome: 3 (expected: one of FETCHED, FAILED, MISSED_SLOT, ROBOTS, DISALLOWED)",
                "{\"outcome\":\"FETCHED\",\"origin_key\":\"a\",\"booking_id\":\"b\",\"status\":99} | INVALID_FIELD | status: 99 (expected: 100 to 999)",
                "{\"outcome\":\"FETCHED\",\"origin_key\":\"a\",\"booking_id\":\"b\",\"status\":1000} | INVALID_FIELD | status: 1000 (expected: 100 to 999)",
                "{\"outcome\":\"ROBOTS\",\"origin_key\":\"a\",\"crawl_delay_micros\":-1} | INVALID_FIELD | crawl_delay_micros: -1 (expected: 0 to 9223372036854775807)",
                "http://a.example/ | UNREADABLE | value: starts with h (expected: Avro or a JSON object)"
            })
    void aFaultIsNamedWithWhatWasExpected(String value, RejectReason reason, String detail) {
        assertThat(decode(value)).isEqualTo(Decoded.failed(reason, detail));
    }

    @Test
    void framedAvroIsCheckedLikeJson() {
        FetchFeedback unbooked = FetchFeedback.newBuilder()
                .setOutcome(FetchOutcome.FETCHED)
                .setOriginKey("a")
                .build();
        FetchFeedback booked =
                FetchFeedback.newBuilder(unbooked).setBookingId("b").build();

        assertThat(decoder.decode(framed(unbooked)))
                .isEqualTo(Decoded.failed(RejectReason.MISSING_FIELD, "booking_id: missing (expected: string)"));
        assertThat(decoder.decode(framed(booked))).isEqualTo(Decoded.ok(booked));
    }

    private byte[] framed(FetchFeedback feedback) {
        return new AvroWriter(registry).write("crawl.feedback", Part.VALUE, feedback);
    }

    private Decoded<FetchFeedback> decode(String value) {
        return decoder.decode(value.getBytes(UTF_8));
    }
}

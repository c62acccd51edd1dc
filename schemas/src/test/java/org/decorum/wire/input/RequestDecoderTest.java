package org.decorum.wire.input;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import org.decorum.schema.CrawlRequest;
import org.decorum.schema.OriginHold;
import org.decorum.schema.RejectReason;
import org.decorum.wire.AvroWriter;
import org.decorum.wire.Decoded;
import org.decorum.wire.Decoded.Failed;
import org.decorum.wire.Decoded.Ok;
import org.decorum.wire.SubjectNaming.Part;
import org.decorum.wire.registry.LocalRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestDecoderTest {

    private final LocalRegistry registry = LocalRegistry.inMemory();
    private final RequestDecoder decoder = new RequestDecoder(registry);

    @Test
    void jsonMayNameEveryField() {
        CrawlRequest request = accepted("""
                {"url": "https://example.org/a", "request_id": "r-1", "priority": 9, "cost": 4, "kind": "search",
                 "not_before": "2026-03-01T12:00:00+01:00", "deadline": 1772366400000001,
                 "metadata": {"who": "me"}}
                """);

        assertThat(request.getUrl()).isEqualTo("https://example.org/a");
        assertThat(request.getRequestId()).isEqualTo("r-1");
        assertThat(request.getPriority()).isEqualTo(9);
        assertThat(request.getCost()).isEqualTo(4);
        assertThat(request.getKind()).isEqualTo("search");
        assertThat(request.getNotBefore()).isEqualTo(Instant.parse("2026-03-01T11:00:00Z"));
        assertThat(request.getDeadline()).isEqualTo(Instant.parse("2026-03-01T12:00:00.000001Z"));
        assertThat(request.getMetadata()).isEqualTo(Map.of("who", "me"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"url\":\"http://a.example/\"}",
                "  \n{\"url\":\"http://a.example/\",\"priority\":null,\"metadata\":null}",
                "\ufeff{\"url\":\"http://a.example/\",\"cost\":null}",
                "http://a.example/",
                "\ufeff \t http://a.example/\r\n"
            })
    void whatIsNotSaidTakesItsDefault(String value) {
        CrawlRequest request = accepted(value);

        assertThat(request)
                .isEqualTo(CrawlRequest.newBuilder().setUrl("http://a.example/").build());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"url\":\"u\",\"priority\":12} | INVALID_FIELD | priority: 12 (expected: 0 to 9)",
                "{\"url\":\"u\",\"priority\":-1} | INVALID_FIELD | priority: -1 (expected: 0 to 9)",
                "{\"url\":\"u\",\"priority\":\"5\"} | INVALID_FIELD | priority: \"5\" (expected: integer of 32 bits)",
                "{\"url\":\"u\",\"priority\":5.5} | INVALID_FIELD | priority: 5.5 (expected: integer of 32 bits)",
                "{\"url\":\"u\",\"priority\":99999999999999999999} | INVALID_FIELD | priority: 99999999999999999999 (expected: integer of 32 bits)",
                "{\"url\":\"u\",\"cost\":0} | INVALID_FIELD | cost: 0 (expected: 1 to 1000)",
                "{\"url\":\"u\",\"prioritty\":1} | INVALID_FIELD | prioritty: unknown field (expected: priority)",
                "{\"url\":\"u\",\"notBefore\":1} | INVALID_FIELD | notBefore: unknown field (expected: not_before)",
                "{\"url\":\"u\",\"kind\":\" \"} | INVALID_FIELD | kind: blank (expected: null or a name)",
                "{\"url\":\"u\",\"deadline\":\"tomorrow\"} | INVALID_FIELD | deadline: tomorrow (expected: ISO-8601 time, or microseconds since 1970)",
                "{\"url\":\"u\",\"deadline\":-1} | INVALID_FIELD | deadline: 1969-12-31T23:59:59.999999Z (expected: 1970-01-01T00:00:00Z to 9999-12-31T23:59:59.999999Z)",
                "{\"url\":\"u\",\"not_before\":\"+10000-01-01T00:00:00Z\"} | INVALID_FIELD | not_before: +10000-01-01T00:00:00Z (expected: 1970-01-01T00:00:00Z to 9999-12-31T23:59:59.999999Z)",
                "{\"url\":\"u\",\"metadata\":{\"a\":1}} | INVALID_FIELD | metadata.a: 1 (expected: string)",
                "{\"url\":\"u\",\"metadata\":[]} | INVALID_FIELD | metadata: an array (expected: object of strings)",
                "{\"url\":\"u\",\"metadata\":{\"a\":\"1\",\"a\":\"2\"}} | INVALID_FIELD | metadata.a: given twice (expected: once)",
                "{\"url\":\"u\",\"url\":\"v\"} | INVALID_FIELD | url: given twice (expected: once)",
                "{\"url\":\"\\ud800\"} | INVALID_FIELD | url: half a surrogate pair at 0 (expected: Unicode text)",
                "{\"priority\":1} | MISSING_FIELD | url: missing (expected: string)",
                "{\"url\":null} | MISSING_FIELD | url: missing (expected: string)",
                "{\"url\":\" \"} | MISSING_FIELD | url: blank, \" \" (expected: string)",
                "{\"url\":\"u\"} {} | UNREADABLE | JSON: more than one value (expected: one object)",
                "[\"http://a.example/\"] | UNREADABLE | JSON: no object, starts with [ (expected: one object)",
                "\"http://a.example/\" | UNREADABLE | JSON: no object, starts with \" (expected: one object)"
            })
    void aFaultIsNamedWithWhatWasExpected(String value, RejectReason reason, String detail) {
        assertThat(decode(value)).isEqualTo(Decoded.failed(reason, detail));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{",
                "{\"url\"",
                "{\"url\":\"u\",}",
                "{\"url\":\"u\" \"cost\":1}",
                "{url:1}",
                "{\"url\":{\"a\":[[[[[[[[["
            })
    void brokenJsonIsUnreadable(String value) {
        assertThat(decode(value))
                .isInstanceOfSatisfying(
                        Failed.class,
                        failed ->
                                assertThat(failed.reason()).isIn(RejectReason.UNREADABLE, RejectReason.INVALID_FIELD));
    }

    @Test
    void aNullValueHasItsOwnReason() {
        assertThat(decoder.decode(null)).isEqualTo(Decoded.failed(RejectReason.NULL_VALUE, "value: null"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\ufeff", "a\u0001b", "\u007f", "http://a.example/\nhttp://b.example/"})
    void blanksControlCharactersAndSeveralLinesAreUnreadable(String value) {
        assertThat(failed(decode(value)).reason()).isEqualTo(RejectReason.UNREADABLE);
    }

    @Test
    void textThatIsNotUtf8IsUnreadable() {
        byte[] latin1 = {'h', 't', 't', 'p', ':', '/', '/', (byte) 0xe9};

        assertThat(decoder.decode(latin1))
                .isEqualTo(Decoded.failed(RejectReason.UNREADABLE, "value: neither Avro nor UTF-8, 8 bytes"));
    }

    @Test
    void aUrlOfTheGreatestLengthPassesAndOneByteMoreDoesNot() {
        String longest = "http://a.example/" + "é".repeat((8192 - 17) / 2) + "x";
        String tooLong = longest + "x";

        assertThat(longest.getBytes(UTF_8)).hasSize(8192);
        for (String form : new String[] {"%s", "{\"url\":\"%s\"}"}) {
            assertThat(decode(form.formatted(longest)).isOk()).isTrue();
            assertThat(decode(form.formatted(tooLong)))
                    .isEqualTo(Decoded.failed(RejectReason.URL_TOO_LONG, "url: [8193/8192] bytes"));
        }
        assertThat(decoder.decode(framed(tooLong)))
                .isEqualTo(Decoded.failed(RejectReason.URL_TOO_LONG, "url: [8193/8192] bytes"));
    }

    @Test
    void aMebibyteOfUrlIsNotEchoed() {
        String mebibyte = "http://a.example/" + "x".repeat(1 << 20);

        assertThat(failed(decode(mebibyte)).detail()).hasSizeLessThan(100);
        assertThat(failed(decode("{\"url\":\"" + mebibyte + "\"}")).detail()).hasSizeLessThan(100);
        assertThat(failed(decode("{\"url\":\"u\",\"" + mebibyte + "\":1}")).detail())
                .hasSizeLessThan(300);
        assertThat(failed(decode("{\"url\":\"u\",\"priority\":\"" + mebibyte + "\"}"))
                        .detail())
                .hasSizeLessThan(200);
    }

    @Test
    void metadataHasALimit() {
        assertThat(decode("{\"url\":\"u\",\"metadata\":{\"a\":\"" + "x".repeat(65_536) + "\"}}"))
                .isEqualTo(Decoded.failed(
                        RejectReason.INVALID_FIELD, "metadata: [65537/65536] characters (expected: at most 65536)"));
    }

    @Test
    void framedAvroIsCheckedLikeJson() {
        CrawlRequest request =
                CrawlRequest.newBuilder().setUrl("u").setPriority(12).build();

        assertThat(decoder.decode(framed(request)))
                .isEqualTo(Decoded.failed(RejectReason.INVALID_FIELD, "priority: 12 (expected: 0 to 9)"));
        assertThat(decoder.decode(framed("http://a.example/")).isOk()).isTrue();
    }

    @Test
    void framedAvroOfAnotherContractIsUnreadable() {
        OriginHold hold = OriginHold.newBuilder()
                .setOriginKey("a.example")
                .setEpoch(1)
                .setHoldUntil(Instant.EPOCH)
                .setCause("status 429")
                .setHeldAt(Instant.EPOCH)
                .build();
        byte[] value = new AvroWriter(registry).write("crawl.requests", Part.VALUE, hold);

        assertThat(decoder.decode(value))
                .isEqualTo(Decoded.failed(
                        RejectReason.UNREADABLE,
                        "schema id 1: org.decorum.schema.OriginHold (expected: CrawlRequest)"));
    }

    @Test
    void truncatedOrPaddedAvroIsUnreadable() {
        byte[] value = framed("http://a.example/");
        for (int length = 0; length < value.length; length++) {
            assertThat(failed(decoder.decode(Arrays.copyOf(value, length))).reason())
                    .as("cut to %d bytes", length)
                    .isEqualTo(RejectReason.UNREADABLE);
        }
        assertThat(decoder.decode(Arrays.copyOf(value, value.length + 1)))
                .isEqualTo(Decoded.failed(RejectReason.UNREADABLE, "bytes left after the record of schema id 1"));
    }

    private byte[] framed(String url) {
        return framed(CrawlRequest.newBuilder().setUrl(url).build());
    }

    private byte[] framed(CrawlRequest request) {
        return new AvroWriter(registry).write("crawl.requests", Part.VALUE, request);
    }

    private Decoded<CrawlRequest> decode(String value) {
        return decoder.decode(value.getBytes(UTF_8));
    }

    private CrawlRequest accepted(String value) {
        Decoded<CrawlRequest> decoded = decode(value);
        assertThat(decoded).isInstanceOf(Ok.class);
        return ((Ok<CrawlRequest>) decoded).value();
    }

    private static Failed<CrawlRequest> failed(Decoded<CrawlRequest> decoded) {
        assertThat(decoded).isInstanceOf(Failed.class);
        return (Failed<CrawlRequest>) decoded;
    }
}

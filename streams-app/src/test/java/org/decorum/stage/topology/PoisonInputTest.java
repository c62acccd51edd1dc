package org.decorum.stage.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.decorum.schema.CrawlRejected;
import org.decorum.schema.CrawlRelease;
import org.decorum.schema.RejectReason;
import org.decorum.stage.error.Rejections;
import org.decorum.stage.metrics.MeterNames;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever is on the input, it becomes one rejection with its reason, and the next request is served. */
class PoisonInputTest {

    private static final int GARBAGE = 100_000;
    private static final List<byte[]> HEADS = List.of(
            new byte[0],
            new byte[] {0, 0, 0, 0, 1},
            new byte[] {0, 0, 0, 0, 2},
            new byte[] {0, 0x7f, 0, 0, 1},
            "{\"url\":".getBytes(StandardCharsets.UTF_8),
            "{\"outcome\": \"FETCHED\", ".getBytes(StandardCharsets.UTF_8),
            "http://[".getBytes(StandardCharsets.UTF_8),
            "mailto:".getBytes(StandardCharsets.UTF_8));

    @TempDir
    Path directory;

    private StageHarness stage;

    @BeforeEach
    void start() {
        stage = new StageHarness(directory, Map.of());
    }

    @AfterEach
    void theStreamGoesOn() {
        stage.publish("http://still-served.example/");
        assertThat(stage.releases()).extracting(CrawlRelease::getOriginKey).contains("still-served.example");
        stage.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"priority\":3}|MISSING_FIELD",
                "{\"url\":\"http://a.example/\",\"priority\":12}|INVALID_FIELD",
                "{\"url\":\"http://a.example/\",\"prioritaet\":1}|INVALID_FIELD",
                "{\"url\":|UNREADABLE",
                "[1,2]|UNREADABLE",
                "mailto:a@b.example|URL_UNUSABLE",
                "http:///|URL_UNUSABLE",
                "http://example.com../|URL_UNUSABLE",
                "not a url|URL_UNUSABLE",
                "http://127.0.0.1/|SSRF_BLOCKED",
                "http://[::ffff:7f00:1]:8080/|SSRF_BLOCKED",
                "http://localhost/|SSRF_BLOCKED",
                "http://metadata.internal/|SSRF_BLOCKED"
            })
    void textThatIsNoUsableRequestIsRejected(String text, RejectReason reason) {
        stage.publish(text);
        CrawlRejected rejected = onlyRejection(reason);
        assertThat(rejected.getDetail()).isNotBlank();
        assertThat(rejected.getSourceTopic()).isEqualTo(TopicNames.REQUESTS);
        assertThat(rejected.getSourceOffset()).isZero();
        assertThat(stage.counted(
                        MeterNames.REJECTED, MeterNames.REASON, reason.name().toLowerCase(Locale.ROOT)))
                .isEqualTo(1);
    }

    @Test
    void aRejectionNamesTheOriginWhereItIsKnown() {
        stage.publish("http://127.1/");
        assertThat(onlyRejection(RejectReason.SSRF_BLOCKED).getOriginKey()).isEqualTo("127.0.0.1");
    }

    @Test
    void aNullValueIsRejected() {
        stage.publish((byte @Nullable []) null);
        assertThat(onlyRejection(RejectReason.NULL_VALUE).getRaw()).isNull();
    }

    @Test
    void aRecordOfAnUnknownSchemaIsRejectedWithItsBytes() {
        byte[] bytes = {0, 0, 0, 1, 17, 42};
        stage.publish(bytes);
        assertThat(onlyRejection(RejectReason.UNREADABLE).getRaw()).isEqualTo(ByteBuffer.wrap(bytes));
    }

    @Test
    void aUrlOfAMegabyteIsRejectedWithItsBeginning() {
        String url = "http://example.com/" + "a".repeat(1 << 20);
        stage.publish(url);
        CrawlRejected rejected = onlyRejection(RejectReason.URL_TOO_LONG);
        assertThat(rejected.getRaw().remaining()).isEqualTo(Rejections.RAW_BYTES_MAX);
        assertThat(rejected.getRawTruncated()).isTrue();
        assertThat(rejected.getDetail()).hasSizeLessThan(200).contains("[1048595/8192]");
    }

    /** A hundred thousand, half of them reports, beside an origin that waits, is leased and has a deferred request. */
    @Test
    void garbageInARowChangesNothingButCounters() {
        stage.publish("http://busy.example/1");
        stage.publish("http://busy.example/2");
        stage.publish("{\"url\": \"http://busy.example/3\", \"not_before\": \"2027-01-01T00:00:00Z\"}");
        Map<String, Integer> stored = stage.stored();
        assertThat(stored).containsOnlyKeys("origins", "backlog", "deferred").doesNotContainValue(0);
        stage.readAllOutput();
        double requests = stage.counted(MeterNames.REQUESTS);
        Random random = new Random(20260101);
        for (int i = 0; i < GARBAGE / 2; i++) {
            stage.publish(garbage(random));
            stage.feedback(garbage(random));
        }
        assertThat(stage.readAllOutput()).containsOnly(Map.entry(TopicNames.REJECTED, GARBAGE));
        assertThat(stage.stored()).isEqualTo(stored);
        assertThat(stage.counted(MeterNames.REQUESTS)).isEqualTo(requests);
        assertThat(stage.gauged(MeterNames.ORIGINS)).isEqualTo(1);
    }

    /** Bytes of every kind: framed with an id that there is and one that there is not, almost JSON, almost a URL. */
    private static byte[] garbage(Random random) {
        byte[] garbage = new byte[random.nextInt(64)];
        random.nextBytes(garbage);
        byte[] head = HEADS.get(random.nextInt(HEADS.size()));
        System.arraycopy(head, 0, garbage, 0, Math.min(head.length, garbage.length));
        return garbage;
    }

    @Test
    void feedbackThatCannotBeReadIsRejectedToo() {
        stage.feedback("{\"outcome\":\"LOST\"}".getBytes(StandardCharsets.UTF_8));
        stage.feedback(null);
        List<CrawlRejected> rejected = stage.rejected();
        assertThat(rejected)
                .extracting(CrawlRejected::getReason)
                .containsExactly(RejectReason.INVALID_FIELD, RejectReason.NULL_VALUE);
        assertThat(rejected).extracting(CrawlRejected::getSourceTopic).containsOnly(TopicNames.FEEDBACK);
    }

    private CrawlRejected onlyRejection(RejectReason reason) {
        List<CrawlRejected> rejected = stage.rejected();
        assertThat(rejected).extracting(CrawlRejected::getReason).containsExactly(reason);
        return rejected.get(0);
    }
}

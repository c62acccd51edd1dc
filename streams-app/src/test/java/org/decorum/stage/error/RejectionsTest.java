package org.decorum.stage.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.decorum.core.origin.KeyResult;
import org.decorum.core.origin.OriginKeyer;
import org.decorum.schema.CrawlRejected;
import org.decorum.schema.CrawlRequest;
import org.decorum.schema.RejectReason;
import org.junit.jupiter.api.Test;

class RejectionsTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final RecordMetadata SOURCE = new Source("crawl.requests", 3, 17);

    private record Source(String topic, int partition, long offset) implements RecordMetadata {}

    @Test
    void whatCouldNotBeReadKeepsItsBytesAndItsPlace() {
        byte[] bytes = {0, 1, 2};
        CrawlRejected rejected = Rejections.unreadable(RejectReason.UNREADABLE, "why", bytes, SOURCE, NOW);
        assertThat(rejected.getReason()).isEqualTo(RejectReason.UNREADABLE);
        assertThat(rejected.getDetail()).isEqualTo("why");
        assertThat(rejected.getRaw()).isEqualTo(ByteBuffer.wrap(bytes));
        assertThat(rejected.getRawTruncated()).isFalse();
        assertThat(rejected.getSourceTopic()).isEqualTo("crawl.requests");
        assertThat(rejected.getSourcePartition()).isEqualTo(3);
        assertThat(rejected.getSourceOffset()).isEqualTo(17);
        assertThat(rejected.getRejectedAt()).isEqualTo(NOW);
        assertThat(rejected.getUrl()).isNull();
    }

    @Test
    void exactlyTheLimitIsKeptWholeAndOneByteMoreIsCut() {
        byte[] most = new byte[Rejections.RAW_BYTES_MAX];
        Arrays.fill(most, (byte) 7);
        CrawlRejected whole = Rejections.unreadable(RejectReason.UNREADABLE, "", most, SOURCE, NOW);
        assertThat(whole.getRaw()).isEqualTo(ByteBuffer.wrap(most));
        assertThat(whole.getRawTruncated()).isFalse();

        byte[] more = Arrays.copyOf(most, most.length + 1);
        CrawlRejected cut = Rejections.unreadable(RejectReason.UNREADABLE, "", more, SOURCE, NOW);
        assertThat(cut.getRaw()).isEqualTo(ByteBuffer.wrap(most));
        assertThat(cut.getRawTruncated()).isTrue();
    }

    @Test
    void aNullValueAndAnUnknownPlaceAreNoTrouble() {
        CrawlRejected rejected = Rejections.unreadable(RejectReason.NULL_VALUE, "", null, null, NOW);
        assertThat(rejected.getRaw()).isNull();
        assertThat(rejected.getRawTruncated()).isFalse();
        assertThat(rejected.getSourceTopic()).isNull();
        assertThat(rejected.getSourceOffset()).isNull();
    }

    @Test
    void aRequestThatMayNotBeFetchedKeepsThePublishersWords() {
        CrawlRequest request = CrawlRequest.newBuilder()
                .setUrl("http://localhost/")
                .setMetadata(Map.of("job", "7"))
                .build();
        KeyResult key = OriginKeyer.bundled().key(request.getUrl());
        CrawlRejected rejected =
                Rejections.refused(RejectReason.SSRF_BLOCKED, "BLOCK:loopback", request, "id-1", key, SOURCE, NOW);
        assertThat(rejected.getOriginKey()).isEqualTo("localhost");
        assertThat(rejected.getRequestId()).isEqualTo("id-1");
        assertThat(rejected.getUrl()).isEqualTo("http://localhost/");
        assertThat(rejected.getMetadata()).containsExactly(Map.entry("job", "7"));
        assertThat(rejected.getRaw()).isNull();
        assertThat(rejected.getAttempt()).isZero();
    }
}

package org.decorum.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Map;
import org.decorum.schema.CrawlRejected;
import org.decorum.schema.RejectReason;
import org.junit.jupiter.api.Test;

class RecordJsonTest {

    @Test
    void aRecordIsOneLineInTheWordsOfItsContract() {
        CrawlRejected rejected = CrawlRejected.newBuilder()
                .setReason(RejectReason.UNREADABLE)
                .setDetail("line one\nline \"two\"")
                .setRejectedAt(Instant.parse("2026-03-01T12:00:00.000001Z"))
                .setSourcePartition(3)
                .setSourceOffset(1L << 40)
                .setRaw(ByteBuffer.wrap("{bad".getBytes(UTF_8)))
                .setMetadata(Map.of("b", "2", "a", "1"))
                .build();

        assertThat(RecordJson.toJson(rejected))
                .isEqualTo("{\"reason\":\"UNREADABLE\",\"detail\":\"line one\\nline \\\"two\\\"\",\"attempt\":0,"
                        + "\"rejected_at\":\"2026-03-01T12:00:00.000001Z\",\"source_partition\":3,"
                        + "\"source_offset\":1099511627776,\"raw\":\"e2JhZA==\",\"raw_truncated\":false,"
                        + "\"metadata\":{\"a\":\"1\",\"b\":\"2\"}}");
        assertThat(rejected.getRaw().remaining()).as("bytes are not consumed").isEqualTo(4);
    }
}

package org.decorum.stage.topology;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.decorum.schema.AcceptedRecord;
import org.decorum.schema.CrawlRejected;
import org.decorum.schema.CrawlRelease;
import org.decorum.schema.RejectReason;
import org.decorum.stage.metrics.MeterNames;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A bad policy is told of, and changes nothing. */
class PolicyRefusalTest {

    private static final String KEY = "example.com";
    private static final String GOOD = "{\"interval_micros\": 100000}";
    private static final Duration SECOND = Duration.ofSeconds(1);

    @TempDir
    Path directory;

    private StageHarness stage;

    @BeforeEach
    void start() {
        stage = new StageHarness(directory, Map.of());
    }

    @AfterEach
    void stop() {
        stage.close();
    }

    @Test
    void itIsRejectedOnceWithItsReasonAndTheOneInForceStays() {
        stage.policy(KEY, GOOD);
        stage.policy(KEY, "{\"interval_micros\": 0}");
        stage.advance(SECOND);
        CrawlRejected rejected = stage.rejected().get(0);
        assertThat(rejected.getReason()).isEqualTo(RejectReason.INVALID_FIELD);
        assertThat(rejected.getDetail())
                .isEqualTo("policy of example.com: interval_micros: 0 (expected: 1 to 31536000000000)");
        assertThat(rejected.getSourceTopic()).isEqualTo(TopicNames.POLICIES);
        assertThat(rejected.getSourceOffset()).isEqualTo(1);
        assertThat(UTF_8.decode(rejected.getRaw()).toString()).isEqualTo("{\"interval_micros\": 0}");
        stage.publish("http://example.com/");
        assertThat(stage.releases()).extracting(CrawlRelease::getMinGapMicros).containsExactly(100_000L);
        stage.advance(SECOND);
        assertThat(stage.rejected()).isEmpty();
        assertThat(stage.counted(MeterNames.POLICIES_REFUSED)).isEqualTo(1);
        assertThat(stage.counted(MeterNames.REJECTED, MeterNames.REASON, "invalid_field"))
                .isEqualTo(1);
    }

    @Test
    void theLastGoodOneIsKeptBesideTheTableUntilItIsDeleted() {
        stage.policy(KEY, GOOD);
        stage.advance(SECOND);
        assertThat(stage.acceptedPolicies().get(KEY)).isEqualTo(accepted(GOOD).build());
        stage.policy(KEY, "nonsense");
        stage.advance(SECOND);
        assertThat(stage.acceptedPolicies().get(KEY))
                .isEqualTo(accepted(GOOD)
                        .setRefusedPartition(0)
                        .setRefusedOffset(1L)
                        .build());
        stage.policy(KEY, null);
        stage.advance(SECOND);
        assertThat(stage.acceptedPolicies()).containsEntry(KEY, null);
    }

    @Test
    void aKeyThatIsNotCanonicalIsBadToo() {
        stage.policy("WWW.Example.com", "{\"paused\": true}");
        stage.advance(SECOND);
        assertThat(stage.rejected())
                .extracting(CrawlRejected::getDetail)
                .containsExactly("policy of WWW.Example.com: key: WWW.Example.com (expected: example.com)");
        stage.publish("http://www.example.com/");
        assertThat(stage.releases()).hasSize(1);
    }

    private static AcceptedRecord.Builder accepted(String value) {
        return AcceptedRecord.newBuilder().setValue(UTF_8.encode(value));
    }
}

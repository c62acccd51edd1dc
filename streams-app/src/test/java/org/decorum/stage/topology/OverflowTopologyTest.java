package org.decorum.stage.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.decorum.schema.AlertKind;
import org.decorum.schema.CrawlAlert;
import org.decorum.schema.CrawlDecision;
import org.decorum.schema.CrawlRejected;
import org.decorum.schema.CrawlRelease;
import org.decorum.schema.CrawlRequest;
import org.decorum.schema.DecisionKind;
import org.decorum.schema.FetchOutcome;
import org.decorum.schema.RejectReason;
import org.decorum.stage.metrics.MeterNames;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A flooded origin in the whole topology: each request has one end, and there is a way back for what is parked. */
class OverflowTopologyTest {

    private static final int FLOOD = 500;
    private static final int MAX = 10;

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
    void aFloodIsRejectedWithOneAlertAndTheOthersGoOn() {
        flood("REJECT_NEW");
        assertThat(stage.rejected())
                .hasSize(FLOOD - MAX - 1)
                .extracting(CrawlRejected::getReason)
                .containsOnly(RejectReason.BACKLOG_FULL);
        assertThat(stage.alerts()).extracting(CrawlAlert::getKind).containsExactly(AlertKind.BACKLOG_FULL);
        assertThat(stage.gauged(MeterNames.BACKLOG)).isEqualTo(MAX);
        stage.publish("http://other.example/");
        assertThat(stage.releases()).extracting(CrawlRelease::getOriginKey).contains("other.example");
    }

    @Test
    void whatIsParkedHasItsRowAndIsTakenAgainAsItWas() {
        flood("PARK");
        List<CrawlRequest> parked = stage.parked();
        assertThat(parked).hasSize(FLOOD - MAX - 1);
        assertThat(stage.rejected()).isEmpty();
        assertThat(stage.counted(MeterNames.PARKED)).isEqualTo(FLOOD - MAX - 1);
        assertThat(stage.decisions().stream().filter(row -> row.getKind() == DecisionKind.PARKED))
                .extracting(CrawlDecision::getRequestId)
                .containsExactlyElementsOf(
                        parked.stream().map(CrawlRequest::getRequestId).toList());
        CrawlRequest first = parked.get(0);
        assertThat(first.getUrl()).isEqualTo("http://trap.example/" + (MAX + 1));
        assertThat(first.getPriority()).isEqualTo(3);
        assertThat(first.getMetadata()).containsEntry("from", "somewhere");
        stage.releases();
        stage.policy("trap.example", "{\"interval_micros\": 1000000}");
        stage.publishRecord(first);
        stage.advance(Duration.ofSeconds(MAX + 2));
        assertThat(stage.releases())
                .filteredOn(release -> release.getUrl().equals(first.getUrl()))
                .singleElement()
                .satisfies(release -> {
                    assertThat(release.getRequestId()).isEqualTo(first.getRequestId());
                    assertThat(release.getMetadata()).isEqualTo(first.getMetadata());
                });
    }

    @Test
    void aHigherPriorityTakesThePlaceOfTheNewestOfTheLowest() {
        flood("DROP_LOWEST_PRIORITY");
        stage.rejected();
        stage.publish("{\"url\": \"http://trap.example/important\", \"priority\": 8}");
        assertThat(stage.rejected()).extracting(CrawlRejected::getUrl).containsExactly("http://trap.example/" + MAX);
        stage.releases();
        stage.advance(Duration.ofSeconds(2));
        assertThat(stage.releases()).extracting(CrawlRelease::getUrl).startsWith("http://trap.example/important");
        assertThat(stage.gauged(MeterNames.BACKLOG)).isLessThan(MAX);
    }

    /** A task reads the record with the least timestamp first, over all of its topics. */
    @Test
    void aTaskReadsReportsBeforeAnyRequest() {
        stage.publish("http://other.example/");
        stage.report(stage.releases().get(0), FetchOutcome.FETCHED);
        stage.feedback(new byte[] {1});
        assertThat(stage.timestamps("decorum-requests-by-origin-repartition"))
                .containsExactly(StageHarness.START.toEpochMilli());
        assertThat(stage.timestamps("decorum-feedback-by-origin-repartition")).containsExactly(0L);
        assertThat(stage.timestamps(TopicNames.REJECTED))
                .as("whose topic forgets by age")
                .containsExactly(StageHarness.START.toEpochMilli());
    }

    /** One is released at once, {@link #MAX} wait. */
    private void flood(String rule) {
        stage.policy(
                "trap.example",
                "{\"interval_micros\": 1000000, \"backlog_max\": " + MAX + ", \"backlog_full\": \"" + rule + "\"}");
        for (int i = 0; i < FLOOD; i++) {
            stage.publish("{\"url\": \"http://trap.example/" + i
                    + "\", \"priority\": 3, \"metadata\": {\"from\": \"somewhere\"}}");
        }
    }
}

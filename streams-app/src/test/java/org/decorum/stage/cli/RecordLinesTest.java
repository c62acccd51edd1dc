package org.decorum.stage.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.decorum.schema.AlertKind;
import org.decorum.schema.CrawlAlert;
import org.decorum.schema.CrawlDecision;
import org.decorum.schema.CrawlRejected;
import org.decorum.schema.CrawlRelease;
import org.decorum.schema.DecisionKind;
import org.decorum.schema.OriginHold;
import org.decorum.schema.RejectReason;
import org.junit.jupiter.api.Test;

class RecordLinesTest {
    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
    private static final String ORIGIN = "example.org                       ";
    private final RecordLines lines = new RecordLines(ZoneOffset.UTC);

    @Test
    void aReleaseSaysWhenWhereAndHowFarAhead() {
        assertThat(line(release(NOW.plusMillis(230))))
                .isEqualTo("12:00:00.230  " + ORIGIN + "#2  in 230 ms   http://example.org/a");
        assertThat(line(release(NOW.plusSeconds(90)))).contains("#2  in 90 s     ");
        assertThat(line(release(NOW.minusMillis(40)))).contains("#2  40 ms ago   ");
    }

    @Test
    void aRejectionSaysWhyEvenWithoutAnOrigin() {
        CrawlRejected rejected = CrawlRejected.newBuilder()
                .setReason(RejectReason.UNREADABLE)
                .setDetail("3 bytes")
                .setRejectedAt(NOW)
                .build();
        assertThat(line(rejected))
                .isEqualTo("12:00:00.000  -                                 UNREADABLE          3 bytes");
        rejected.setUrl("mailto:a@b");
        assertThat(line(rejected)).endsWith("3 bytes  mailto:a@b");
    }

    @Test
    void decisionsHoldsAndAlertsAreTold() {
        assertThat(line(CrawlDecision.newBuilder()
                        .setDecidedAt(NOW)
                        .setKind(DecisionKind.CONCLUDED)
                        .setOriginKey("example.org")
                        .setOutcome("FETCHED")
                        .setStatus(200)
                        .setIntervalMicros(1)
                        .setEpoch(0)
                        .setWaiting(3)
                        .setInFlight(1)
                        .build()))
                .isEqualTo("12:00:00.000  " + ORIGIN
                        + "CONCLUDED       waiting 3, in flight 1  outcome FETCHED  status 200");
        assertThat(line(OriginHold.newBuilder()
                        .setOriginKey("example.org")
                        .setEpoch(4)
                        .setHeldAt(NOW)
                        .setHoldUntil(NOW.plusSeconds(60))
                        .setCause("status 429")
                        .build()))
                .isEqualTo("12:00:00.000  " + ORIGIN + "until 12:01:00.000, epoch 4: status 429");
        assertThat(line(CrawlAlert.newBuilder()
                        .setOriginKey("example.org")
                        .setKind(AlertKind.BACKLOG_FULL)
                        .setDetail("[10/10]")
                        .setRaisedAt(NOW)
                        .build()))
                .isEqualTo("12:00:00.000  " + ORIGIN + "BACKLOG_FULL: [10/10]");
    }

    @Test
    void everyOutputTopicHasColumnHeads() {
        for (OutputTopic topic : OutputTopic.values()) {
            assertThat(RecordLines.header(topic)).startsWith("TIME          ORIGIN ");
        }
    }

    private String line(SpecificRecord datum) {
        return lines.line(datum, NOW);
    }

    static CrawlRelease release(Instant at) {
        return CrawlRelease.newBuilder()
                .setBookingId("b")
                .setRequestId("r")
                .setUrl("http://example.org/a")
                .setOriginKey("example.org")
                .setSiteKey("example.org")
                .setAttempt(2)
                .setEpoch(0)
                .setReleaseAt(at)
                .setExpiresAt(at.plusMillis(20))
                .setMinGapMicros(0)
                .setCost(1)
                .setCostRule("default")
                .setReleasedAt(at.minusMillis(250))
                .setMetadata(Map.of())
                .build();
    }
}

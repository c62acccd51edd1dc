package org.decorum.stage.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.decorum.schema.CrawlDecision;
import org.decorum.schema.CrawlRejected;
import org.decorum.schema.CrawlRelease;
import org.decorum.schema.DecisionKind;
import org.decorum.schema.RejectReason;
import org.decorum.stage.chaos.Ledger.Count;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LedgerTest {

    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    private final Ledger ledger = new Ledger(Workload.generate(10, 60, 0, 1));

    @Test
    void aRequestEndsOnceAsFetchedOrRejected() {
        ledger.add(decision(DecisionKind.CONCLUDED, "chaos-1", null));
        ledger.add(rejected("chaos-2"));

        assertThat(ledger.ended()).isEqualTo(2);
        assertThat(ledger.count(Count.FETCHED)).isEqualTo(1);
        assertThat(ledger.count(Count.REJECTED)).isEqualTo(1);
        assertThat(ledger.count(Count.ENDED_AGAIN)).isZero();
        assertThat(ledger.hasEnded(1)).isTrue();
        assertThat(ledger.hasEnded(3)).isFalse();
    }

    @Test
    void anotherEndingOfItIsNoticed() {
        ledger.add(decision(DecisionKind.CONCLUDED, "chaos-1", null));
        ledger.add(rejected("chaos-1"));

        assertThat(ledger.ended()).isEqualTo(1);
        assertThat(ledger.count(Count.ENDED_AGAIN)).isEqualTo(1);
    }

    @Test
    void aBookingIdOfTheSameOriginIsNoticedTheSecondTime() {
        ledger.add(release("a.example", "booking-1", "chaos-1"));
        ledger.add(release("b.example", "booking-1", "chaos-2"));
        assertThat(ledger.count(Count.RELEASED_AGAIN)).isZero();

        ledger.add(release("a.example", "booking-1", "chaos-1"));
        assertThat(ledger.count(Count.RELEASED_AGAIN)).isEqualTo(1);
        assertThat(ledger.releases(1)).isEqualTo(2);
    }

    @Test
    void missedSlotsAreCountedBySecond() {
        ledger.add(decision(DecisionKind.BOOKED, "chaos-1", null));
        ledger.add(decision(DecisionKind.RETURNED, "chaos-1", "MISSED_SLOT"));
        ledger.add(decision(DecisionKind.RETURNED, "chaos-1", "LEASE_EXPIRED"));

        assertThat(ledger.count(Count.MISSED)).isEqualTo(1);
        assertThat(ledger.count(Count.LAPSED)).isEqualTo(1);
        long noon = NOON.getEpochSecond() * 1_000_000;
        assertThat(ledger.seconds(noon, noon + 1_000_000).values())
                .singleElement()
                .satisfies(second -> {
                    assertThat(second.released()).isEqualTo(1);
                    assertThat(second.missed()).isEqualTo(1);
                });
    }

    @Test
    void whatNobodyPublishedIsUnknown() {
        ledger.add(rejected(null));
        ledger.add(decision(DecisionKind.CONCLUDED, "chaos-10", null));

        assertThat(ledger.count(Count.UNKNOWN)).isEqualTo(2);
        assertThat(ledger.ended()).isZero();
    }

    private static CrawlDecision decision(DecisionKind kind, String requestId, @Nullable String outcome) {
        return CrawlDecision.newBuilder()
                .setDecidedAt(NOON)
                .setKind(kind)
                .setOriginKey("a.example")
                .setRequestId(requestId)
                .setOutcome(outcome)
                .setIntervalMicros(1)
                .setEpoch(0)
                .setWaiting(0)
                .setInFlight(0)
                .build();
    }

    private static CrawlRejected rejected(@Nullable String requestId) {
        return CrawlRejected.newBuilder()
                .setReason(RejectReason.ATTEMPTS_EXHAUSTED)
                .setDetail("")
                .setRequestId(requestId)
                .setAttempt(1)
                .setRejectedAt(NOON)
                .build();
    }

    private static CrawlRelease release(String origin, String bookingId, String requestId) {
        return CrawlRelease.newBuilder()
                .setBookingId(bookingId)
                .setRequestId(requestId)
                .setUrl("http://" + origin + "/1")
                .setOriginKey(origin)
                .setSiteKey(origin)
                .setAttempt(1)
                .setEpoch(0)
                .setReleaseAt(NOON)
                .setExpiresAt(NOON)
                .setMinGapMicros(0)
                .setCost(1)
                .setCostRule("default")
                .setReleasedAt(NOON)
                .build();
    }
}

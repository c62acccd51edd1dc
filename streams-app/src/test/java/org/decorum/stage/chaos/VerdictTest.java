package org.decorum.stage.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.decorum.schema.CrawlDecision;
import org.decorum.schema.CrawlRelease;
import org.decorum.schema.DecisionKind;
import org.decorum.schema.OriginHold;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run in which all is well passes, and each single thing that is wrong makes it fail. */
class VerdictTest {

    private static final long SECOND = 1_000_000;
    private static final int PUBLISHED = 3;

    @TempDir
    Path directory;

    private final Workload work = Workload.generate(200, 60, SECOND, 5);
    private final ChaosOrigin origin = work.origins().stream()
            .filter(candidate ->
                    candidate.temper() == Temper.CALM && candidate.burst() == 1 && candidate.floorMicros() == SECOND)
            .findFirst()
            .orElseThrow();
    private final Ledger ledger = new Ledger(work);
    private final HoldJudge holds = new HoldJudge();
    private final StartReports starts = new StartReports();
    private ChaosFarm farm = new ChaosFarm(work, 5);
    private Diary diary = new Diary(Path.of("unset"), line -> {});

    @BeforeEach
    void threeRequestsAreFetchedAsTheyShould() {
        diary = new Diary(directory.resolve("diary.log"), line -> {});
        for (int number = 0; number < PUBLISHED; number++) {
            fetch(number, "booking-" + number, 100 * SECOND + number * origin.floorMicros());
            conclude(number);
        }
    }

    @AfterEach
    void close() {
        farm.close();
    }

    @Test
    void allIsWell() {
        Verdict verdict = verdict(PUBLISHED, 0);

        assertThat(verdict.passes()).isTrue();
        assertThat(verdict.fetched()).isEqualTo(PUBLISHED);
        assertThat(verdict.floors().requests()).isEqualTo(PUBLISHED);
    }

    @Test
    void whatHasNotEndedIsHeldOrLost() {
        assertThat(verdict(PUBLISHED + 2, 2).passes()).isTrue();
        assertThat(verdict(PUBLISHED + 2, 2).held()).isEqualTo(2);

        assertThat(verdict(PUBLISHED + 2, 1).passes()).isFalse();
        assertThat(verdict(PUBLISHED + 2, 1).lost()).isEqualTo(1);
    }

    @Test
    void anEndingTooMany() {
        conclude(0);

        assertThat(verdict(PUBLISHED, 0).passes()).isFalse();
    }

    @Test
    void aBookingIdTooMany() {
        release(0, "booking-0");

        assertThat(verdict(PUBLISHED, 0).passes()).isFalse();
    }

    @Test
    void aStartTooMany() {
        ask(0, 300 * SECOND);

        assertThat(verdict(PUBLISHED, 0).startedAgain()).isEqualTo(1);
        assertThat(verdict(PUBLISHED, 0).passes()).isFalse();
    }

    @Test
    void aFloorThatIsBrokenIsToldBesideWhatTheFetchersReported() {
        fetch(3, "booking-3", 100 * SECOND + 2 * origin.floorMicros() + origin.floorMicros() / 2);

        Verdict verdict = verdict(PUBLISHED, 0);
        assertThat(verdict.passes()).isFalse();
        assertThat(verdict.floors().floorViolations()).isEqualTo(1);
        assertThat(verdict.brokenAsReported()).containsOnlyKeys(origin.host());
    }

    @Test
    void aStartInsideAHold() {
        hold(110 * SECOND, 130 * SECOND);
        fetch(3, "booking-3", 111 * SECOND);
        assertThat(verdict(PUBLISHED, 0).passes()).isTrue();
        assertThat(verdict(PUBLISHED, 0).lateInHolds()).isEqualTo(1);

        fetch(4, "booking-4", 120 * SECOND);
        assertThat(verdict(PUBLISHED, 0).passes()).isFalse();
        assertThat(verdict(PUBLISHED, 0).breaches()).hasSize(1);
    }

    @Test
    void aStageThatCameAndCostTooMuch() {
        diary.scaled(Role.STAGE, true);
        for (int slot = 0; slot < 100; slot++) {
            decide(DecisionKind.BOOKED, "chaos-5", null, Instant.now());
        }
        decide(DecisionKind.RETURNED, "chaos-5", "MISSED_SLOT", Instant.now());
        assertThat(verdict(PUBLISHED, 0).passes()).isTrue();

        decide(DecisionKind.RETURNED, "chaos-5", "MISSED_SLOT", Instant.now());
        assertThat(verdict(PUBLISHED, 0).badScalings()).isEqualTo(1);
        assertThat(verdict(PUBLISHED, 0).passes()).isFalse();

        diary.fault(FaultKind.KILL_BROKER, "broker-1 killed");
        assertThat(verdict(PUBLISHED, 0).badScalings()).isZero();
    }

    @Test
    void trouble() {
        diary.trouble("stage-1 is not back");

        assertThat(verdict(PUBLISHED, 0).passes()).isFalse();
    }

    private Verdict verdict(long published, long held) {
        return Verdict.of(work, published, held, ledger, farm, holds, starts, diary);
    }

    private void fetch(int number, String booking, long atMicros) {
        release(number, booking);
        ask(number, atMicros);
    }

    private void ask(int number, long atMicros) {
        farm.answer(origin.host(), "/" + number, atMicros);
    }

    private void release(int number, String booking) {
        ledger.add(CrawlRelease.newBuilder()
                .setBookingId(booking)
                .setRequestId("chaos-" + number)
                .setUrl("http://" + origin.host() + "/" + number)
                .setOriginKey(origin.host())
                .setSiteKey(origin.host())
                .setAttempt(1)
                .setEpoch(0)
                .setReleaseAt(Instant.EPOCH)
                .setExpiresAt(Instant.EPOCH)
                .setMinGapMicros(0)
                .setCost(1)
                .setCostRule("default")
                .setReleasedAt(Instant.EPOCH)
                .build());
    }

    private void conclude(int number) {
        decide(DecisionKind.CONCLUDED, "chaos-" + number, "FETCHED", Instant.EPOCH);
    }

    private void decide(DecisionKind kind, String requestId, @Nullable String outcome, Instant at) {
        ledger.add(CrawlDecision.newBuilder()
                .setDecidedAt(at.truncatedTo(ChronoUnit.MICROS))
                .setKind(kind)
                .setOriginKey(origin.host())
                .setRequestId(requestId)
                .setOutcome(outcome)
                .setIntervalMicros(1)
                .setEpoch(0)
                .setWaiting(0)
                .setInFlight(0)
                .build());
    }

    private void hold(long seenMicros, long untilMicros) {
        holds.seen(
                OriginHold.newBuilder()
                        .setOriginKey(origin.host())
                        .setEpoch(1)
                        .setHoldUntil(Instant.EPOCH.plus(untilMicros, ChronoUnit.MICROS))
                        .setCause("LADDER")
                        .setHeldAt(Instant.EPOCH)
                        .build(),
                seenMicros);
    }
}

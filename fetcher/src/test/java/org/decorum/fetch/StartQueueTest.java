package org.decorum.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.decorum.fetch.Samples.ORIGIN;
import static org.decorum.fetch.Samples.hold;
import static org.decorum.fetch.Samples.open;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.decorum.core.rate.Micros;
import org.decorum.schema.CrawlRelease;
import org.junit.jupiter.api.Test;

class StartQueueTest {

    private static final long T0 = 1_000_000_000_000L;
    private static final long SECOND = 1_000_000;
    private static final long WIDTH = 250_000;

    private final VirtualClock clock = new VirtualClock(T0);
    private final HoldTable holds = new HoldTable(3_600 * SECOND, clock);
    private final StartGate gate = new StartGate(holds);
    private final FetchStats stats = new FetchStats();
    private final Map<String, FetchResult> results = new LinkedHashMap<>();
    private RecordingFetcher fetcher = new RecordingFetcher(clock, 0);
    private StartQueue queue = queue(fetcher, 1_000);

    StartQueueTest() {
        holds.completeAt(T0);
    }

    @Test
    void aReleaseStartsWhenItsSlotOpensAndNotBefore() {
        queue.offer(open(1, ORIGIN, T0 + 200_000, WIDTH, SECOND));

        assertThat(queue.step()).isEqualTo(T0 + 200_000);
        assertThat(fetcher.started).isEmpty();
        clock.advance(200_000);
        queue.step();
        assertThat(fetcher.startedAtMicros).containsExactly(T0 + 200_000);
    }

    @Test
    void theLastMicrosecondOfASlotIsStillInsideAndTheNextIsNot() {
        queue.offer(open(1, "a.example", T0, WIDTH, SECOND));
        queue.offer(open(2, "b.example", T0, WIDTH - 1, SECOND));
        clock.advance(WIDTH);
        queue.step();

        assertThat(fetcher.started).containsExactly("booking-1");
        assertMissed("booking-2", MissReason.STARTED_LATE);
    }

    @Test
    void aReleaseThatIsReadAfterItsSlotIsMissedAtOnce() {
        queue.offer(open(1, ORIGIN, T0 - SECOND, WIDTH, SECOND));

        assertMissed("booking-1", MissReason.READ_LATE);
        assertThat(queue.step()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void startsGoByTimeAndThenByOffset() {
        queue.offer(open(3, "c.example", T0 + 20, WIDTH, 0));
        queue.offer(open(2, "b.example", T0 + 10, WIDTH, 0));
        queue.offer(open(1, "a.example", T0 + 10, WIDTH, 0));
        clock.advance(30);
        queue.step();

        assertThat(fetcher.started).containsExactly("booking-1", "booking-2", "booking-3");
    }

    @Test
    void theGapAfterALateStartPushesTheNextStartOfThatOriginOnly() {
        queue.offer(open(1, ORIGIN, T0, WIDTH, SECOND));
        clock.advance(100_000);
        queue.step();
        queue.offer(open(2, ORIGIN, T0 + SECOND, WIDTH, SECOND));
        queue.offer(open(3, "other.example", T0 + SECOND, WIDTH, SECOND));
        run();

        assertThat(fetcher.started).containsExactly("booking-1", "booking-3", "booking-2");
        assertThat(fetcher.startedAtMicros).containsExactly(T0 + 100_000, T0 + SECOND, T0 + SECOND + 100_000);
    }

    @Test
    void aGapThatEndsAfterTheSlotMissesIt() {
        queue.offer(open(1, ORIGIN, T0, WIDTH, SECOND));
        queue.offer(open(2, ORIGIN, T0 + SECOND / 2, WIDTH, SECOND));
        run();

        assertThat(fetcher.started).containsExactly("booking-1");
        assertMissed("booking-2", MissReason.GAP);
    }

    @Test
    void anOriginOnHoldGetsNoStart() {
        holds.put(ORIGIN, hold(ORIGIN, 0, T0 + 60 * SECOND));
        queue.offer(open(1, ORIGIN, T0, WIDTH, SECOND));
        queue.offer(open(2, "other.example", T0, WIDTH, SECOND));
        queue.step();

        assertMissed("booking-1", MissReason.HELD);
        assertThat(fetcher.started).containsExactly("booking-2");
    }

    @Test
    void aHoldThatComesBetweenReadingAndStartIsSeen() {
        queue.offer(open(1, ORIGIN, T0 + SECOND, WIDTH, SECOND));
        queue.step();
        holds.put(ORIGIN, hold(ORIGIN, 1, T0 + 60 * SECOND));
        run();

        assertMissed("booking-1", MissReason.OLD_EPOCH);
    }

    @Test
    void aReleaseOfAnOlderEpochStaysOutAfterTheHoldHasEnded() {
        holds.put(ORIGIN, hold(ORIGIN, 1, T0 - SECOND));
        queue.offer(open(1, ORIGIN, T0, WIDTH, SECOND));
        queue.step();

        assertMissed("booking-1", MissReason.OLD_EPOCH);
    }

    @Test
    void aHoldThatEndsWithTheReleaseDoesNotBlockIt() {
        holds.put(ORIGIN, hold(ORIGIN, 0, T0 + SECOND));
        queue.offer(open(1, ORIGIN, T0 + SECOND, WIDTH, SECOND));
        run();

        assertThat(fetcher.startedAtMicros).containsExactly(T0 + SECOND);
    }

    @Test
    void nothingStartsWhenTheHoldsMayBeOutOfDate() {
        HoldTable aged = new HoldTable(SECOND, clock);
        aged.completeAt(T0);
        queue = new StartQueue(fetcher, new StartGate(aged), clock, stats, 10, this::conclude);
        queue.offer(open(1, "a.example", T0 + SECOND, WIDTH, SECOND));
        queue.offer(open(2, "b.example", T0 + SECOND + 1, WIDTH, SECOND));
        run();

        assertThat(fetcher.started).containsExactly("booking-1");
        assertMissed("booking-2", MissReason.CUT_OFF);
    }

    @Test
    void beyondTheRequestsInFlightADueReleaseWaitsForOneToComeBack() {
        queue = queue(fetcher, 1);
        queue.offer(open(1, "a.example", T0, WIDTH, SECOND));
        queue.offer(open(2, "b.example", T0, WIDTH, SECOND));

        assertThat(queue.step()).as("looks again when the slot has passed").isEqualTo(T0 + WIDTH + 1);
        assertThat(fetcher.started).containsExactly("booking-1");
        clock.advance(WIDTH);
        fetcher.answerAll(200);
        queue.step();
        assertThat(fetcher.started).containsExactly("booking-1", "booking-2");
    }

    @Test
    void aSlotThatPassesWhileAllAreBusyIsMissed() {
        queue = queue(fetcher, 1);
        queue.offer(open(1, "a.example", T0, WIDTH, SECOND));
        queue.offer(open(2, "b.example", T0, WIDTH, SECOND));
        run();

        assertMissed("booking-2", MissReason.BUSY);
    }

    @Test
    void aFetcherThatPreparesIsCalledAheadAndEntersInTime() {
        fetcher = new RecordingFetcher(clock, 100_000);
        queue = queue(fetcher, 10);
        queue.offer(open(1, ORIGIN, T0 + SECOND, WIDTH, SECOND));
        run();

        assertThat(fetcher.startedAtMicros).containsExactly(T0 + SECOND - 100_000);
        assertThat(fetcher.permits.get(0).enter()).isEqualTo(new Permit.Go(T0 + SECOND));
    }

    @Test
    void aFetcherThatEntersAfterTheSlotIsStopped() {
        queue.offer(open(1, ORIGIN, T0, WIDTH, SECOND));
        queue.step();
        clock.advance(WIDTH + 1);

        assertThat(fetcher.permits.get(0).enter())
                .isEqualTo(new Permit.Stop(new FetchResult.Missed(MissReason.STARTED_LATE)));
    }

    @Test
    void aFetcherThatEntersDuringANewHoldIsStopped() {
        queue.offer(open(1, ORIGIN, T0, WIDTH, SECOND));
        queue.step();
        holds.put(ORIGIN, hold(ORIGIN, 1, T0 + 60 * SECOND));

        assertThat(fetcher.permits.get(0).enter())
                .isEqualTo(new Permit.Stop(new FetchResult.Missed(MissReason.OLD_EPOCH)));
    }

    @Test
    void enteringAgainDoesNotWaitForItselfAndMovesTheGap() {
        queue.offer(open(1, ORIGIN, T0, WIDTH, SECOND));
        queue.step();
        clock.advance(200_000);
        assertThat(fetcher.permits.get(0).enter()).isEqualTo(new Permit.Go(T0 + 200_000));
        queue.offer(open(2, ORIGIN, T0 + SECOND, WIDTH, SECOND));
        run();

        assertThat(fetcher.startedAtMicros).containsExactly(T0, T0 + SECOND + 200_000);
    }

    @Test
    void enteringAgainAfterAnotherStartOfTheOriginKeepsThatOnesGap() {
        queue.offer(open(1, ORIGIN, T0, WIDTH, 10_000));
        queue.offer(open(2, ORIGIN, T0 + 10_000, WIDTH, 10_000));
        run();
        clock.advance(5_000);

        assertThat(fetcher.permits.get(0).enter())
                .as("the second start was at +10 ms, its gap ends at +20 ms")
                .isEqualTo(new Permit.Go(T0 + 20_000));
    }

    @Test
    void aRevokedReleaseInPreparationIsStoppedAndReported() {
        fetcher = new RecordingFetcher(clock, 100_000);
        queue = queue(fetcher, 10);
        queue.offer(open(1, ORIGIN, T0, WIDTH, SECOND));
        queue.step();
        assertThat(fetcher.started).containsExactly("booking-1");
        assertThat(queue.removeIf(open -> true)).as("the fetcher has it").isEmpty();

        Permit.Entry entry = fetcher.permits.get(0).enter();
        assertThat(entry).isEqualTo(new Permit.Stop(new FetchResult.Missed(MissReason.REVOKED)));
        fetcher.answer("booking-1", ((Permit.Stop) entry).missed());
        assertMissed("booking-1", MissReason.REVOKED);
    }

    @Test
    void aLostReleaseInPreparationIsStoppedAndLeftToItsNewOwnerToReport() {
        fetcher = new RecordingFetcher(clock, 100_000);
        queue = queue(fetcher, 10);
        queue.offer(open(1, "preparing.example", T0, WIDTH, SECOND));
        queue.step();
        queue.offer(open(2, "waiting.example", T0 + SECOND, WIDTH, SECOND));
        queue.disown(open -> true);

        Permit.Entry entry = fetcher.permits.get(0).enter();
        assertThat(entry).isEqualTo(new Permit.Stop(new FetchResult.Missed(MissReason.REVOKED)));
        fetcher.answer("booking-1", ((Permit.Stop) entry).missed());
        run();
        assertThat(fetcher.started).containsExactly("booking-1");
        assertThat(results).isEmpty();
        assertThat(queue.inFlight()).isZero();
    }

    @Test
    void aLostReleaseThatHasStartedIsStillReported() {
        queue.offer(open(1, ORIGIN, T0, WIDTH, SECOND));
        queue.step();
        queue.disown(open -> true);
        fetcher.answerAll(200);

        assertThat(results).containsOnlyKeys("booking-1");
    }

    @Test
    void aReleaseThatIsRevokedWhileTheQueueLooksAtItDoesNotStart() {
        AtomicBoolean revoke = new AtomicBoolean();
        Fetcher revoking = new Fetcher() {
            @Override
            public CompletionStage<FetchResult> fetch(CrawlRelease release, Permit permit) {
                return fetcher.fetch(release, permit);
            }

            @Override
            public long prepareMicros() {
                if (revoke.get()) {
                    assertThat(queue.removeIf(open -> true)).as("it is out").isEmpty();
                }
                return 0;
            }
        };
        queue = queue(revoking, 10);
        queue.offer(open(1, ORIGIN, T0, WIDTH, SECOND));
        revoke.set(true);
        run();

        assertThat(fetcher.started).isEmpty();
        assertMissed("booking-1", MissReason.REVOKED);
    }

    @Test
    void aFetcherThatThrowsFailsItsReleaseOnly() {
        Fetcher broken = (release, permit) -> {
            throw new IllegalStateException("no luck");
        };
        queue = queue(broken, 10);
        queue.offer(open(1, ORIGIN, T0, WIDTH, SECOND));
        queue.step();

        assertThat(results.get("booking-1")).isInstanceOfSatisfying(FetchResult.Failed.class, failed -> {
            assertThat(failed.reason()).isEqualTo(FailReason.INTERNAL);
            assertThat(failed.detail()).contains("no luck");
        });
        assertThat(queue.inFlight()).isZero();
    }

    @Test
    void aFetchThatCompletesWithAnErrorFails() {
        queue = queue((release, permit) -> CompletableFuture.failedFuture(new IllegalStateException("no luck")), 10);
        queue.offer(open(1, ORIGIN, T0, WIDTH, SECOND));
        queue.step();

        assertThat(results.get("booking-1")).isInstanceOf(FetchResult.Failed.class);
    }

    @Test
    void aShutGateMissesWhateverIsDue() {
        queue.offer(open(1, ORIGIN, T0, WIDTH, SECOND));
        gate.shut();
        queue.step();

        assertMissed("booking-1", MissReason.CLOSING);
    }

    @Test
    void countersAddUp() {
        queue.offer(open(1, "a.example", T0, WIDTH, SECOND));
        queue.offer(open(2, "b.example", T0 - SECOND, WIDTH, SECOND));
        clock.advance(3_000);
        queue.step();
        assertThat(stats.inFlight()).isEqualTo(1);
        fetcher.answerAll(503);

        assertThat(stats.started()).isEqualTo(1);
        assertThat(stats.fetched()).isEqualTo(1);
        assertThat(stats.missed()).isEqualTo(1);
        assertThat(stats.missed(MissReason.READ_LATE)).isEqualTo(1);
        assertThat(stats.inFlight()).isZero();
        assertThat(stats.queued()).isZero();
        assertThat(stats.startLatenessMicros(50)).isBetween(2_980L, 3_040L);
    }

    @Test
    void noRandomLoadBreaksTheGapOfAnOriginOrTheSlotOfARelease() {
        long seed = 20_260_101;
        Random random = new Random(seed);
        Map<String, Long> lastStartMicros = new LinkedHashMap<>();
        Map<String, Long> gapMicros = new LinkedHashMap<>();
        Fetcher checking = (release, permit) -> {
            long nowMicros = clock.nowMicros();
            String origin = release.getOriginKey();
            assertThat(nowMicros)
                    .as("seed %d, %s", seed, release.getBookingId())
                    .isBetween(Micros.of(release.getReleaseAt()), Micros.of(release.getExpiresAt()))
                    .isGreaterThanOrEqualTo(
                            lastStartMicros.getOrDefault(origin, 0L) + gapMicros.getOrDefault(origin, 0L));
            lastStartMicros.put(origin, nowMicros);
            gapMicros.put(origin, release.getMinGapMicros());
            return CompletableFuture.completedFuture(FetchResult.Fetched.of(200, nowMicros, nowMicros));
        };
        queue = queue(checking, 10);
        for (int i = 0; i < 20_000; i++) {
            long atMicros = clock.nowMicros() + random.nextInt(300_000);
            queue.offer(open(
                    i, "o" + random.nextInt(50), atMicros, 20_000 + random.nextInt(200_000), random.nextInt(90_000)));
            clock.advance(random.nextInt(1_000));
            queue.step();
        }
        run();

        assertThat(results).hasSize(20_000);
        assertThat(stats.fetched()).as("enough starts to mean something").isGreaterThan(4_000);
        assertThat(stats.missed(MissReason.GAP))
                .as("enough pressure to mean something")
                .isGreaterThan(1_000);
    }

    private StartQueue queue(Fetcher who, int inFlightMax) {
        return new StartQueue(who, gate, clock, stats, inFlightMax, this::conclude);
    }

    private void conclude(OpenRelease open, FetchResult result) {
        FetchResult before = results.put(open.release.getBookingId(), result);
        assertThat(before)
                .as("result of %s before", open.release.getBookingId())
                .isNull();
    }

    private void run() {
        long next = queue.step();
        while (next != Long.MAX_VALUE) {
            clock.parkUntil(next);
            next = queue.step();
        }
    }

    private void assertMissed(String bookingId, MissReason reason) {
        assertThat(results).containsEntry(bookingId, new FetchResult.Missed(reason));
    }
}

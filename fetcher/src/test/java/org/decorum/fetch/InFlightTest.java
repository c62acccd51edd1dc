package org.decorum.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.decorum.fetch.Samples.ORIGIN;
import static org.decorum.fetch.Samples.capped;
import static org.decorum.fetch.Samples.hold;
import static org.decorum.fetch.Samples.open;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.decorum.core.rate.Micros;
import org.decorum.schema.CrawlRelease;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests of one origin in flight: the cap of each release, and who waits for a place. */
class InFlightTest {

    private static final long T0 = 1_000_000_000_000L;
    private static final long SECOND = 1_000_000;
    private static final long WIDTH = 250_000;

    private final VirtualClock clock = new VirtualClock(T0);
    private final HoldTable holds = new HoldTable(3_600 * SECOND, clock);
    private final StartGate gate = new StartGate(holds, Samples.group(clock));
    private final FetchStats stats = new FetchStats();
    private final Map<String, FetchResult> results = new ConcurrentHashMap<>();
    private final Object concluded = new Object();
    private RecordingFetcher fetcher = new RecordingFetcher(clock, 0);
    private StartQueue queue = queue(fetcher, 1_000);
    private int changes;

    InFlightTest() {
        holds.completeAt(T0);
    }

    @Test
    void theFirstThatWaitsStartsAtTheInstantOfTheLanding() {
        queue.offer(capped(1, ORIGIN, T0, WIDTH, 0, 1));
        queue.offer(capped(2, ORIGIN, T0, WIDTH, 0, 1));
        queue.offer(capped(3, ORIGIN, T0, WIDTH, 0, 1));
        assertThat(queue.step()).as("nobody asks before the slot ends").isEqualTo(T0 + WIDTH + 1);
        clock.advance(70_123);
        int before = changes;
        answer("booking-1", 200);
        assertThat(changes).as("the thread that starts is woken").isGreaterThan(before);
        queue.step();

        assertThat(fetcher.started).containsExactly("booking-1", "booking-2");
        assertThat(fetcher.startedAtMicros).containsExactly(T0, T0 + 70_123);
    }

    @Test
    void placesGoInTheOrderOfTheSlotsAndNotOfReading() {
        queue.offer(capped(9, ORIGIN, T0, WIDTH, 0, 1));
        queue.step();
        queue.offer(capped(1, ORIGIN, T0 + 20, WIDTH, 0, 1));
        queue.offer(capped(2, ORIGIN, T0 + 10, WIDTH, 0, 1));
        clock.advance(30);
        queue.step();
        answer("booking-9", 200);
        queue.step();
        answer("booking-2", 200);
        queue.step();

        assertThat(fetcher.started).containsExactly("booking-9", "booking-2", "booking-1");
    }

    @Test
    void aReleaseThatFindsNoPlaceInItsSlotIsMissed() {
        queue.offer(capped(1, ORIGIN, T0, WIDTH, 0, 1));
        queue.offer(capped(2, ORIGIN, T0 + 1_000, WIDTH, 0, 1));
        run();

        assertMissed("booking-2", MissReason.FULL);
        assertThat(clock.nowMicros()).as("not before its slot has ended").isEqualTo(T0 + 1_000 + WIDTH + 1);
        assertThat(stats.queued()).isZero();
    }

    @Test
    void aFullOriginDelaysNoOther() {
        queue = queue(fetcher, 3);
        for (int i = 0; i < 50; i++) {
            queue.offer(capped(i, "full.example", T0, WIDTH, 0, 1));
        }
        queue.offer(capped(50, "other.example", T0, WIDTH, 0, 1));
        queue.offer(capped(51, "third.example", T0 + 5, WIDTH, 0, 1));
        queue.step();
        clock.advance(5);
        queue.step();

        assertThat(fetcher.started).containsExactly("booking-0", "booking-50", "booking-51");
        assertThat(fetcher.startedAtMicros).containsExactly(T0, T0, T0 + 5);
    }

    @Test
    void eachStartIsJudgedByItsOwnCapAndNoneOvertakesAnother() {
        for (int i = 1; i <= 3; i++) {
            queue.offer(capped(i, ORIGIN, T0, WIDTH, 0, 9));
        }
        queue.offer(capped(4, ORIGIN, T0 + 1, WIDTH, 0, 2));
        queue.offer(capped(5, ORIGIN, T0 + 2, WIDTH, 0, 9));
        queue.offer(capped(6, ORIGIN, T0 + 3, WIDTH, 0, 9));
        clock.advance(10);
        queue.step();
        assertThat(fetcher.started).as("4 waits, and nothing goes before it").hasSize(3);
        answer("booking-1", 200);
        queue.step();
        assertThat(fetcher.started).as("two are out, 4 would be the third").hasSize(3);
        answer("booking-2", 200);
        queue.step();

        assertThat(fetcher.started)
                .as("and all that fit behind it")
                .containsExactly("booking-1", "booking-2", "booking-3", "booking-4", "booking-5", "booking-6");
    }

    @Test
    void aFailureFreesThePlaceToo() {
        queue.offer(capped(1, ORIGIN, T0, WIDTH, 0, 1));
        queue.offer(capped(2, ORIGIN, T0, WIDTH, 0, 1));
        queue.step();
        fetcher.answer("booking-1", new FetchResult.Failed(FailReason.BROKEN, "reset", T0, T0));
        queue.step();

        assertThat(fetcher.started).containsExactly("booking-1", "booking-2");
    }

    @Test
    void aRequestForRobotsTxtTakesThePlaceThatAPageWould() {
        queue.offer(capped(1, ORIGIN, T0, WIDTH, 0, 1));
        queue.offer(capped(2, ORIGIN, T0, WIDTH, 0, 1));
        queue.step();
        assertThat(fetcher.started).containsExactly("booking-1");
        fetcher.answer("booking-1", new FetchResult.Robots(200, T0, 0L, null, null, "robots.txt was read"));
        queue.step();

        assertThat(fetcher.started).containsExactly("booking-1", "booking-2");
    }

    @Test
    void aFetchWithoutAnEndFreesItsPlaceOnceAndItsLateResultFreesNoOther() throws Exception {
        queue = new StartQueue(fetcher, gate, clock, stats, 1_000, 1, this::conclude);
        queue.offer(capped(1, ORIGIN, T0, WIDTH, 0, 1));
        queue.step();
        untilConcluded("booking-1");
        assertThat(results.get("booking-1"))
                .isEqualTo(new FetchResult.Failed(FailReason.TIMEOUT, "no result within 1 ms", T0, T0));

        queue = new StartQueue(fetcher, gate, clock, stats, 1_000, this::conclude);
        queue.offer(capped(3, ORIGIN, T0, WIDTH, 0, 1));
        queue.offer(capped(4, ORIGIN, T0, WIDTH, 0, 1));
        queue.step();
        assertThat(fetcher.started).containsExactly("booking-1", "booking-3");
        answer("booking-1", 200);
        fetcher.permits.get(0).landed(FetchResult.Fetched.of(200, T0, T0));
        queue.step();

        assertThat(fetcher.started).as("3 is still out").containsExactly("booking-1", "booking-3");
        assertThat(fetcher.permits.get(0).enter()).isInstanceOf(Permit.Stop.class);
    }

    @Test
    void thePlaceIsFreeBeforeThePageIsWorkedOn() {
        queue.offer(capped(1, ORIGIN, T0, WIDTH, 0, 1));
        queue.offer(capped(2, ORIGIN, T0, WIDTH, 0, 1));
        queue.offer(capped(3, ORIGIN, T0, WIDTH, 0, 1));
        queue.step();
        fetcher.permits.get(0).landed(FetchResult.Fetched.of(200, T0, T0));
        queue.step();
        assertThat(fetcher.started).containsExactly("booking-1", "booking-2");
        answer("booking-1", 200);
        queue.step();

        assertThat(fetcher.started).as("free once only").containsExactly("booking-1", "booking-2");
    }

    @Test
    void theLeastGapIsKeptBetweenStartsThatWaited() {
        for (int i = 0; i < 4; i++) {
            queue.offer(capped(i, ORIGIN, T0 + i * 10_000L, WIDTH, 10_000, 2));
        }
        run(T0 + 100_000);
        assertThat(fetcher.started).containsExactly("booking-0", "booking-1");
        fetcher.answerAll(200);
        run(T0 + 200_000);

        assertThat(fetcher.startedAtMicros).containsExactly(T0, T0 + 10_000, T0 + 100_000, T0 + 110_000);
    }

    @Test
    void aRevokedReleaseLeavesTheLine() {
        queue.offer(capped(1, ORIGIN, T0, WIDTH, 0, 1));
        queue.offer(capped(2, ORIGIN, T0, WIDTH, 0, 1));
        queue.offer(capped(3, ORIGIN, T0, WIDTH, 0, 1));
        queue.step();
        queue.removeIf(open -> open.offset == 2);
        answer("booking-1", 200);
        queue.step();

        assertThat(fetcher.started).containsExactly("booking-1", "booking-3");
    }

    @Test
    void whatWaitsIsHeldWhenAHoldComesMeanwhile() {
        queue.offer(capped(1, ORIGIN, T0, WIDTH, 0, 1));
        queue.offer(capped(2, ORIGIN, T0, WIDTH, 0, 1));
        queue.offer(capped(3, ORIGIN, T0, WIDTH, 0, 1));
        queue.step();
        holds.put(ORIGIN, hold(ORIGIN, 0, T0 + 60 * SECOND));
        answer("booking-1", 200);
        queue.step();

        assertMissed("booking-2", MissReason.HELD);
        assertMissed("booking-3", MissReason.HELD);
    }

    @Test
    void whatNamesNoCapNeitherWaitsNorCounts() {
        queue.offer(capped(1, ORIGIN, T0, WIDTH, 0, 1));
        queue.offer(capped(2, ORIGIN, T0 + 1, WIDTH, 0, 1));
        queue.offer(open(3, ORIGIN, T0 + 2, WIDTH, 0));
        queue.offer(open(4, ORIGIN, T0 + 3, WIDTH, 0));
        clock.advance(10);
        queue.step();
        assertThat(fetcher.started).containsExactly("booking-1", "booking-3", "booking-4");
        answer("booking-1", 200);
        queue.step();
        assertThat(fetcher.started).contains("booking-2");
    }

    @Test
    void aFullOriginGetsNoConnectionsAheadOfPlaces() {
        fetcher = new RecordingFetcher(clock, 100_000);
        queue = queue(fetcher, 1_000);
        queue.offer(capped(1, ORIGIN, T0 + 100_000, WIDTH, 0, 1));
        queue.offer(capped(2, ORIGIN, T0 + 150_000, WIDTH, 0, 1));
        run(T0 + 150_000);
        assertThat(fetcher.started).containsExactly("booking-1");
        assertThat(fetcher.permits.get(0).enter()).isInstanceOf(Permit.Go.class);
        clock.parkUntil(T0 + 160_000);
        answer("booking-1", 200);
        queue.step();

        assertThat(fetcher.started).containsExactly("booking-1", "booking-2");
        assertThat(fetcher.permits.get(1).enter()).isEqualTo(new Permit.Go(T0 + 160_000));
    }

    @Test
    void whatCouldNotConnectInItsSlotKeepsNoPlace() {
        fetcher = new RecordingFetcher(clock, 100_000);
        queue = queue(fetcher, 1_000);
        queue.offer(capped(1, ORIGIN, T0 + 100_000, 20_000, 0, 1));
        queue.offer(capped(2, ORIGIN, T0 + 110_000, WIDTH, 0, 1));
        run(T0 + 120_001);

        assertThat(fetcher.started).containsExactly("booking-1", "booking-2");
        assertThat(fetcher.permits.get(0).enter()).isInstanceOf(Permit.Stop.class);
        assertThat(fetcher.permits.get(1).enter()).isInstanceOf(Permit.Go.class);
    }

    @Test
    void whoIsOvertakenWhileConnectingWaitsForTheOtherToLand() {
        fetcher = new RecordingFetcher(clock, 100_000);
        queue = queue(fetcher, 1_000);
        queue.offer(capped(1, ORIGIN, T0 + 100_000, WIDTH, 0, 1));
        queue.offer(capped(2, ORIGIN, T0 + 110_000, WIDTH, 0, 2));
        run(T0 + 110_000);
        assertThat(fetcher.permits.get(1).enter()).isEqualTo(new Permit.Go(T0 + 110_000));
        clock.at(T0 + 140_000, () -> answer("booking-2", 200));

        assertThat(fetcher.permits.get(0).enter()).isEqualTo(new Permit.Go(T0 + 140_000));
    }

    @Test
    void whoIsOvertakenForGoodMissesItsSlot() {
        fetcher = new RecordingFetcher(clock, 100_000);
        queue = queue(fetcher, 1_000);
        queue.offer(capped(1, ORIGIN, T0 + 100_000, WIDTH, 0, 1));
        queue.offer(capped(2, ORIGIN, T0 + 110_000, WIDTH, 0, 2));
        run(T0 + 110_000);
        fetcher.permits.get(1).enter();

        assertThat(fetcher.permits.get(0).enter()).isEqualTo(new Permit.Stop(new FetchResult.Missed(MissReason.FULL)));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void noRandomHistoryBreaksACapASlotOrAGap(long seed) {
        Random random = new Random(seed);
        long prepareMicros = seed % 2 == 0 ? 0 : 30_000;
        Wire wire = new Wire(random, prepareMicros);
        queue = queue(wire, 40);
        int releases = 4_000;
        for (int i = 0; i < releases; i++) {
            long atMicros = clock.nowMicros() + random.nextInt(60_000);
            int cap = random.nextInt(12) == 0 ? 0 : 1 + random.nextInt(4);
            long gapMicros = random.nextInt(3) == 0 ? random.nextInt(2_000) : 0;
            OpenRelease open =
                    capped(i, "o" + random.nextInt(5), atMicros, 20_000 + random.nextInt(80_000), gapMicros, cap);
            wire.offered.put(open.release, open);
            queue.offer(open);
            wire.pass(random.nextInt(2_500));
        }
        while (results.size() < releases) {
            wire.pass(1_000);
        }

        assertThat(wire.broken).as("seed %d", seed).isEmpty();
        assertThat(stats.missed(MissReason.FULL)).as("seed %d: pressure", seed).isGreaterThan(200);
        assertThat(stats.fetched()).as("seed %d: starts", seed).isGreaterThan(500);
        assertThat(stats.inFlight()).isZero();
        assertThat(stats.queued()).isZero();
    }

    /** Sends when it may, with an odd delay for connecting, and judges what the origins see. */
    private final class Wire implements Fetcher {

        private final List<String> broken = new ArrayList<>();
        private final Map<CrawlRelease, OpenRelease> offered = new HashMap<>();
        private final Map<CrawlRelease, OpenRelease> connecting = new LinkedHashMap<>();
        private final Map<CrawlRelease, CompletableFuture<FetchResult>> open = new LinkedHashMap<>();
        private final Map<CrawlRelease, Long> sentAtMicros = new LinkedHashMap<>();
        private final Map<String, Long> nextStartMicros = new HashMap<>();
        private final Random random;
        private final long prepareMicros;

        Wire(Random random, long prepareMicros) {
            this.random = random;
            this.prepareMicros = prepareMicros;
        }

        @Override
        public long prepareMicros() {
            return prepareMicros;
        }

        @Override
        public CompletionStage<FetchResult> fetch(CrawlRelease release, Permit permit) {
            CompletableFuture<FetchResult> result = new CompletableFuture<>();
            open.put(release, result);
            if (prepareMicros == 0) {
                sent(release);
            } else {
                connecting.put(release, Objects.requireNonNull(offered.get(release)));
            }
            return result;
        }

        /** Lets time pass; some connections get ready, and some answers come, meanwhile. */
        void pass(long micros) {
            long untilMicros = clock.nowMicros() + micros;
            while (clock.nowMicros() < untilMicros) {
                clock.parkUntil(Math.min(untilMicros, clock.nowMicros() + 500));
                queue.step();
                enterSome();
                landSome();
                queue.step();
            }
        }

        private void enterSome() {
            for (CrawlRelease release : List.copyOf(connecting.keySet())) {
                long leadMicros = clock.nowMicros() - micros(release);
                if (leadMicros >= 0 && random.nextInt(4) == 0) {
                    StartGate.Admission admission =
                            gate.admit(Objects.requireNonNull(connecting.get(release)), clock.nowMicros());
                    if (admission instanceof StartGate.Go) {
                        connecting.remove(release);
                        sent(release);
                    } else if (admission instanceof StartGate.Miss miss) {
                        connecting.remove(release);
                        complete(release, new FetchResult.Missed(miss.reason()));
                    }
                }
            }
        }

        private void landSome() {
            for (CrawlRelease release : List.copyOf(sentAtMicros.keySet())) {
                if (random.nextInt(40) == 0) {
                    sentAtMicros.remove(release);
                    complete(release, FetchResult.Fetched.of(200, clock.nowMicros(), clock.nowMicros()));
                }
            }
        }

        private void complete(CrawlRelease release, FetchResult result) {
            Objects.requireNonNull(open.remove(release)).complete(result);
        }

        private void sent(CrawlRelease release) {
            long nowMicros = clock.nowMicros();
            String origin = release.getOriginKey();
            sentAtMicros.put(release, nowMicros);
            long inFlight = sentAtMicros.keySet().stream()
                    .filter(other -> other.getOriginKey().equals(origin) && other.getInFlightMax() > 0)
                    .count();
            if (release.getInFlightMax() > 0 && inFlight > release.getInFlightMax()) {
                broken.add(release.getBookingId() + ": " + inFlight + "/" + release.getInFlightMax());
            }
            if (nowMicros < micros(release) || nowMicros < nextStartMicros.getOrDefault(origin, 0L)) {
                broken.add(release.getBookingId() + " too early");
            }
            nextStartMicros.put(origin, nowMicros + release.getMinGapMicros());
        }

        private long micros(CrawlRelease release) {
            return Micros.of(release.getReleaseAt());
        }
    }

    private StartQueue queue(Fetcher who, int inFlightMax) {
        StartQueue made = new StartQueue(who, gate, clock, stats, inFlightMax, this::conclude);
        made.onChange(() -> changes++);
        return made;
    }

    private void conclude(OpenRelease open, FetchResult result) {
        assertThat(results.put(open.release.getBookingId(), result))
                .as("result of %s before", open.release.getBookingId())
                .isNull();
        synchronized (concluded) {
            concluded.notifyAll();
        }
    }

    private void answer(String bookingId, int status) {
        fetcher.answer(bookingId, FetchResult.Fetched.of(status, clock.nowMicros(), clock.nowMicros()));
    }

    private void run() {
        run(Long.MAX_VALUE);
    }

    private void run(long untilMicros) {
        long next = queue.step();
        while (next <= untilMicros && next != Long.MAX_VALUE) {
            clock.parkUntil(next);
            next = queue.step();
        }
        if (untilMicros != Long.MAX_VALUE) {
            clock.parkUntil(untilMicros);
            queue.step();
        }
    }

    private void untilConcluded(String bookingId) throws InterruptedException {
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        synchronized (concluded) {
            while (!results.containsKey(bookingId)) {
                long leftMillis = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
                assertThat(leftMillis).as("time left for %s", bookingId).isPositive();
                concluded.wait(leftMillis);
            }
        }
    }

    private void assertMissed(String bookingId, MissReason reason) {
        assertThat(results).containsEntry(bookingId, new FetchResult.Missed(reason));
    }
}

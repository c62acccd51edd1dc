package org.decorum.stage.sim;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Function;
import org.decorum.core.rate.Micros;
import org.decorum.schema.CrawlRelease;
import org.decorum.schema.FetchFeedback;
import org.decorum.schema.FetchOutcome;
import org.decorum.schema.OriginHold;

/**
 * Starts what it reads inside its slot and reports, if nothing goes wrong. One in two does all that the fetch library
 * does: it keeps the least gap and the cap on requests in flight, says what caches said, and stops by itself when an origin
 * complains.
 */
final class SimFetcher {

    private static final long NETWORK_MICROS_MAX = 5_000;
    private static final long SCHEDULING_MICROS_MAX = 1_000;
    private static final long FEEDBACK_MICROS_MAX = 30_000;
    private static final long REPEAT_MICROS_MAX = 240_000_000;
    private static final long SELF_HOLD_MICROS = 1_000_000;

    private final Agenda agenda;
    private final SplittableRandom random;
    private final boolean hasty;
    private final boolean careful;
    private final Function<String, SimOrigin> origins;
    private final Consumer<FetchFeedback> feedback;
    private final Ledger ledger;
    private final Map<String, Long> nextStartMicros = new HashMap<>();
    private final Map<String, Integer> inFlight = new HashMap<>();
    private final Map<String, Deque<Booking>> waitingForPlaces = new HashMap<>();
    private final Map<String, SelfHold> selfHolds = new HashMap<>();
    private final Map<String, OriginHold> holds = new HashMap<>();
    private Faults faults;
    private int life;

    /** An origin complained: nothing of this epoch or an older one goes there for a while. */
    private record SelfHold(long epoch, long untilMicros) {}

    SimFetcher(
            Agenda agenda,
            SplittableRandom random,
            SimSettings settings,
            Function<String, SimOrigin> origins,
            Consumer<FetchFeedback> feedback,
            Ledger ledger) {
        this.agenda = agenda;
        this.random = random;
        this.hasty = settings.sabotage() == Sabotage.HASTY_FETCHERS;
        this.careful = !hasty && random.nextBoolean();
        this.faults = settings.faults();
        this.origins = origins;
        this.feedback = feedback;
        this.ledger = ledger;
    }

    /** From now on nothing goes wrong here. */
    void behave() {
        faults = Faults.NONE;
    }

    /** All that was read and has not started, and all feedback that is not out yet, is lost. */
    void crash() {
        life++;
        nextStartMicros.clear();
        inFlight.clear();
        waitingForPlaces.clear();
        selfHolds.clear();
    }

    void read(Hold hold) {
        OriginHold known = hold.hold();
        if (known == null) {
            holds.remove(hold.originKey());
        } else {
            holds.put(hold.originKey(), known);
        }
    }

    void read(Booking booking) {
        if (agenda.nowMicros() > booking.expiresAtMicros()) {
            missed(booking);
            return;
        }
        if (random.nextDouble() < faults.missed()) {
            notSent(booking);
            return;
        }
        long late = random.nextLong(SCHEDULING_MICROS_MAX);
        long earliest = hasty ? agenda.nowMicros() : Math.max(agenda.nowMicros(), booking.releaseAtMicros());
        inThisLife(earliest + late, () -> start(booking));
    }

    private void start(Booking booking) {
        long now = agenda.nowMicros();
        CrawlRelease release = booking.release();
        long earliest = careful ? nextStartMicros.getOrDefault(release.getOriginKey(), now) : now;
        if (Math.max(now, earliest) > booking.expiresAtMicros() || isHeld(booking, Math.max(now, earliest))) {
            missed(booking);
        } else if (earliest > now) {
            inThisLife(earliest, () -> start(booking));
        } else if (careful && isFull(release)) {
            awaitPlace(booking);
        } else {
            countInFlight(release, 1);
            nextStartMicros.put(release.getOriginKey(), now + release.getMinGapMicros());
            agenda.in(random.nextLong(NETWORK_MICROS_MAX), () -> arrive(booking, now));
            maybeForge(booking);
        }
    }

    /** Until a request of the origin has ended, at most to the end of the slot. */
    private void awaitPlace(Booking booking) {
        Deque<Booking> waiting =
                waitingForPlaces.computeIfAbsent(booking.release().getOriginKey(), origin -> new ArrayDeque<>());
        waiting.add(booking);
        inThisLife(booking.expiresAtMicros() + 1, () -> {
            if (waiting.remove(booking)) {
                missed(booking);
            }
        });
    }

    /** A release that names no cap goes to a cache: it neither waits nor counts. */
    private boolean isFull(CrawlRelease release) {
        int cap = release.getInFlightMax();
        return cap > 0 && inFlight.getOrDefault(release.getOriginKey(), 0) >= cap;
    }

    private void countInFlight(CrawlRelease release, int change) {
        if (release.getInFlightMax() > 0) {
            inFlight.merge(release.getOriginKey(), change, Integer::sum);
        }
    }

    private void landed(Booking booking) {
        String originKey = booking.release().getOriginKey();
        countInFlight(booking.release(), -1);
        Deque<Booking> waiting = waitingForPlaces.get(originKey);
        if (waiting != null && !waiting.isEmpty()) {
            start(waiting.remove());
        }
    }

    private boolean isHeld(Booking booking, long startMicros) {
        SelfHold self = careful ? selfHolds.get(booking.release().getOriginKey()) : null;
        if (self != null && booking.release().getEpoch() <= self.epoch() && startMicros < self.untilMicros()) {
            return true;
        }
        OriginHold hold = holds.get(booking.release().getOriginKey());
        return hold != null
                && (booking.release().getEpoch() < hold.getEpoch() || Micros.of(hold.getHoldUntil()) > startMicros);
    }

    private void arrive(Booking booking, long startedMicros) {
        SimOrigin.Answer answer =
                origins.apply(booking.release().getOriginKey()).hit(booking, agenda.nowMicros());
        Integer status = random.nextDouble() < faults.failed() ? null : answer.status();
        FetchFeedback.Builder report = about(booking, status == null ? FetchOutcome.FAILED : FetchOutcome.FETCHED);
        long endMicros = agenda.nowMicros() + answer.afterMicros();
        if (careful) {
            report.setStartedAt(Micros.toInstant(startedMicros)).setFinishedAt(Micros.toInstant(endMicros));
            ledger.ended(booking, endMicros);
        }
        if (status != null) {
            report.setStatus(status).setRetryAfter(answer.retryAfter());
        }
        if (careful && status != null && answer.cache() != null) {
            report.setHeaders(Map.of("x-cache", answer.cache()));
            if (answer.cache().equals("HIT")) {
                ledger.hit(booking);
            }
        }
        inThisLife(endMicros, () -> {
            if (status != null && (status == 429 || status == 503)) {
                long untilMicros = agenda.nowMicros() + SELF_HOLD_MICROS;
                selfHolds.put(
                        booking.release().getOriginKey(),
                        new SelfHold(booking.release().getEpoch(), untilMicros));
            }
            report(report.build());
            landed(booking);
        });
    }

    private void missed(Booking booking) {
        report(about(booking, FetchOutcome.MISSED_SLOT).build());
    }

    /** The slot is missed, or goes to robots.txt, which may not be there, or not allow it. */
    private void notSent(Booking booking) {
        switch (random.nextInt(8)) {
            case 0 -> report(about(booking, FetchOutcome.DISALLOWED).build());
            case 1 -> report(about(booking, FetchOutcome.ROBOTS).build());
            case 2 ->
                report(about(booking, FetchOutcome.ROBOTS)
                        .setStatus(500)
                        .setRetryAfter("3")
                        .build());
            default -> missed(booking);
        }
    }

    private static FetchFeedback.Builder about(Booking booking, FetchOutcome outcome) {
        return FetchFeedback.newBuilder()
                .setOutcome(outcome)
                .setOriginKey(booking.release().getOriginKey())
                .setSiteKey(booking.release().getSiteKey())
                .setBookingId(booking.release().getBookingId());
    }

    private void report(FetchFeedback report) {
        if (random.nextDouble() >= faults.lost()) {
            agenda.in(random.nextLong(FEEDBACK_MICROS_MAX), () -> feedback.accept(report));
        }
        if (random.nextDouble() < faults.repeated()) {
            agenda.in(random.nextLong(REPEAT_MICROS_MAX), () -> feedback.accept(report));
        }
    }

    /** Somebody guesses: a number near a real one, under a release time that is none. */
    private void maybeForge(Booking booking) {
        if (random.nextDouble() >= faults.forged()) {
            return;
        }
        String real = booking.release().getBookingId();
        String number = real.substring(real.lastIndexOf('-'));
        String guess = random.nextBoolean() ? "nonsense" : Long.toString(random.nextLong(1L << 50), 36) + number;
        FetchFeedback forged = FetchFeedback.newBuilder()
                .setOutcome(random.nextBoolean() ? FetchOutcome.FETCHED : FetchOutcome.FAILED)
                .setOriginKey(booking.release().getOriginKey())
                .setBookingId(guess)
                .build();
        agenda.in(random.nextLong(FEEDBACK_MICROS_MAX), () -> feedback.accept(forged));
    }

    private void inThisLife(long atMicros, Runnable action) {
        int now = life;
        agenda.at(atMicros, () -> {
            if (life == now) {
                action.run();
            }
        });
    }
}

package org.decorum.stage.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.decorum.core.machine.OriginMachine;
import org.decorum.core.machine.Timing;
import org.decorum.core.policy.Policy;
import org.decorum.core.rate.Limit;
import org.decorum.core.rate.Micros;
import org.decorum.schema.FetchFeedback;
import org.decorum.schema.FetchOutcome;
import org.decorum.schema.KeyedRequest;
import org.decorum.schema.MissReason;
import org.decorum.schema.OriginPolicy;
import org.decorum.stage.policy.PolicyBook;
import org.decorum.stage.processor.Fleet;
import org.decorum.stage.processor.OriginTask;
import org.decorum.stage.processor.TaskTally;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A task whose fetchers cannot keep up: 300 origins with five requests each, and places for 32 at first. */
class CrowdedTaskTest {

    private static final long START = 1_767_225_600_000_000L;
    private static final long MILLI = 1_000;
    private static final int ORIGINS = 300;
    private static final Timing TIMING = Timing.ofLead(250 * MILLI);

    private ShardState state = new ShardState();
    private final Outbox outbox =
            new Outbox(release -> new Booking(release, Limit.every(1), Limit.every(1), 0, 1, 1), forgotten -> {});
    private final TaskTally tally = new TaskTally();
    private final PolicyBook policies = new PolicyBook(Policy.POLITE);
    private String movedTo = "o299";
    private Fleet fleet = Fleet.of(TIMING);
    private OriginTask task = task(tally);
    private long now = START;
    private int offset;

    @BeforeEach
    void publish() {
        for (int origin = 0; origin < ORIGINS; origin++) {
            for (int count = 0; count < 5; count++) {
                task.request(request("o" + origin), offset++, now);
            }
            now += MILLI / 10;
        }
        tick();
    }

    @Test
    void asManyAreOutAsTheWindowLetsAndTheOthersWait() {
        assertThat(releases()).hasSize(32);
        assertThat(task.waitsForFetchers()).isTrue();
        assertThat(fleet.window()).isEqualTo(32);
        assertThat(tally.isCrowded()).isTrue();
        assertThat(task.firstDueMicros()).isLessThanOrEqualTo(now);
    }

    @Test
    void placesGoToThoseThatAreDueLongest() {
        List<Booking> out = releases();
        task.request(request("late"), offset++, now);
        assertThat(releases()).isEmpty();
        out.subList(0, 20).forEach(this::fetched);
        assertThat(releases()).isEmpty();
        tick();
        assertThat(releases().stream().map(booking -> booking.release().getOriginKey()))
                .hasSize(40)
                .startsWith("o32")
                .endsWith("o71")
                .doesNotContain("late");
    }

    @Test
    void anOriginThatWaitedGetsAWiderSlotAndPaysForIt() {
        List<Booking> out = releases();
        now += 10_000 * MILLI;
        fetched(out.get(0));
        tick();
        Booking waited = releases().get(0);
        assertThat(waited.slotMicros()).isEqualTo(1_250 * MILLI);
        assertThat(Objects.requireNonNull(state.origins.get("o32")).tatMicros())
                .isEqualTo(waited.releaseAtMicros() + 5_000 * MILLI + 1_000 * MILLI);
    }

    @Test
    void slotsBecomeWiderWhereFetchersThatAreBusyMissThemAndOriginsPayForIt() {
        releases().forEach(booking -> missed(booking, MissReason.BUSY));
        tick();
        Booking next = releases().get(0);
        long wider = next.slotMicros() - 250 * MILLI;
        assertThat(wider).isBetween(50 * MILLI, 750 * MILLI);
        String origin = next.release().getOriginKey();
        assertThat(Objects.requireNonNull(state.origins.get(origin)).tatMicros())
                .isEqualTo(next.releaseAtMicros() + 5_000 * MILLI + wider);
    }

    @Test
    void aMissThatTheFetchersAreNotToBlameForTakesNoPlaceAway() {
        releases().forEach(booking -> missed(booking, MissReason.HELD));
        assertThat(fleet.window()).isEqualTo(32);
    }

    @Test
    void aFetcherThatDoesNotSayWhenItStartedOpensTheWindowAsWell() {
        for (Booking booking : releases()) {
            task.feedback(feedback(booking, FetchOutcome.FETCHED), now);
        }
        assertThat(fleet.window()).isEqualTo(64);
    }

    @Test
    void fewerAreOutAfterTheFetchersWereBehind() {
        releases().forEach(booking -> missed(booking, MissReason.BUSY));
        assertThat(fleet.window()).isBetween(10L, 20L);
    }

    @Test
    void leasesRunOutThoughTheWindowIsFull() {
        releases();
        long before = tally.inFlight();
        now += 200_000 * MILLI;
        task.tick(now, () -> true);
        assertThat(tally.inFlight()).isLessThan(before);
    }

    @Test
    void whatNobodySpeaksOfTakesNoPlaceForLong() {
        List<Booking> out = releases();
        fetched(out.get(0));
        tick();
        assertThat(releases()).hasSize(2);
        now += 8_000 * MILLI;
        fetched(out.get(1));
        now += 8_000 * MILLI;
        tick();
        assertThat(releases().stream().map(booking -> booking.release().getOriginKey()))
                .hasSizeGreaterThanOrEqualTo(30)
                .contains("o36", "o60");
    }

    @Test
    void afterASilenceFewAreRiskedAtATimeUntilSomebodySpeaks() {
        releases();
        now += 16_000 * MILLI;
        tick();
        List<Booking> few = releases();
        assertThat(few).hasSize(16);
        few.forEach(this::fetched);
        now += 300 * MILLI;
        tick();
        releases().forEach(this::fetched);
        tick();
        assertThat(releases()).hasSizeBetween(40, 64);
    }

    @Test
    void aPolicyTakesRequestsAwayThoughTheWindowIsFull() {
        long before = tally.backlog();
        policies.set("o299", OriginPolicy.newBuilder().setBlocked(true).build());
        task.recheck("o299", now);
        tick();
        assertThat(tally.backlog()).isEqualTo(before - 5);
    }

    @Test
    void allThatAnAliasMovesGoesThoughTheWindowIsFull() {
        for (int count = 0; count < 1_000; count++) {
            task.request(request("o299"), offset++, now);
        }
        long before = tally.backlog();
        movedTo = "o0";
        task.realias("o299");
        for (int ticks = 0; ticks < 10; ticks++) {
            tick();
        }
        assertThat(tally.backlog()).isEqualTo(before - 1_005);
    }

    @Test
    void anOriginThatHasAllThePlacesGetsNoneBeforeTheOthers() {
        releases();
        state = new ShardState();
        fleet = Fleet.of(TIMING);
        task = task(new TaskTally());
        policies.set(
                "hot",
                OriginPolicy.newBuilder()
                        .setIntervalMicros(100L)
                        .setMaxInFlight(10_000)
                        .build());
        for (int count = 0; count < 2_000; count++) {
            task.request(request("hot"), offset++, now);
        }
        tick();
        List<Booking> hot = releases();
        assertThat(hot).hasSize(32);
        for (int origin = 0; origin < ORIGINS; origin++) {
            task.request(request("o" + origin), offset++, now);
        }
        hot.subList(0, 20).forEach(this::fetched);
        for (int ticks = 0; ticks < 20; ticks++) {
            tick();
        }
        assertThat(releases().stream().map(booking -> booking.release().getOriginKey()))
                .hasSizeGreaterThan(30)
                .filteredOn("hot"::equals)
                .hasSizeLessThan(5);
    }

    @Test
    void anotherOwnerTakesThePlacesOver() {
        releases();
        OriginTask other = task(new TaskTally());
        task.close(now);
        assertThat(fleet.window()).isEqualTo(2);
        other.close(now);
        assertThat(fleet.window()).as("with no task left").isEqualTo(32);
        fleet = Fleet.of(TIMING);
        task = task(new TaskTally());
        task.restore(0);
        tick();
        assertThat(fleet.window()).isEqualTo(64);
        assertThat(releases()).hasSize(32);
    }

    @Test
    void aPlaceGoesToTheTaskWhoseOriginIsDueLonger() {
        List<Booking> out = releases();
        OriginTask first = task;
        state = new ShardState();
        OriginTask second = task(new TaskTally());
        now += 1_000 * MILLI;
        second.request(request("later"), offset++, now);
        assertThat(releases()).isEmpty();
        first.tick(now, () -> true);
        out.subList(0, 5).forEach(this::fetched);

        second.tick(now, () -> true);
        assertThat(releases()).isEmpty();
        first.tick(now, () -> true);
        assertThat(releases()).hasSize(10);
    }

    @Test
    void aTaskThatLooksAtItsOriginsNoMoreKeepsNoPlaceFromTheOthers() {
        List<Booking> out = releases();
        state = new ShardState();
        OriginTask second = task(new TaskTally());
        second.request(request("later"), offset++, now);
        out.subList(0, 5).forEach(this::fetched);
        now += 200 * MILLI;
        second.tick(now, () -> true);
        assertThat(releases()).hasSize(1);
    }

    private void tick() {
        now += 5 * MILLI;
        task.tick(now, () -> true);
    }

    private void fetched(Booking booking) {
        FetchFeedback feedback = feedback(booking, FetchOutcome.FETCHED);
        feedback.setStatus(200);
        feedback.setStartedAt(booking.release().getReleaseAt());
        feedback.setFinishedAt(booking.release().getReleaseAt());
        task.feedback(feedback, now);
    }

    private void missed(Booking booking, MissReason reason) {
        FetchFeedback feedback = feedback(booking, FetchOutcome.MISSED_SLOT);
        feedback.setMissReason(reason);
        task.feedback(feedback, now);
    }

    private static FetchFeedback feedback(Booking booking, FetchOutcome outcome) {
        return FetchFeedback.newBuilder()
                .setOutcome(outcome)
                .setOriginKey(booking.release().getOriginKey())
                .setBookingId(booking.release().getBookingId())
                .build();
    }

    private List<Booking> releases() {
        List<Booking> all = new ArrayList<>();
        for (Object output : outbox.takeAll()) {
            if (output instanceof Booking booking) {
                all.add(booking);
            }
        }
        return all;
    }

    private OriginTask task(TaskTally gauges) {
        return new OriginTask(
                new OriginMachine(TIMING),
                policies,
                siteKey -> siteKey.equals("o299") ? movedTo : siteKey,
                state.stores(),
                outbox,
                new NoMeters(),
                gauges,
                fleet);
    }

    private static KeyedRequest request(String origin) {
        return KeyedRequest.newBuilder()
                .setRequestId("request")
                .setUrl("http://" + origin + "/")
                .setOriginKey(origin)
                .setSiteKey(origin)
                .setPriority(5)
                .setCost(1)
                .setReceivedAt(Micros.toInstant(START))
                .setMetadata(Map.of())
                .build();
    }
}

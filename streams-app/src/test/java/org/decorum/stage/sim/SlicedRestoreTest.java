package org.decorum.stage.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.decorum.core.machine.OriginMachine;
import org.decorum.core.machine.Timing;
import org.decorum.core.origin.Aliases;
import org.decorum.core.policy.Policy;
import org.decorum.core.rate.Limit;
import org.decorum.core.rate.Micros;
import org.decorum.schema.FetchFeedback;
import org.decorum.schema.FetchOutcome;
import org.decorum.schema.KeyedRequest;
import org.decorum.schema.OriginPolicy;
import org.decorum.stage.policy.PolicyBook;
import org.decorum.stage.processor.Fleet;
import org.decorum.stage.processor.OriginTask;
import org.decorum.stage.processor.TaskTally;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A task takes over 20,000 origins, each with one release that is out and one URL that waits for the next slot. */
class SlicedRestoreTest {

    private static final long START = 1_767_225_600_000_000L;
    private static final long MILLI = 1_000;
    private static final int ORIGINS = 20_000;
    private static final int TICK_MAX = 4_000;
    private static final int ROW_MAX = 1_000;
    private static final Timing TIMING = Timing.ofLead(250 * MILLI);

    private final ShardState state = new ShardState();
    private final Outbox outbox =
            new Outbox(release -> new Booking(release, Limit.every(1), Limit.every(1), 0, 1, 1), forgotten -> {});
    private final TaskTally tally = new TaskTally();
    private final PolicyBook policies = new PolicyBook(Policy.POLITE);
    private final Fleet fleet = Fleet.of(TIMING);
    private List<Booking> out = List.of();
    private OriginTask task = task(new TaskTally(), Fleet.unlimited());
    private long now = START;
    private int offset;

    @BeforeEach
    void leaveOrigins() {
        for (int origin = 0; origin < ORIGINS; origin++) {
            request("o" + origin);
            request("o" + origin);
        }
        out = releases();
        assertThat(out).hasSize(ORIGINS);
        task = task(tally, fleet);
        task.restore(0);
    }

    @Test
    void noTickMeetsMoreThanItsShare() {
        int ticks = 0;
        for (long before = 0; task.isRestoring(); before = tally.origins(), ticks++) {
            tick(() -> true);
            assertThat(tally.origins() - before).isLessThanOrEqualTo(TICK_MAX);
        }
        assertThat(ticks).as("one round, since all were at work").isEqualTo(ORIGINS / TICK_MAX);
        expectAllIsCounted();
        assertThat(fleet.window()).isEqualTo(32 + ORIGINS);
    }

    @Test
    void aTickThatHasNoTimeLeftMeetsNoMore() {
        tick(() -> false);
        assertThat(tally.origins()).isZero();
        int[] looks = {2};
        tick(() -> looks[0]-- > 0);
        assertThat(tally.origins()).isBetween(1L, 2L * ROW_MAX);
    }

    @Test
    void anOriginThatIsTouchedBeforeItsTurnIsMetOnce() {
        request("o0");
        request("o5555");
        request("o9999");
        assertThat(tally.origins()).isEqualTo(3);
        assertThat(fleet.window()).isEqualTo(32 + 3);
        tick(() -> true);
        assertThat(task.isRestoring()).isTrue();
        request("o1");
        request("o0");
        request("o9998");
        restoreAll();
        expectAllIsCounted();
        assertThat(fleet.window()).isEqualTo(32 + ORIGINS);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void allIsCountedOnceWhateverHappensMeanwhile(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Booking> unheard = new ArrayList<>(out);
        while (task.isRestoring()) {
            int[] looks = {random.nextInt(8)};
            tick(() -> looks[0]-- > 0);
            for (int some = random.nextInt(20); some > 0; some--) {
                request("o" + random.nextInt(ORIGINS));
                request("new-" + random.nextInt(ORIGINS));
                request("zz-" + random.nextInt(ORIGINS));
                feedback(unheard.remove(random.nextInt(unheard.size())));
            }
            task.sweep(now);
        }
        expectAllIsCounted();
    }

    @Test
    void thoseThatWereAtWorkLatelyAreMetFirst() {
        task = task(new TaskTally(), Fleet.unlimited());
        policies.set(
                "*.paused.example", OriginPolicy.newBuilder().setPaused(true).build());
        for (int origin = 0; origin < ORIGINS; origin++) {
            request("n" + origin + ".paused.example");
        }
        task = task(tally, fleet);
        task.restore(0);
        for (int ticks = 0; ticks < 2 * ORIGINS / TICK_MAX; ticks++) {
            tick(() -> true);
        }
        assertThat(tally.origins()).isEqualTo(ORIGINS);
        assertThat(tally.inFlight()).isEqualTo(ORIGINS);
        restoreAll();
        assertThat(tally.origins()).isEqualTo(2 * ORIGINS);
        expectAllIsCounted();
    }

    @Test
    void whatIsDueGoesOnceAsSoonAsItIsMet() {
        now += 5_000 * MILLI;
        task = task(tally, Fleet.unlimited());
        task.restore(0);
        Set<String> released = new HashSet<>();
        while (task.isRestoring()) {
            tick(() -> true);
            List<Booking> some = releases();
            some.forEach(booking ->
                    assertThat(released.add(booking.release().getOriginKey())).isTrue());
            assertThat(released).hasSize((int) tally.origins());
        }
        assertThat(released).hasSize(ORIGINS);
    }

    private void expectAllIsCounted() {
        assertThat(tally.origins()).isEqualTo(state.origins.size());
        assertThat(tally.backlog() + tally.inFlight()).isEqualTo(state.backlog.size());
    }

    private void restoreAll() {
        while (task.isRestoring()) {
            tick(() -> true);
        }
    }

    private void tick(BooleanSupplier hasTime) {
        now += MILLI;
        task.tick(now, hasTime);
    }

    private void request(String origin) {
        KeyedRequest request = KeyedRequest.newBuilder()
                .setRequestId("request")
                .setUrl("http://" + origin + "/")
                .setOriginKey(origin)
                .setSiteKey(origin)
                .setPriority(5)
                .setCost(1)
                .setReceivedAt(Micros.toInstant(START))
                .setMetadata(Map.of())
                .build();
        task.request(request, offset++, now);
    }

    private void feedback(Booking booking) {
        task.feedback(
                FetchFeedback.newBuilder()
                        .setOutcome(FetchOutcome.FETCHED)
                        .setOriginKey(booking.release().getOriginKey())
                        .setBookingId(booking.release().getBookingId())
                        .build(),
                now);
    }

    private List<Booking> releases() {
        return outbox.takeAll().stream()
                .flatMap(output -> output instanceof Booking booking ? Stream.of(booking) : Stream.of())
                .toList();
    }

    private OriginTask task(TaskTally gauges, Fleet places) {
        return new OriginTask(
                new OriginMachine(TIMING),
                policies,
                Aliases.NONE,
                state.stores(),
                outbox,
                new NoMeters(),
                gauges,
                places);
    }
}

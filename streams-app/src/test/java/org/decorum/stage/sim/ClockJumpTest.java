package org.decorum.stage.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.decorum.core.machine.OriginMachine;
import org.decorum.core.machine.Timing;
import org.decorum.core.origin.Aliases;
import org.decorum.core.policy.Policy;
import org.decorum.core.rate.Limit;
import org.decorum.core.rate.Micros;
import org.decorum.schema.AlertKind;
import org.decorum.schema.CrawlAlert;
import org.decorum.schema.FetchFeedback;
import org.decorum.schema.FetchOutcome;
import org.decorum.schema.KeyedRequest;
import org.decorum.schema.OriginHold;
import org.decorum.stage.policy.PolicyBook;
import org.decorum.stage.processor.Fleet;
import org.decorum.stage.processor.OriginTask;
import org.decorum.stage.processor.TaskTally;
import org.junit.jupiter.api.Test;

/** A task whose machine's clock was 30 years ahead for a while: it goes on, says so, and tells the fetchers. */
class ClockJumpTest {

    private static final long START = 1_767_225_600_000_000L;
    private static final long LATER = START + 30L * 365 * 24 * 3600 * 1_000_000;
    private static final long SECOND = 1_000_000;
    private static final String ORIGIN = "example.org";

    private final ShardState state = new ShardState();
    private final Outbox outbox =
            new Outbox(release -> new Booking(release, Limit.every(1), Limit.every(1), 0, 1, 1), forgotten -> {});
    private OriginTask task = task();

    @Test
    void theSameTaskSeesTheClockSetRightAtItsNextTick() {
        decideByTheWrongClock();
        task.tick(START + SECOND, () -> true);
        expectThatItGoesOn();
    }

    @Test
    void anotherTaskSeesItAtItsFirstTick() {
        decideByTheWrongClock();
        task = task();
        task.restore(0);
        task.tick(START + SECOND, () -> true);
        expectThatItGoesOn();
    }

    private void decideByTheWrongClock() {
        task.request(request(1), 1, START);
        task.request(request(2), 2, START);
        task.request(request(3), 3, START);
        Booking first = releases(outbox.takeAll()).get(0);
        task.feedback(
                FetchFeedback.newBuilder()
                        .setOutcome(FetchOutcome.FETCHED)
                        .setOriginKey(ORIGIN)
                        .setBookingId(first.release().getBookingId())
                        .build(),
                START);
        task.tick(LATER, () -> true);
        assertThat(releases(outbox.takeAll())).hasSize(1);
        assertThat(task.firstDueMicros()).isGreaterThan(LATER);
    }

    private void expectThatItGoesOn() {
        List<Object> told = outbox.takeAll();
        assertThat(told)
                .filteredOn(CrawlAlert.class::isInstance)
                .singleElement()
                .satisfies(output -> {
                    CrawlAlert alert = (CrawlAlert) output;
                    assertThat(alert.getKind()).isEqualTo(AlertKind.CLOCK_JUMP);
                    assertThat(alert.getDetail()).isEqualTo("a clock was 946079999 s ahead of this one");
                });
        assertThat(told).filteredOn(Hold.class::isInstance).singleElement().satisfies(output -> {
            Hold hold = (Hold) output;
            OriginHold published = Objects.requireNonNull(hold.hold());
            assertThat(published.getEpoch()).isEqualTo(1);
            assertThat(Micros.of(published.getHoldUntil())).isEqualTo(START + SECOND);
        });
        assertThat(task.firstDueMicros()).isBetween(START + 5 * SECOND, START + 7 * SECOND);
        task.tick(task.firstDueMicros(), () -> true);
        assertThat(releases(outbox.takeAll()))
                .singleElement()
                .satisfies(booking ->
                        assertThat(booking.releaseAtMicros()).isBetween(START + 6 * SECOND, START + 7 * SECOND));
    }

    private OriginTask task() {
        return new OriginTask(
                new OriginMachine(Timing.ofLead(250_000)),
                new PolicyBook(Policy.POLITE),
                Aliases.NONE,
                state.stores(),
                outbox,
                new NoMeters(),
                new TaskTally(),
                Fleet.unlimited());
    }

    private static List<Booking> releases(List<Object> outputs) {
        return outputs.stream()
                .filter(Booking.class::isInstance)
                .map(Booking.class::cast)
                .toList();
    }

    private static KeyedRequest request(int number) {
        return KeyedRequest.newBuilder()
                .setRequestId("request-" + number)
                .setUrl("http://" + ORIGIN + "/" + number)
                .setOriginKey(ORIGIN)
                .setSiteKey(ORIGIN)
                .setPriority(5)
                .setCost(1)
                .setReceivedAt(Micros.toInstant(START))
                .setMetadata(Map.of())
                .build();
    }
}

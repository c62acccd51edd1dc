package org.decorum.stage.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.decorum.core.machine.OriginMachine;
import org.decorum.core.machine.Timing;
import org.decorum.core.origin.Aliases;
import org.decorum.core.policy.PolicyDraft;
import org.decorum.core.rate.Limit;
import org.decorum.core.rate.Micros;
import org.decorum.schema.DecisionKind;
import org.decorum.schema.FetchFeedback;
import org.decorum.schema.FetchOutcome;
import org.decorum.schema.KeyedRequest;
import org.decorum.stage.policy.PolicyBook;
import org.decorum.stage.processor.Fleet;
import org.decorum.stage.processor.OriginTask;
import org.decorum.stage.processor.TaskTally;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A task had no owner for an hour. Meanwhile leases ran out that fetchers had reported, and nobody had read that. */
class OutageTest {

    private static final String ORIGIN = "example.org";
    private static final long START = 1_767_225_600_000_000L;
    private static final long LEASE_MICROS = Micros.ofSeconds(120);
    private static final long HOUR = Micros.ofSeconds(3_600);
    private static final Timing TIMING = Timing.ofLead(250_000);

    private final ShardState state = new ShardState();
    private final Outbox outbox =
            new Outbox(release -> new Booking(release, Limit.every(1), Limit.every(1), 0, 1, 1), forgotten -> {});
    private final PolicyBook policies = new PolicyBook(
            PolicyDraft.every(1).maxInFlight(2).leaseTimeoutMicros(LEASE_MICROS).policy());
    private OriginTask task = owner();
    private long now = START;
    private long offset;

    @Test
    void itsReportsCountAsIfTheyHadBeenReadInTime() {
        List<Booking> out = releasedBefore();

        resume();
        runFor(Micros.ofSeconds(5));
        out.forEach(booking -> report(booking, 200, null));

        assertThat(kinds()).containsExactly(DecisionKind.CONCLUDED, DecisionKind.CONCLUDED);
    }

    /** The origin is not asked before. */
    @Test
    void itsRetryAfterHolds() {
        List<Booking> out = releasedBefore();
        request();

        resume();
        runFor(Micros.ofSeconds(5));
        report(out.get(0), 429, "7200");
        report(out.get(1), 429, "7200");
        outbox.takeAll();
        runFor(2 * HOUR - Micros.ofSeconds(10));

        assertThat(releases()).isEmpty();
        runFor(Micros.ofSeconds(20));
        assertThat(releases()).hasSize(1);
    }

    /** For as long as reports may be on their way, and no longer. */
    @Test
    void whatNobodyReportedRunsOutAllTheSame() {
        int out = releasedBefore().size();

        resume();
        runFor(OriginTask.REPORTS_MICROS - 1);
        assertThat(kinds()).isEmpty();
        runFor(Micros.ofSeconds(1));

        assertThat(kinds().stream().filter(DecisionKind.RETURNED::equals)).hasSize(out);
    }

    /** Its state, that it may not run out yet, is kept over the next start. */
    @Test
    void aLeaseThatIsFarFromItsEndStaysAsItIs() {
        releasedBefore();
        List<byte[]> before = state.dump();

        task = owner();
        task.restore(OriginTask.REPORTS_MICROS);
        runFor(1);

        assertThat(state.dump()).containsExactlyElementsOf(before);
    }

    private List<Booking> releasedBefore() {
        request();
        request();
        runFor(Micros.ofSeconds(2));
        List<Booking> out = releases();
        assertThat(out).hasSize(2);
        return out;
    }

    private void resume() {
        outbox.takeAll();
        now += HOUR;
        task = owner();
        task.restore(OriginTask.REPORTS_MICROS);
    }

    private void runFor(long micros) {
        for (long end = now + micros; now < end; now = Math.min(end, now + 500_000)) {
            task.tick(now, () -> true);
        }
        task.tick(now, () -> true);
    }

    private void request() {
        task.request(
                KeyedRequest.newBuilder()
                        .setRequestId("request-" + offset)
                        .setUrl("http://" + ORIGIN + "/" + offset)
                        .setOriginKey(ORIGIN)
                        .setSiteKey(ORIGIN)
                        .setPriority(5)
                        .setCost(1)
                        .setReceivedAt(Micros.toInstant(START))
                        .setMetadata(Map.of())
                        .build(),
                offset++,
                now);
    }

    private void report(Booking booking, int status, @Nullable String retryAfter) {
        task.feedback(
                FetchFeedback.newBuilder()
                        .setOutcome(FetchOutcome.FETCHED)
                        .setOriginKey(ORIGIN)
                        .setBookingId(booking.release().getBookingId())
                        .setStatus(status)
                        .setRetryAfter(retryAfter)
                        .build(),
                now);
    }

    private List<DecisionKind> kinds() {
        return outbox.takeAll().stream()
                .flatMap(output -> output instanceof Decision decision
                        ? Stream.of(decision.what().getKind())
                        : Stream.of())
                .toList();
    }

    private List<Booking> releases() {
        return outbox.takeAll().stream()
                .flatMap(output -> output instanceof Booking booking ? Stream.of(booking) : Stream.of())
                .toList();
    }

    private OriginTask owner() {
        return new OriginTask(
                new OriginMachine(TIMING),
                policies,
                Aliases.NONE,
                state.stores(),
                outbox,
                new NoMeters(),
                new TaskTally(),
                Fleet.unlimited());
    }
}

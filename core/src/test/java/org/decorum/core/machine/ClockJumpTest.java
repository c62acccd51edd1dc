package org.decorum.core.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.decorum.core.machine.TestOrigin.micros;
import static org.decorum.core.machine.TestOrigin.only;
import static org.decorum.core.rate.Micros.ofSeconds;

import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.decorum.core.policy.PolicyDraft;
import org.junit.jupiter.api.Test;

/** A machine whose clock was years ahead has decided for the origin, and now another one does. */
class ClockJumpTest {

    private static final String SITE = "example.org";
    private static final double YEARS = 3e9;

    private final TestOrigin origin = new TestOrigin(
            PolicyDraft.every(10).leaseTimeoutMicros(ofSeconds(60)).policy());

    @Test
    void theOriginGoesOnFromTheRightClockAndItsFloorStays() {
        arrive(3);
        origin.at(YEARS).tick();
        assertThat(origin.releaseSeconds()).containsExactly(0.0, YEARS);
        List<OriginEffect> effects = back(5);
        assertThat(effects).containsExactly(new OriginEffect.ClockJumped(micros(YEARS) - micros(5), Long.MIN_VALUE, 1));
        origin.runTo(15);
        assertThat(origin.releaseSeconds()).containsExactly(0.0, YEARS, 15.0);
        assertThat(origin.lastRelease().epoch()).isEqualTo(1);
    }

    @Test
    void aClockThatIsALittleAheadIsWaitedFor() {
        arrive(2);
        origin.at(100).tick();
        origin.now = origin.state.clamp(micros(50));
        assertThat(origin.now).isEqualTo(micros(100));
        assertThat(origin.tick()).isEmpty();
    }

    @Test
    void aLeaseOfTheWrongClockEndsAsLongAfterTheRightOne() {
        arrive(3);
        origin.at(YEARS).tick();
        back(5);
        assertThat(origin.state.leases()).extracting(Lease::deadlineMicros).containsExactly(micros(65.25));
    }

    @Test
    void noLeaseEndsBeforeAnOlderOne() {
        lease(1, micros(160));
        lease(2, micros(660));
        new ClockJump(micros(600), micros(0), micros(24 * 3600)).undo(origin.state);
        assertThat(origin.state.leases()).extracting(Lease::deadlineMicros).containsExactly(micros(160), micros(160));
    }

    @Test
    void aStartInASlotOfTheWrongClockMovesNothing() {
        arrive(3);
        origin.at(YEARS).tick();
        OriginEffect.Released wrong = origin.lastRelease();
        back(5);
        long tat = origin.state.tatMicros();
        origin.apply(new OriginEvent.Reported(
                wrong.lease().booking(),
                Outcome.FETCHED,
                OptionalInt.of(200),
                OptionalLong.of(wrong.slot().releaseAtMicros()),
                OptionalLong.empty()));
        assertThat(origin.state.tatMicros()).isEqualTo(tat);
    }

    @Test
    void aHoldOfTheRightClockStaysThoughTheWrongOneThoughtItPast() {
        origin.arrive(SITE);
        origin.arrive(SITE);
        origin.at(1).answer(origin.lastRelease(), 503, OptionalLong.of(ofSeconds(3600)));
        origin.at(YEARS).tick();
        assertThat(only(OriginEffect.ClockJumped.class, back(5)))
                .extracting(OriginEffect.ClockJumped::untilMicros)
                .containsExactly(micros(3601));
        origin.report(origin.lastRelease(), Outcome.FETCHED);
        origin.runTo(4_000);
        assertThat(origin.releaseSeconds()).startsWith(0.0, YEARS, 3601.0);
    }

    @Test
    void aHoldOfTheWrongClockLastsAsLongByTheRightOne() {
        arrive(3);
        origin.at(YEARS).tick();
        origin.answer(origin.lastRelease(), 503, OptionalLong.of(ofSeconds(3600)));
        back(5);
        origin.runTo(4_000);
        assertThat(origin.releaseSeconds().get(2)).isEqualTo(3605.0);
    }

    /** The first is fetched at once. */
    private void arrive(int requests) {
        for (int i = 0; i < requests; i++) {
            origin.arrive(SITE);
        }
        origin.report(origin.lastRelease(), Outcome.FETCHED);
    }

    private void lease(long number, long deadlineMicros) {
        origin.state.leases.add(new Lease(new BookingId(0, number), 0, 1, 0, 0, 0, 0, 1, 0, deadlineMicros));
    }

    /** The clock is right again, as the shell would see it. */
    private List<OriginEffect> back(double seconds) {
        origin.now = origin.state.clamp(micros(seconds));
        assertThat(origin.now).isEqualTo(micros(seconds));
        return origin.tick();
    }
}

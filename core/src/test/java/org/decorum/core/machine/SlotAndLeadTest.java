package org.decorum.core.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.decorum.core.machine.TestOrigin.micros;
import static org.decorum.core.rate.Micros.ofSeconds;

import org.decorum.core.policy.PolicyDraft;
import org.decorum.core.rate.Limit;
import org.decorum.core.rate.Slot;
import org.junit.jupiter.api.Test;

/** Rules 2 and 3: how far ahead a release is emitted, how wide its slot is, and what the fetcher is told. */
class SlotAndLeadTest {

    private static final String SITE = "example.org";
    private static final Timing LEAD_250_REACH_200 = Timing.ofLead(micros(0.25));

    @Test
    void aRequestIsBookedAsSoonAsItsSlotIsWithinTheLeadAndNoEarlier() {
        TestOrigin origin =
                new TestOrigin(LEAD_250_REACH_200, PolicyDraft.every(10).policy());
        origin.arrive(SITE);
        origin.arrive(SITE);
        assertThat(origin.releaseSeconds()).containsExactly(0.2);
        assertThat(origin.wakeAt).isEqualTo(micros(10.2 - 0.25));

        origin.now = origin.wakeAt - 1;
        assertThat(origin.tick()).isEmpty();
        origin.now = origin.wakeAt;
        origin.tick();
        assertThat(origin.releaseSeconds()).containsExactly(0.2, 10.2);
    }

    @Test
    void aTimerThatIsLateByTheMarginStillMakesTheSlot() {
        TestOrigin origin =
                new TestOrigin(LEAD_250_REACH_200, PolicyDraft.every(10).policy());
        origin.arrive(SITE);
        origin.arrive(SITE);
        origin.now = origin.wakeAt + micros(0.05);
        origin.tick();
        assertThat(origin.releaseSeconds()).containsExactly(0.2, 10.2);
    }

    @Test
    void aTimerThatIsLaterMovesTheSlotSoThatTheFetcherCanReachIt() {
        TestOrigin origin =
                new TestOrigin(LEAD_250_REACH_200, PolicyDraft.every(10).policy());
        origin.arrive(SITE);
        origin.arrive(SITE);
        origin.now = origin.wakeAt + micros(1);
        origin.tick();
        assertThat(origin.releaseSeconds()).containsExactly(0.2, 11.15);
    }

    @Test
    void aLeadCoversItsReach() {
        assertThat(Timing.ofLead(250_000)).isEqualTo(new Timing(250_000, 200_000));
        assertThat(Timing.ofLead(0)).isEqualTo(Timing.IMMEDIATE);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Timing(1, 2))
                .withMessage("leadMicros: 1, reachMicros: 2 (expected: lead >= reach >= 0)");
        assertThatIllegalArgumentException().isThrownBy(() -> new Timing(1, -1));
    }

    @Test
    void theSlotIsAQuarterOfTheIntervalUnlessThePolicyNamesItsWidth() {
        Limit tenPerSecond = Limit.every(micros(0.1));
        TestOrigin origin = new TestOrigin(PolicyDraft.limit(tenPerSecond).policy());
        origin.arrive(SITE);
        assertThat(origin.lastRelease().slot()).isEqualTo(new Slot(0, 25_000));

        TestOrigin wide = new TestOrigin(
                PolicyDraft.limit(tenPerSecond).slotMicros(60_000).policy());
        wide.arrive(SITE);
        assertThat(wide.lastRelease().slot()).isEqualTo(new Slot(0, 60_000));
    }

    @Test
    void theGapAfterARequestOfTheOnlySiteIsThatOfTheSlowerLimiterTimesItsCost() {
        TestOrigin origin = new TestOrigin(
                PolicyDraft.every(1).site(Limit.every(ofSeconds(4))).policy());
        origin.arrive(SITE, 3);
        assertThat(origin.lastRelease().minGapMicros()).isEqualTo(ofSeconds(12));
        assertThat(origin.lastRelease().intervalMicros()).isEqualTo(ofSeconds(4));
    }

    @Test
    void amongSeveralSitesGapAndSlotAreTheOriginsAndTheIntervalTheSites() {
        TestOrigin origin = new TestOrigin(PolicyDraft.limit(Limit.every(micros(0.1)))
                .site(Limit.every(ofSeconds(60)))
                .policy());
        origin.apply(new OriginEvent.RobotsRead("b.example", 0));
        origin.arrive("a.example");
        assertThat(origin.lastRelease().minGapMicros()).isEqualTo(micros(0.1));
        assertThat(origin.lastRelease().slot()).isEqualTo(new Slot(0, 25_000));
        assertThat(origin.lastRelease().intervalMicros()).isEqualTo(ofSeconds(60));
    }

    @Test
    void whereBurstsAreAllowedThereIsNoGap() {
        TestOrigin origin =
                new TestOrigin(PolicyDraft.limit(Limit.burst(ofSeconds(1), 2)).policy());
        origin.arrive(SITE);
        assertThat(origin.lastRelease().minGapMicros()).isZero();
    }

    @Test
    void aCrawlDelayGivesTheOnlySiteAGapWhereItsOriginAllowsBursts() {
        TestOrigin origin =
                new TestOrigin(PolicyDraft.limit(Limit.burst(ofSeconds(5), 2)).policy());
        origin.apply(new OriginEvent.RobotsRead(SITE, ofSeconds(5)));
        origin.arrive(SITE);
        assertThat(origin.lastRelease().minGapMicros()).isEqualTo(ofSeconds(5));
    }

    @Test
    void aReleaseCarriesWhatItsSlotCostAndTheEpoch() {
        TestOrigin origin = new TestOrigin(PolicyDraft.every(1).policy());
        origin.state.epoch = 7;
        origin.arrive(SITE, 2);
        OriginEffect.Released released = origin.lastRelease();
        assertThat(released.cost()).isEqualTo(2);
        assertThat(released.epoch()).isEqualTo(7);
        assertThat(released.lease().attempt()).isEqualTo(1);
        assertThat(released.lease().booking()).isEqualTo(new BookingId(0, 1));
        assertThat(released.lease().deadlineMicros()).isEqualTo(micros(0.25) + ofSeconds(120));
    }
}

package org.decorum.core.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.decorum.core.machine.TestOrigin.only;
import static org.decorum.core.rate.Micros.ofSeconds;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.decorum.core.backlog.Lane;
import org.decorum.core.backoff.HoldCause;
import org.decorum.core.policy.PolicyDraft;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rule 6, its scope: the lane, and the whole origin as well once three lanes of it complain within a minute. */
class LaneHoldTest {

    private static final List<String> SITES = List.of("a.example", "b.example", "c.example", "d.example");

    private final TestOrigin origin = new TestOrigin(PolicyDraft.every(1)
            .intervalMaxMicros(ofSeconds(1))
            .leaseTimeoutMicros(ofSeconds(1_000))
            .policy());

    @BeforeEach
    void manyRequestsForEachSite() {
        for (int i = 0; i < 200; i++) {
            SITES.forEach(origin::arrive);
        }
        origin.runTo(3);
        assertThat(origin.releases.stream().map(origin::siteOf)).containsExactlyElementsOf(SITES);
    }

    @Test
    void oneSiteOfSeveralIsHeldAloneAndDelaysNoOther() {
        assertThat(only(OriginEffect.Held.class, complain("a.example", 100)))
                .containsExactly(
                        new OriginEffect.Held(Optional.of("a.example"), ofSeconds(103), 1, HoldCause.RETRY_AFTER));
        origin.runTo(50);
        assertThat(origin.releaseSeconds("a.example")).containsExactly(0.0);
        assertThat(origin.releases).hasSize(4 + 47);
    }

    @Test
    void afterItsHoldASiteIsProbedOnceWhileTheOthersGoOn() {
        complain("a.example", 10);
        origin.runTo(60);
        assertThat(origin.releaseSeconds("a.example")).containsExactly(0.0, 13.0);
        assertThat(origin.releases).hasSize(4 + 57);
        origin.answer(last("a.example"), 200);
        origin.runTo(64);
        assertThat(origin.releaseSeconds("a.example")).contains(61.0);
    }

    @Test
    void aSiteThatWasHeldGetsNoCreditForIt() {
        complain("a.example", 100);
        origin.runTo(103);
        origin.answer(last("a.example"), 200);
        int before = origin.releases.size();
        origin.runTo(143);
        assertThat(origin.releases).hasSize(before + 40);
        assertThat(origin.releaseSeconds("a.example")).hasSizeBetween(2 + 9, 2 + 11);
    }

    @Test
    void twoSitesAreHeldEachForItself() {
        complain("a.example", 100);
        complain("b.example", 100);
        origin.runTo(50);
        assertThat(origin.state.holdUntilMicros()).isEqualTo(Long.MIN_VALUE);
        assertThat(origin.releases.subList(4, origin.releases.size()).stream().map(origin::siteOf))
                .containsOnly("c.example", "d.example");
    }

    @Test
    void aThirdSiteWithinAMinuteHoldsTheWholeOrigin() {
        complain("a.example", 100);
        complain("b.example", 100);
        List<OriginEffect> effects = complain("c.example", 100);
        assertThat(only(OriginEffect.Held.class, effects))
                .containsExactly(
                        new OriginEffect.Held(Optional.of("c.example"), ofSeconds(103), 3, HoldCause.RETRY_AFTER),
                        new OriginEffect.Held(Optional.empty(), ofSeconds(103), 3, HoldCause.RETRY_AFTER));
        origin.runTo(102.999_999);
        assertThat(origin.releases).hasSize(4);
        origin.runTo(160);
        assertThat(origin.releases).as("one probe for the whole origin").hasSize(5);
    }

    @Test
    void theSameSiteThreeTimesIsOneSite() {
        for (int times = 0; times < 3; times++) {
            complain("a.example", 1);
            origin.runTo(origin.now / 1e6 + 1);
        }
        assertThat(origin.state.holdUntilMicros()).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void threeSitesInTheCourseOfMoreThanAMinuteAreHeldEachForItself() {
        complain("a.example", 1_000);
        origin.runTo(40);
        complain("b.example", 1_000);
        origin.runTo(64);
        complain("c.example", 1_000);
        assertThat(origin.state.holdUntilMicros()).isEqualTo(Long.MIN_VALUE);
        complain("d.example", 1_000);
        assertThat(origin.state.holdUntilMicros()).isEqualTo(ofSeconds(1_064));
    }

    @Test
    void afterAHoldOfTheOriginTheSitesThatComplainedAreProbedOneByOneAfterItsOwnProbe() {
        complain("a.example", 100);
        complain("b.example", 100);
        complain("c.example", 100);
        origin.runTo(103);
        origin.answer(origin.lastRelease(), 200);
        origin.runTo(120);
        for (Lane lane : origin.state.lanes()) {
            long out = origin.state.leases().stream()
                    .filter(lease -> lease.booking().releaseAtMicros() >= ofSeconds(103))
                    .filter(lease -> origin.state.lane(lease.ticket()).siteKey().equals(lane.siteKey()))
                    .count();
            if (lane.hold().isOnProbation()) {
                assertThat(out).as(lane.siteKey()).isEqualTo(1);
            }
        }
        assertThat(origin.releases).hasSize(4 + 1 + 17);
    }

    @Test
    void aProbeOfTheOriginThatComplainsLongAfterTheOthersIsFollowedByAnother() {
        complain("a.example", 100);
        complain("b.example", 100);
        complain("c.example", 100);
        origin.runTo(103);
        List<OriginEffect> effects = origin.answer(origin.lastRelease(), 503, OptionalLong.of(ofSeconds(30)));
        assertThat(only(OriginEffect.Held.class, effects))
                .extracting(OriginEffect.Held::siteKey)
                .contains(Optional.empty());
        origin.runTo(140);
        assertThat(origin.releaseSeconds()).endsWith(103.0, 133.0);
        origin.answer(origin.lastRelease(), 200);
        origin.runTo(160);
        assertThat(origin.releases.size()).as("the rest follows").isGreaterThan(4 + 2 + 10);
    }

    private List<OriginEffect> complain(String site, long seconds) {
        return origin.answer(last(site), 503, OptionalLong.of(ofSeconds(seconds)));
    }

    private OriginEffect.Released last(String site) {
        return origin.releases.stream()
                .filter(released -> origin.siteOf(released).equals(site))
                .reduce((first, second) -> second)
                .orElseThrow();
    }
}

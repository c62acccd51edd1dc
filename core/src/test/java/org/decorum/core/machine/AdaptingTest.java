package org.decorum.core.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.decorum.core.rate.Micros.ofMillis;
import static org.decorum.core.rate.Micros.ofSeconds;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.decorum.core.cache.CacheVerdict;
import org.decorum.core.policy.Policy;
import org.decorum.core.policy.PolicyDraft;
import org.decorum.core.rate.Limit;
import org.junit.jupiter.api.Test;

/** Rule 7: what answers take moves the pace of an origin whose policy wants it, inside that policy. */
class AdaptingTest {

    private static final String SITE = TestOrigin.KEY;

    @Test
    void withoutThePolicysWishNothingIsLearned() {
        TestOrigin origin = new TestOrigin(draft().adaptive(false).policy());
        answers(origin, 20, ofMillis(700));
        assertThat(origin.state.learned(policy())).isEmpty();
        assertThat(origin.lastRelease().inFlightMax())
                .isEqualTo(draft().policy().maxInFlight());
    }

    @Test
    void aSlowOriginIsAskedAsOftenAsItAnswersAndNotAtTheFloor() {
        TestOrigin origin = new TestOrigin(policy());
        answers(origin, 60, ofMillis(700));
        assertThat(origin.lastRelease().intervalMicros()).isBetween(ofMillis(340), ofMillis(720));
        assertThat(origin.state.learned(policy()).orElseThrow().normalMicros()).isEqualTo(ofMillis(700));
        assertThat(origin.lastRelease().inFlightMax()).isBetween(1, 3);
    }

    @Test
    void anOriginThatIsQuickerThanTheFloorGoesAtTheFloor() {
        TestOrigin origin = new TestOrigin(policy());
        answers(origin, 60, ofMillis(5));
        assertThat(origin.lastRelease().intervalMicros()).isEqualTo(ofMillis(100));
    }

    @Test
    void aCrawlDelayWinsOverWhatWasLearned() {
        TestOrigin origin = new TestOrigin(policy());
        answers(origin, 60, ofMillis(5));
        origin.apply(new OriginEvent.RobotsRead(SITE, ofSeconds(3)));
        answers(origin, 2, ofMillis(5));
        assertThat(origin.lastRelease().intervalMicros()).isEqualTo(ofSeconds(3));
    }

    @Test
    void errorsAndCacheHitsTeachNothing() {
        TestOrigin origin = new TestOrigin(policy());
        answers(origin, 20, ofMillis(300));
        Learned before = origin.state.learned(policy()).orElseThrow();
        for (int i = 0; i < 40; i++) {
            answerNext(origin, 404, CacheVerdict.UNKNOWN, 1_000);
            answerNext(origin, 200, CacheVerdict.HIT, 1_000);
        }
        assertThat(origin.state.learned(policy()).orElseThrow().normalMicros()).isEqualTo(before.normalMicros());
    }

    @Test
    void theLeastGapIsTheFloorSoThatWhatWaitedForAPlaceCanCatchUp() {
        TestOrigin origin = new TestOrigin(policy());
        answers(origin, 60, ofMillis(700));
        assertThat(origin.lastRelease().minGapMicros()).isEqualTo(ofMillis(100));
    }

    @Test
    void aSlotIsWiderByNoMoreThanTheLawIsSlowerThanTheFloor() {
        TestOrigin origin = new TestOrigin(policy());
        answers(origin, 60, ofMillis(700));
        OriginEffect.Released last = origin.lastRelease();
        long width = last.slot().expiresAtMicros() - last.slot().releaseAtMicros();
        long policySlot = policy().slotMicrosFor(ofMillis(100));
        assertThat(width).isGreaterThan(policySlot);
        assertThat(last.intervalMicros() - width).isGreaterThanOrEqualTo(ofMillis(100) - policySlot);
    }

    @Test
    void aPolicysOwnSlotIsKept() {
        TestOrigin origin = new TestOrigin(draft().slotMicros(ofMillis(30)).policy());
        answers(origin, 60, ofMillis(700));
        OriginEffect.Released last = origin.lastRelease();
        assertThat(last.slot().expiresAtMicros() - last.slot().releaseAtMicros())
                .isEqualTo(ofMillis(30));
    }

    @Test
    void aComplaintHalvesWhatIsKnownToFit() {
        TestOrigin origin = new TestOrigin(draft().policy());
        parallel(origin, 400, ofMillis(700), 4);
        double before = origin.state.learned(policy()).orElseThrow().parallelism();
        assertThat(before).isGreaterThan(2);
        answerNext(origin, 503, CacheVerdict.UNKNOWN, ofMillis(700));
        assertThat(origin.state.learned(policy()).orElseThrow().parallelism()).isEqualTo(before / 2);
    }

    @Test
    void aRunOfFailuresHalvesItOnceAndNoEarlier() {
        TestOrigin origin = new TestOrigin(draft().policy());
        parallel(origin, 400, ofMillis(700), 4);
        double before = origin.state.learned(policy()).orElseThrow().parallelism();
        int run = policy().backoff().failureRun();
        for (int failures = 1; failures < run; failures++) {
            answerNext(origin, 500, CacheVerdict.UNKNOWN, ofMillis(1));
            assertThat(origin.state.learned(policy()).orElseThrow().parallelism())
                    .isEqualTo(before);
        }
        answerNext(origin, 500, CacheVerdict.UNKNOWN, ofMillis(1));
        assertThat(origin.state.learned(policy()).orElseThrow().parallelism()).isEqualTo(before / 2);
    }

    @Test
    void noMoreIsOutThanTheLawAllows() {
        TestOrigin origin = new TestOrigin(new Timing(ofMillis(250), ofMillis(200)), policy());
        for (int i = 0; i < 100; i++) {
            origin.arrive(SITE);
        }
        origin.runTo(10);
        assertThat(origin.state.inFlight()).isLessThan(12);
    }

    @Test
    void anOriginWithSeveralSitesLearnsAsOne() {
        TestOrigin origin = new TestOrigin(policy());
        origin.arrive("a.example");
        origin.arrive("b.example");
        for (int i = 0; i < 30; i++) {
            answer(origin, origin.lastRelease(), 200, CacheVerdict.UNKNOWN, ofMillis(700));
            origin.arrive(i % 2 == 0 ? "a.example" : "b.example");
            origin.runTo(origin.now / 1e6 + 2);
        }
        assertThat(origin.state.learned(policy()).orElseThrow().normalMicros()).isEqualTo(ofMillis(700));
        assertThat(origin.lastRelease().intervalMicros()).isGreaterThan(ofMillis(340));
    }

    @Test
    void aJumpOfTheClockForgetsWhatWasLearned() {
        TestOrigin origin = new TestOrigin(policy());
        answers(origin, 60, ofMillis(700));
        origin.now -= ofSeconds(3_600);
        origin.tick();
        assertThat(origin.state.learned(policy()).orElseThrow().normalMicros()).isZero();
    }

    @Test
    void aFetchersClockMayBeWrongByMinutes() {
        for (long wrong : new long[] {-ofSeconds(600), ofSeconds(600)}) {
            TestOrigin origin = new TestOrigin(policy());
            for (int i = 0; i < 260; i++) {
                answerNext(origin, ofMillis(i < 60 ? 200 : 2_000), wrong);
            }
            assertThat(origin.state.learned(policy()).orElseThrow().normalMicros())
                    .isBetween(ofMillis(1_900), ofMillis(2_100));
        }
    }

    @Test
    void whatEndedBeforeItBeganOrTookLongerThanThereWasTimeTeachesNothing() {
        TestOrigin origin = new TestOrigin(policy());
        answers(origin, 20, ofMillis(300));
        for (int i = 0; i < 40; i++) {
            answerNext(origin, i % 2 == 0 ? -ofMillis(300) : ofSeconds(86_400), 0);
        }
        assertThat(origin.state.learned(policy()).orElseThrow().normalMicros()).isEqualTo(ofMillis(300));
    }

    @Test
    void whatWasReleasedWhileThePolicyWasNotAdaptiveTeachesNothing() {
        TestOrigin origin = new TestOrigin(policy());
        origin.arrive(SITE);
        origin.policy(draft().adaptive(false).policy());
        for (int i = 0; i < 20; i++) {
            origin.arrive(SITE);
        }
        origin.runTo(10);
        origin.policy(policy());
        for (OriginEffect.Released released : List.copyOf(origin.releases.subList(1, 20))) {
            answer(origin, released, 200, CacheVerdict.UNKNOWN, ofSeconds(5));
        }
        assertThat(origin.state.learned(policy()).orElseThrow().normalMicros()).isZero();
    }

    @Test
    void whatIsOutAtACacheTakesNoPlaceOfTheOriginsOwn() {
        Policy cache = PolicyDraft.of(draft().policy())
                .origin(Limit.every(ofMillis(10)))
                .site(Limit.every(ofMillis(5)))
                .missesOnly(true)
                .policy();
        TestOrigin origin = new TestOrigin(new Timing(ofMillis(250), ofMillis(200)), cache);
        for (int i = 0; i < 40; i++) {
            origin.arrive(SITE);
        }
        assertThat(origin.state.inFlight()).isGreaterThan(4);
    }

    @Test
    void whatIsOutAtACacheKeepsNoRequestOfTheOriginBack() {
        Policy own = PolicyDraft.of(draft().policy())
                .origin(Limit.every(ofMillis(10)))
                .policy();
        Policy cache = PolicyDraft.of(own)
                .site(Limit.every(ofMillis(5)))
                .missesOnly(true)
                .policy();
        TestOrigin origin = new TestOrigin(
                new Timing(ofMillis(250), ofMillis(200)), key -> key.equals("cdn.example") ? cache : own);
        for (int i = 0; i < 4; i++) {
            origin.arrive("cdn.example");
        }
        assertThat(origin.state.inFlight()).isEqualTo(4);
        origin.arrive(SITE);
        assertThat(origin.state.inFlight()).isEqualTo(5);
    }

    private static void answerNext(TestOrigin origin, long latencyMicros, long wrongMicros) {
        int released = origin.releases.size();
        origin.arrive(SITE);
        while (origin.releases.size() == released) {
            origin.runTo(origin.wakeAt / 1e6);
        }
        long slot = origin.lastRelease().slot().releaseAtMicros();
        origin.now = Math.max(origin.now, slot + Math.min(ofSeconds(3), Math.abs(latencyMicros)));
        origin.apply(new OriginEvent.Reported(
                origin.lastRelease().lease().booking(),
                Outcome.FETCHED,
                OptionalInt.of(200),
                OptionalLong.of(slot + wrongMicros),
                OptionalLong.of(slot + wrongMicros + latencyMicros),
                OptionalLong.empty(),
                Optional.empty(),
                CacheVerdict.UNKNOWN));
    }

    private static PolicyDraft draft() {
        return PolicyDraft.limit(Limit.every(ofMillis(100)))
                .leaseTimeoutMicros(ofSeconds(100))
                .adaptive(true);
    }

    private static Policy policy() {
        return draft().policy();
    }

    /** One at a time. */
    private static void answers(TestOrigin origin, int count, long latencyMicros) {
        for (int i = 0; i < count; i++) {
            answerNext(origin, 200, CacheVerdict.UNKNOWN, latencyMicros);
        }
    }

    private static void answerNext(TestOrigin origin, int status, CacheVerdict cache, long latencyMicros) {
        int released = origin.releases.size();
        origin.arrive(SITE);
        while (origin.releases.size() == released) {
            origin.runTo(origin.wakeAt / 1e6);
        }
        answer(origin, origin.lastRelease(), status, cache, latencyMicros);
    }

    /** Each answer comes after so many later releases. */
    private static void parallel(TestOrigin origin, int count, long latencyMicros, int behind) {
        int answered = 0;
        for (int i = 0; i < count; i++) {
            origin.arrive(SITE);
        }
        while (answered < count - behind) {
            if (origin.releases.size() < count) {
                origin.runTo(Math.min(origin.wakeAt, origin.now + latencyMicros) / 1e6);
            }
            while (answered < origin.releases.size()
                    && origin.releases.get(answered).slot().releaseAtMicros() + latencyMicros <= origin.now) {
                answer(origin, origin.releases.get(answered++), 200, CacheVerdict.UNKNOWN, latencyMicros);
            }
            if (origin.wakeAt > origin.now + latencyMicros) {
                origin.now += latencyMicros / 4;
            }
        }
    }

    private static void answer(
            TestOrigin origin, OriginEffect.Released released, int status, CacheVerdict cache, long latencyMicros) {
        long started = released.slot().releaseAtMicros();
        origin.now = Math.max(origin.now, started + latencyMicros);
        origin.apply(new OriginEvent.Reported(
                released.lease().booking(),
                Outcome.FETCHED,
                OptionalInt.of(status),
                OptionalLong.of(started),
                OptionalLong.of(started + latencyMicros),
                OptionalLong.empty(),
                Optional.empty(),
                cache));
    }
}

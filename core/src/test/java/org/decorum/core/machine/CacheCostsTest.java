package org.decorum.core.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.decorum.core.machine.TestOrigin.KEY;
import static org.decorum.core.machine.TestOrigin.micros;
import static org.decorum.core.rate.Micros.ofMillis;
import static org.decorum.core.rate.Micros.ofSeconds;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.decorum.core.backlog.Lane;
import org.decorum.core.cache.CacheVerdict;
import org.decorum.core.policy.Policies;
import org.decorum.core.policy.Policy;
import org.decorum.core.policy.PolicyDraft;
import org.decorum.core.rate.Limit;
import org.junit.jupiter.api.Test;

/** Rule 9: of what is asked of a cache, the origin behind it is charged what the cache does not have. */
class CacheCostsTest {

    private static final String CDN = "cdn.example";
    private static final long T = ofSeconds(5);

    private static final Policy EACH_FIVE_SECONDS = PolicyDraft.every(5).policy();
    private static final Policy CACHE_EACH_SECOND =
            PolicyDraft.every(1).missesOnly(true).policy();

    private final TestOrigin origin = origin(EACH_FIVE_SECONDS, CACHE_EACH_SECOND);

    @Test
    void whatIsAskedOfACacheIsForecastAndNotYetPaid() {
        origin.at(10).arrive(CDN);
        assertThat(origin.state.forecastTatMicros()).isEqualTo(micros(10) + T);
        assertThat(origin.state.tatMicros()).isEqualTo(Long.MIN_VALUE);
        assertThat(lane().tatMicros()).isEqualTo(micros(11));
    }

    @Test
    void aStartInAWideSlotIsForecastAndPaidAtItsEnd() {
        origin.allow(Allowance.ofRoom(100, ofSeconds(1)));
        origin.at(10).arrive(CDN);
        assertThat(origin.state.forecastTatMicros()).isEqualTo(micros(10.75) + T);

        report(0, 10.8, CacheVerdict.MISS);
        assertThat(origin.state.tatMicros()).isEqualTo(micros(10.75) + T);
    }

    @Test
    void untilAnythingIsKnownARequestToACacheWaitsAndIsWaitedForLikeAnyOther() {
        origin.at(10).arrive(CDN);
        origin.arrive(CDN);
        origin.arrive(KEY);
        origin.runTo(30);
        assertThat(origin.releaseSeconds()).containsExactly(10.0, 15.0, 20.0);
    }

    @Test
    void aHitTakesTheForecastBack() {
        origin.at(10).arrive(CDN);
        origin.arrive(CDN);
        report(0, 10.5, CacheVerdict.HIT);
        assertThat(origin.state.tatMicros()).isEqualTo(Long.MIN_VALUE);
        origin.runTo(11);
        assertThat(origin.releaseSeconds()).containsExactly(10.0, 11.0);
    }

    @Test
    void aHitNeverTakesBackWhatWasPromisedSince() {
        origin.at(10).arrive(CDN);
        origin.arrive(KEY);
        origin.arrive(KEY);
        origin.runTo(16);
        report(0, 16, CacheVerdict.HIT);
        origin.runTo(30);
        assertThat(origin.releaseSeconds()).containsExactly(10.0, 15.0, 20.0);
    }

    @Test
    void aMissIsPaidFromItsStartOnWhenItIsHeardOf() {
        origin.at(10).arrive(CDN, 2);
        report(0, 12, CacheVerdict.MISS);
        assertThat(origin.state.tatMicros()).isEqualTo(micros(10) + 2 * T);
        assertThat(origin.state.forecastTatMicros()).isEqualTo(micros(10) + 2 * T);
    }

    @Test
    void aMissIsPaidOnTopOfWhatWasPromisedSince() {
        learn(200);
        double at = seconds() + 100;
        origin.at(at).arrive(CDN);
        origin.arrive(KEY);
        origin.runTo(at + 1);
        double own = origin.lastRelease().slot().releaseAtMicros() / 1e6;
        assertThat(own).isBetween(at, at + 1);
        report(origin.releases.size() - 2, at + 1, CacheVerdict.MISS);
        assertThat(origin.state.tatMicros()).isEqualTo(micros(at) + 2 * T);
    }

    @Test
    void aMissIsNotPaidAgainByWhatWaitedForIt() {
        origin.at(10).arrive(CDN);
        origin.arrive(KEY);
        origin.runTo(16);
        assertThat(origin.releaseSeconds()).containsExactly(10.0, 15.0);
        report(0, 16, CacheVerdict.MISS);
        assertThat(origin.state.tatMicros()).isEqualTo(micros(20));
    }

    @Test
    void missesAreHeardOfInAnyOrderAndComeToTheSame() {
        for (List<Integer> order : List.of(List.of(0, 1), List.of(1, 0))) {
            TestOrigin other = origin(EACH_FIVE_SECONDS, CACHE_EACH_SECOND);
            other.at(10).arrive(CDN);
            other.arrive(CDN);
            other.arrive(KEY);
            other.runTo(21);
            assertThat(other.releaseSeconds()).containsExactly(10.0, 15.0, 20.0);
            List<OriginEffect.Released> toCache = other.releases.stream()
                    .filter(released -> released.lease().isToCache())
                    .toList();
            assertThat(toCache).hasSize(2);
            order.forEach(release -> other.apply(reported(toCache.get(release), Outcome.FETCHED, CacheVerdict.MISS)));
            assertThat(other.state.tatMicros()).isEqualTo(micros(25));
        }
    }

    @Test
    void whereNobodyCanSayTheOriginWasAsked() {
        for (CacheVerdict verdict : List.of(CacheVerdict.UNKNOWN, CacheVerdict.STALE)) {
            TestOrigin other = origin(EACH_FIVE_SECONDS, CACHE_EACH_SECOND);
            other.at(10).arrive(CDN);
            other.apply(reported(other.lastRelease(), Outcome.FETCHED, verdict));
            assertThat(other.state.tatMicros()).isEqualTo(micros(10) + T);
        }
    }

    @Test
    void aFailureCountsAsAMiss() {
        learn(50);
        int before = lane().missRatio().parts();
        origin.at(seconds() + 100).arrive(CDN);
        long at = origin.lastRelease().slot().releaseAtMicros();
        origin.apply(new OriginEvent.Reported(origin.lastRelease().lease().booking(), Outcome.FAILED));
        assertThat(origin.state.tatMicros()).isEqualTo(at + T);
        assertThat(lane().missRatio().parts()).isGreaterThan(before);
    }

    @Test
    void aLeaseThatNobodySpokeOfCountsAsAMiss() {
        learn(50);
        int before = lane().missRatio().parts();
        origin.at(seconds() + 100).arrive(CDN);
        OriginEffect.Released lost = origin.lastRelease();
        origin.now = lost.lease().deadlineMicros();
        List<OriginEffect> effects = origin.tick();
        assertThat(TestOrigin.only(OriginEffect.Returned.class, effects)).hasSize(1);
        assertThat(origin.state.tatMicros()).isEqualTo(lost.slot().releaseAtMicros() + T);
        assertThat(lane().missRatio().parts()).isGreaterThan(before);
    }

    @Test
    void aMissedSlotIsNeitherPaidNorGivenBackAndTeachesNothing() {
        learn(50);
        int before = lane().missRatio().parts();
        long tat = origin.state.tatMicros();
        origin.at(seconds() + 100).arrive(CDN);
        long forecast = origin.state.forecastTatMicros();
        origin.at(seconds() + 0.1);
        origin.apply(reported(origin.lastRelease(), Outcome.MISSED_SLOT, CacheVerdict.UNKNOWN));
        assertThat(origin.state.tatMicros()).isEqualTo(tat);
        assertThat(origin.state.forecastTatMicros()).isGreaterThanOrEqualTo(forecast);
        assertThat(lane().missRatio().parts()).isEqualTo(before);
    }

    @Test
    void aSlotThatWentToRobotsTxtIsPaidAndTeachesNothing() {
        learn(50);
        int before = lane().missRatio().parts();
        origin.at(seconds() + 100).arrive(CDN);
        OriginEffect.Released released = origin.lastRelease();
        origin.apply(reported(released, Outcome.ROBOTS, CacheVerdict.UNKNOWN));
        assertThat(origin.state.tatMicros()).isEqualTo(released.slot().releaseAtMicros() + T);
        assertThat(lane().missRatio().parts()).isEqualTo(before);
    }

    @Test
    void aRequestToACacheDoesNotSpaceTheNextOneAsAPaidOneDoes() {
        learn(200);
        double at = seconds() + 100;
        origin.at(at).arrive(CDN);
        origin.arrive(KEY);
        origin.runTo(at + 1);
        double expected = lane().missRatio().of(T) / 1e6;
        assertThat(expected).isLessThan(0.1);
        assertThat(origin.lastRelease().slot().releaseAtMicros() / 1e6).isBetween(at, at + 0.1);
    }

    @Test
    void aSiteThatIsNoCachePaysAtOnceWhateverItsHeadersSay() {
        TestOrigin plain = origin(EACH_FIVE_SECONDS, PolicyDraft.every(1).policy());
        plain.at(10).arrive(CDN);
        plain.apply(reported(plain.lastRelease(), Outcome.FETCHED, CacheVerdict.HIT));
        assertThat(plain.state.tatMicros()).isEqualTo(micros(10) + T);
        assertThat(plain.state.forecastTatMicros()).isEqualTo(micros(10) + T);
        plain.arrive(CDN);
        plain.runTo(20);
        assertThat(plain.releaseSeconds()).containsExactly(10.0, 15.0);
    }

    @Test
    void aCacheThatNearlyAlwaysHitsRunsAtItsOwnLimitAndDelaysItsOriginByItsMissesOnly() {
        learn(200);
        double from = seconds() + 20;
        double length = 2_000;
        long missesBefore = saturate(from, from + length, 20);
        long asked = countBetween(CDN, from, from + length);
        long own = countBetween(KEY, from, from + length);
        assertThat(asked).as("one a second").isGreaterThanOrEqualTo((long) length);
        assertThat(missesBefore).isBetween(90L, 110L);
        double left = length / 5 - missesBefore;
        assertThat((double) own).as("starts of the origin's own").isBetween(left * 0.95, left + 2);
    }

    @Test
    void aCacheThatIsAskedWithoutEndLeavesTheOriginItsShare() {
        TestOrigin greedy = origin(
                EACH_FIVE_SECONDS,
                PolicyDraft.limit(Limit.every(ofMillis(10))).missesOnly(true).policy());
        Run run = new Run(greedy);
        run.to(1_000, CDN, 20, List.of(CDN));
        run.to(3_000, CDN, 20, List.of(CDN, KEY));
        assertThat(between(greedy, KEY, 1_000, 3_000)).isGreaterThan(180);
        assertThat(between(greedy, CDN, 1_000, 3_000)).isGreaterThan(2_500);
    }

    @Test
    void aFetcherKeepsNoGapAfterACacheAndALesserOneWhereACacheMayFollow() {
        learn(50);
        assertThat(origin.lastRelease().minGapMicros()).as("the only lane").isEqualTo(ofSeconds(1));
        origin.at(seconds() + 100).arrive(KEY);
        assertThat(origin.lastRelease().minGapMicros())
                .isEqualTo(lane().missRatio().of(T));
        origin.at(seconds() + 100).arrive(CDN);
        assertThat(origin.lastRelease().minGapMicros()).isZero();
        assertThat(origin.lastRelease().intervalMicros()).isEqualTo(ofSeconds(1));
    }

    @Test
    void aHitIsNoProbeOfTheOriginAndBringsItNoRateBack() {
        origin.at(10).arrive(KEY);
        origin.answer(origin.lastRelease(), 503, OptionalLong.of(ofSeconds(20)));
        origin.arrive(CDN);
        origin.runTo(30);
        long slowed = origin.state.hold.intervalMicros();
        origin.apply(reported(origin.lastRelease(), Outcome.FETCHED, CacheVerdict.HIT));
        assertThat(origin.state.hold.isOnProbation()).isTrue();
        assertThat(origin.state.hold.intervalMicros()).isEqualTo(slowed);
    }

    @Test
    void onceItIsNoCacheAnyMoreTheOriginsGapIsWhole() {
        learn(200);
        origin.policies = key -> EACH_FIVE_SECONDS;
        origin.arrive(KEY);
        origin.runTo(origin.now / 1e6 + 20);
        assertThat(origin.lastRelease().minGapMicros()).isEqualTo(T);
    }

    @Test
    void aRequestToACacheNeitherWaitsForAPlaceAtTheOriginNorTakesOne() {
        origin.at(10).arrive(CDN);
        assertThat(origin.lastRelease().inFlightMax()).isEqualTo(OriginEffect.Released.NO_CAP);
    }

    @Test
    void whatIsOutAtACacheTakesNoPermitFromAnAdaptiveOrigin() {
        Policy adaptive = PolicyDraft.of(EACH_FIVE_SECONDS)
                .adaptive(true)
                .leaseTimeoutMicros(ofSeconds(1_000))
                .policy();
        Policy cache =
                PolicyDraft.limit(Limit.every(ofMillis(10))).missesOnly(true).policy();
        TestOrigin busy = origin(adaptive, cache);
        busy.at(10);
        for (int i = 0; i < 60; i++) {
            busy.arrive(CDN);
        }
        for (int hits = 0; hits < 59; hits++) {
            busy.apply(reported(busy.lastRelease(), Outcome.FETCHED, CacheVerdict.HIT));
            busy.arrive(CDN);
            busy.runTo(busy.now / 1e6 + 6);
        }
        busy.arrive(KEY);
        busy.runTo(busy.now / 1e6 + 60);
        assertThat(busy.siteOf(busy.lastRelease())).isEqualTo(KEY);
    }

    @Test
    void aStateThatCachesMadeReadsBackTheSame() {
        learn(50);
        origin.at(seconds() + 100).arrive(KEY);
        origin.at(seconds() + 2).arrive(CDN);
        origin.runTo(seconds() + 3);
        byte[] bytes = origin.state.toBytes();
        OriginState read = OriginState.fromBytes(bytes);
        assertThat(read.toBytes()).isEqualTo(bytes);
        assertThat(read.forecastTatMicros()).isEqualTo(origin.state.forecastTatMicros());
        assertThat(read.leases()).isEqualTo(origin.state.leases());
        assertThat(read.forecastTatMicros()).isGreaterThan(read.tatMicros());
    }

    /** Asks both without end, every so many-th request to the cache misses; gives the misses that were heard of. */
    private long saturate(double from, double to, int missEvery) {
        origin.at(from);
        Run run = new Run(origin);
        run.to(to, CDN, missEvery, List.of(CDN, KEY));
        return run.misses;
    }

    /** A crawl in which every answer is heard of 0.4 s after its slot, and lanes never run empty. */
    private static final class Run {

        private static final long DELAY = ofMillis(400);

        private final TestOrigin origin;
        private final List<OriginEffect.Released> out = new ArrayList<>();
        private int seen;
        private long asked;
        long misses;

        Run(TestOrigin origin) {
            this.origin = origin;
            this.seen = origin.releases.size();
        }

        void to(double seconds, String cache, int missEvery, List<String> sites) {
            long end = micros(seconds);
            while (origin.now < end) {
                for (String site : sites) {
                    if (origin.state.laneOf(site).map(Lane::waiting).orElse(0L) < 2) {
                        origin.arrive(site);
                    }
                }
                collect();
                long heard = out.isEmpty() ? Long.MAX_VALUE : heardAt(out.get(0));
                long next = Math.min(Math.min(heard, Math.max(origin.now, origin.wakeAt)), end);
                origin.now = Math.max(origin.now, next);
                if (heard <= origin.now) {
                    answer(out.remove(0), cache, missEvery);
                } else {
                    origin.tick();
                }
            }
        }

        private void collect() {
            out.addAll(origin.releases.subList(seen, origin.releases.size()));
            seen = origin.releases.size();
        }

        private void answer(OriginEffect.Released released, String cache, int missEvery) {
            CacheVerdict verdict = CacheVerdict.UNKNOWN;
            if (origin.siteOf(released).equals(cache)) {
                boolean missed = ++asked % missEvery == 0;
                misses += missed ? 1 : 0;
                verdict = missed ? CacheVerdict.MISS : CacheVerdict.HIT;
            }
            origin.apply(reported(released, Outcome.FETCHED, verdict));
        }

        private static long heardAt(OriginEffect.Released released) {
            return released.slot().releaseAtMicros() + DELAY;
        }
    }

    /** So many hits, one after the other. */
    private void learn(int hits) {
        for (int hit = 0; hit < hits; hit++) {
            origin.arrive(CDN);
            origin.runTo(seconds() + 1);
            origin.apply(reported(origin.lastRelease(), Outcome.FETCHED, CacheVerdict.HIT));
        }
    }

    private void report(int release, double atSeconds, CacheVerdict verdict) {
        origin.at(atSeconds).apply(reported(origin.releases.get(release), Outcome.FETCHED, verdict));
    }

    private double seconds() {
        return origin.now / 1e6;
    }

    private Lane lane() {
        return origin.state.laneOf(CDN).orElseThrow();
    }

    private long countBetween(String site, double from, double to) {
        return between(origin, site, from, to);
    }

    private static long between(TestOrigin origin, String site, double from, double to) {
        return origin.releaseSeconds(site).stream()
                .filter(at -> at >= from && at <= to)
                .count();
    }

    private static TestOrigin origin(Policy policy, Policy cache) {
        Policies policies = key -> key.equals(CDN) ? cache : policy;
        return new TestOrigin(Timing.IMMEDIATE, policies);
    }

    private static OriginEvent.Reported reported(
            OriginEffect.Released released, Outcome outcome, CacheVerdict verdict) {
        return new OriginEvent.Reported(
                released.lease().booking(),
                outcome,
                outcome == Outcome.FETCHED ? OptionalInt.of(200) : OptionalInt.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                Optional.empty(),
                verdict);
    }
}

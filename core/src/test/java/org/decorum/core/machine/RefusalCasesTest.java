package org.decorum.core.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.decorum.core.machine.TestOrigin.only;
import static org.decorum.core.rate.Micros.ofMillis;
import static org.decorum.core.rate.Micros.ofSeconds;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;
import org.decorum.core.backoff.BackoffPolicy;
import org.decorum.core.backoff.HoldCause;
import org.decorum.core.policy.Policies;
import org.decorum.core.policy.Policy;
import org.decorum.core.policy.PolicyDraft;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rule 6 in the situations that other crawlers are known to have got wrong, each as one story. */
class RefusalCasesTest {

    private static final String SITE = "example.org";
    private static final long DAY = ofSeconds(24 * 3600);

    @Test
    void quickRefusalsOfAWholeBatchHalveTheRateOnceAndPause() {
        Policy policy = PolicyDraft.every(1)
                .intervalMaxMicros(ofSeconds(100))
                .leaseTimeoutMicros(ofSeconds(100))
                .policy();
        TestOrigin busy = new TestOrigin(new Timing(ofSeconds(9), 0), policy);
        arrive(busy, 30);
        List<OriginEffect.Released> batch = List.copyOf(busy.releases);
        assertThat(batch).hasSize(10);
        List<OriginEffect> effects = new ArrayList<>();
        for (OriginEffect.Released release : batch) {
            busy.now = Math.max(busy.now, release.slot().releaseAtMicros() + ofMillis(80));
            effects.addAll(busy.answer(release, 503));
        }
        assertThat(only(OriginEffect.Held.class, effects)).hasSize(1);
        assertThat(busy.state.limit(policy).intervalMicros()).isEqualTo(ofSeconds(2));
        assertThat(busy.state.holdUntilMicros()).isBetween(ofMillis(60_080), ofMillis(66_080));
        busy.runTo(busy.state.holdUntilMicros() / 1e6 - 10);
        assertThat(busy.releases).as("nothing in the pause").hasSize(10);
    }

    /** A spike a day came from hosts that doubled their pauses in step. */
    @Test
    void aHundredHostsThatRefuseTogetherWaitLongerEachTimeAndDoNotComeBackTogether() {
        List<TestOrigin> hosts = IntStream.range(0, 100)
                .mapToObj(number -> new TestOrigin(
                        "host" + number + ".example", PolicyDraft.every(1).policy()))
                .toList();
        hosts.forEach(host -> arrive(host, 1));
        for (long pause : new long[] {60, 120, 240, 480, 960, 1_920, 3_600, 3_600}) {
            Set<Long> ends = new HashSet<>();
            for (TestOrigin host : hosts) {
                host.answer(host.lastRelease(), 429);
                long micros = host.state.holdUntilMicros() - host.now;
                assertThat(micros).isBetween(ofSeconds(pause), ofSeconds(pause) / 10 * 11);
                ends.add(micros);
                host.runTo(host.state.holdUntilMicros() / 1e6);
            }
            assertThat(ends).as("pauses of about " + pause + " s").hasSizeGreaterThan(95);
        }
        for (TestOrigin host : hosts) {
            host.answer(host.lastRelease(), 200);
            host.now += ofSeconds(601);
            arrive(host, 1);
            host.answer(host.lastRelease(), 429);
            assertThat(host.state.holdUntilMicros() - host.now)
                    .as("forgiven after a quiet time")
                    .isBetween(ofSeconds(60), ofSeconds(66));
        }
    }

    @Test
    void aDelayOfThreeThousandYearsIsThePolicysLongestAndToldOnce() {
        Policy policy = PolicyDraft.every(1).leaseTimeoutMicros(ofSeconds(100)).policy();
        TestOrigin odd = new TestOrigin(new Timing(ofSeconds(5), 0), policy);
        arrive(odd, 10);
        List<OriginEffect> first = odd.answer(odd.releases.get(0), 429, seconds(99_999_999_999L));
        assertThat(only(OriginEffect.RetryAfterCapped.class, first))
                .containsExactly(new OriginEffect.RetryAfterCapped(SITE, ofSeconds(99_999_999_999L), DAY));
        assertThat(odd.state.holdUntilMicros()).isEqualTo(DAY);

        odd.state = OriginState.fromBytes(odd.state.toBytes());
        odd.at(1);
        List<OriginEffect> again = odd.answer(odd.releases.get(1), 429, seconds(99_999_999_999L));
        assertThat(odd.state.holdUntilMicros()).isEqualTo(DAY + ofSeconds(1));
        assertThat(only(OriginEffect.RetryAfterCapped.class, again))
                .as("of the same incident")
                .isEmpty();

        odd.runTo(odd.state.holdUntilMicros() / 1e6);
        List<OriginEffect> dayAfter = odd.answer(odd.lastRelease(), 429, OptionalLong.of(Long.MAX_VALUE));
        assertThat(only(OriginEffect.RetryAfterCapped.class, dayAfter))
                .as("of the next one")
                .hasSize(1);
    }

    @Test
    void ofSeveralAnswersOfAnIncidentTheFirstThatIsAbsurdIsToldOf() {
        Policy policy = PolicyDraft.every(1).leaseTimeoutMicros(ofSeconds(100)).policy();
        TestOrigin odd = new TestOrigin(new Timing(ofSeconds(5), 0), policy);
        arrive(odd, 10);
        assertThat(only(OriginEffect.RetryAfterCapped.class, odd.answer(odd.releases.get(0), 429)))
                .isEmpty();
        assertThat(only(
                        OriginEffect.RetryAfterCapped.class,
                        odd.answer(odd.releases.get(1), 429, OptionalLong.of(DAY))))
                .as("as long as the policy allows")
                .isEmpty();
        assertThat(only(
                        OriginEffect.RetryAfterCapped.class,
                        odd.answer(odd.releases.get(2), 429, OptionalLong.of(DAY + 1))))
                .hasSize(1);
        assertThat(only(
                        OriginEffect.RetryAfterCapped.class,
                        odd.answer(odd.releases.get(3), 429, OptionalLong.of(DAY + 2))))
                .isEmpty();
    }

    /** Where the site and its origin are both held by the same answer, that is still one thing to tell. */
    @Test
    void anAbsurdDelayThatHoldsSiteAndOriginIsToldOnce() {
        TestOrigin platform = new TestOrigin(
                PolicyDraft.every(1).leaseTimeoutMicros(ofSeconds(100)).policy());
        for (String site : List.of("a.example", "b.example", "c.example")) {
            platform.arrive(site);
        }
        platform.runTo(3);
        platform.answer(platform.releases.get(0), 429);
        platform.answer(platform.releases.get(1), 429);
        List<OriginEffect> effects = platform.answer(platform.releases.get(2), 429, OptionalLong.of(2 * DAY));
        assertThat(only(OriginEffect.Held.class, effects)).hasSize(2);
        assertThat(only(OriginEffect.RetryAfterCapped.class, effects))
                .containsExactly(new OriginEffect.RetryAfterCapped("c.example", 2 * DAY, DAY));
    }

    /** A URL that is put off again and again, in each way that an origin may put it off, comes to an end. */
    @ParameterizedTest
    @EnumSource(Putting.class)
    void aUrlThatIsPutOffAThousandTimesEndsLongBefore(Putting off) {
        BackoffPolicy brief = new BackoffPolicy(ofSeconds(1), ofSeconds(1), ofSeconds(1), ofSeconds(60), 5);
        TestOrigin origin = new TestOrigin(
                PolicyDraft.every(1).maxAttempts(3).backoff(brief).policy());
        arrive(origin, 1);
        List<OriginEffect> effects = new ArrayList<>();
        for (int times = 0; times < 1_000 && origin.state.inFlight() > 0; times++) {
            effects.addAll(origin.apply(off.report(origin.lastRelease())));
            origin.runTo(origin.wakeAt == Transition.NEVER ? origin.now / 1e6 : origin.wakeAt / 1e6);
        }
        assertThat(origin.releases).hasSize(off.releasesMax);
        assertThat(only(OriginEffect.Dropped.class, effects))
                .singleElement()
                .extracting(OriginEffect.Dropped::cause)
                .isEqualTo(RejectCause.ATTEMPTS_EXHAUSTED);
        assertThat(origin.backlog).isEmpty();
    }

    private enum Putting {
        REFUSED(30, Outcome.FETCHED, 429, OptionalLong.of(ofSeconds(1))),
        REFUSED_WITHOUT_A_DELAY(30, Outcome.FETCHED, 503, OptionalLong.empty()),
        ROBOTS_TXT_IN_ERROR(30, Outcome.ROBOTS, 500, OptionalLong.of(ofSeconds(1))),
        ROBOTS_TXT_REFUSED(30, Outcome.ROBOTS, 503, OptionalLong.empty()),
        NO_ANSWER(3, Outcome.FAILED, 0, OptionalLong.empty());

        private final int releasesMax;
        private final Outcome outcome;
        private final int status;
        private final OptionalLong retryAfter;

        Putting(int releasesMax, Outcome outcome, int status, OptionalLong retryAfter) {
            this.releasesMax = releasesMax;
            this.outcome = outcome;
            this.status = status;
            this.retryAfter = retryAfter;
        }

        OriginEvent report(OriginEffect.Released released) {
            return new OriginEvent.Reported(
                    released.lease().booking(),
                    outcome,
                    status == 0 ? OptionalInt.empty() : OptionalInt.of(status),
                    OptionalLong.empty(),
                    retryAfter);
        }
    }

    /** Two workers ask in the same instant: whoever owns the key gives one start per interval, whoever asked. */
    @Test
    void requestsOfTheSameInstantGetOneStartPerInterval() {
        TestOrigin origin = new TestOrigin(PolicyDraft.every(5).policy());
        arrive(origin, 2);
        origin.tick();
        origin.tick();
        origin.runTo(60);
        assertThat(origin.releaseSeconds()).containsExactly(0.0, 5.0);
    }

    /** The key moves to another worker, with its state alone: the pause is in force there, and so is why. */
    @Test
    void aPauseIsInForceWhereverTheKeyGoes() {
        Policy policy = PolicyDraft.every(1).policy();
        TestOrigin before = new TestOrigin(policy);
        arrive(before, 3);
        before.answer(before.lastRelease(), 429, seconds(3_600));

        OriginMachine elsewhere = new OriginMachine(Timing.IMMEDIATE);
        OriginState moved = OriginState.fromBytes(before.state.toBytes());
        Policies policies = Policies.always(policy);
        assertThat(moved.holdCause()).contains(HoldCause.RETRY_AFTER);
        assertThat(elsewhere.wakeAt(TestOrigin.KEY, moved, 0, policies)).isEqualTo(ofSeconds(3_600));
        Transition early = elsewhere.apply(
                TestOrigin.KEY, moved, new OriginEvent.Tick(), ofSeconds(3_599), policies, before.backlog::get);
        assertThat(early.effects()).isEmpty();
        Transition due = elsewhere.apply(
                TestOrigin.KEY, moved, new OriginEvent.Tick(), ofSeconds(3_600), policies, before.backlog::get);
        assertThat(only(OriginEffect.Released.class, due.effects()))
                .as("the probe alone")
                .hasSize(1);
    }

    @Test
    void aHoldRemembersWhatItsEndIsDueTo() {
        Policy policy =
                PolicyDraft.every(1).leaseTimeoutMicros(ofSeconds(1_000)).policy();
        TestOrigin origin = new TestOrigin(new Timing(ofSeconds(5), 0), policy);
        assertThat(origin.state.holdCause()).isEqualTo(Optional.empty());
        arrive(origin, 10);
        origin.answer(origin.releases.get(0), 503);
        assertThat(origin.state.holdCause()).contains(HoldCause.LADDER);
        origin.answer(origin.releases.get(1), 503, seconds(10));
        assertThat(origin.state.holdCause()).as("a shorter delay ends nothing").contains(HoldCause.LADDER);
        origin.answer(origin.releases.get(2), 503, seconds(100));
        assertThat(origin.state.holdCause()).contains(HoldCause.RETRY_AFTER);
        origin.runTo(100);
        origin.report(origin.lastRelease(), Outcome.FAILED);
        assertThat(origin.state.holdCause()).contains(HoldCause.PROBE_FAILED);
        origin.state = OriginState.fromBytes(origin.state.toBytes());
        assertThat(origin.state.holdCause()).contains(HoldCause.PROBE_FAILED);
    }

    private static void arrive(TestOrigin origin, int count) {
        for (int i = 0; i < count; i++) {
            origin.arrive(SITE);
        }
    }

    private static OptionalLong seconds(long seconds) {
        return OptionalLong.of(ofSeconds(seconds));
    }
}

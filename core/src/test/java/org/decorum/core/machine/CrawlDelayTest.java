package org.decorum.core.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.decorum.core.machine.TestOrigin.micros;
import static org.decorum.core.rate.Micros.ofSeconds;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.decorum.core.cache.CacheVerdict;
import org.decorum.core.policy.CrawlDelay;
import org.decorum.core.policy.CrawlDelay.Counting;
import org.decorum.core.policy.Policy;
import org.decorum.core.policy.PolicyDraft;
import org.junit.jupiter.api.Test;

/** What a policy makes of the Crawl-delay that robots.txt asks for. */
class CrawlDelayTest {

    private static final String SITE = "a.example";
    private static final String OTHER = "b.example";
    private static final long DAY = ofSeconds(24 * 3600);

    @Test
    void fromFinishToStartTheNextRequestWaitsForTheEndOfTheOneBefore() {
        TestOrigin origin = asked(obeying(Counting.FINISH_TO_START, DAY), 10);
        arrive(origin, 3);
        origin.runTo(60);
        assertThat(origin.releaseSeconds()).as("while one is out").containsExactly(0.0);
        origin.at(63);
        finish(origin, 61);
        assertThat(origin.releaseSeconds()).containsExactly(0.0);
        origin.runTo(100);
        assertThat(origin.releaseSeconds()).containsExactly(0.0, 71.0);
        origin.at(71.5);
        finish(origin, 71.2);
        origin.runTo(100);
        assertThat(origin.releaseSeconds()).containsExactly(0.0, 71.0, 81.2);
    }

    @Test
    void anEndThatCannotBeIsTakenForNowOrForTheSlot() {
        TestOrigin origin = asked(obeying(Counting.FINISH_TO_START, DAY), 10);
        arrive(origin, 3);
        origin.at(20);
        finish(origin, 5_000);
        origin.runTo(40);
        assertThat(origin.releaseSeconds()).as("ended in future").containsExactly(0.0, 30.0);
        origin.at(41);
        finish(origin, -7);
        origin.runTo(60);
        assertThat(origin.releaseSeconds()).as("ended before it began").containsExactly(0.0, 30.0, 40.0 + 1.0);
    }

    @Test
    void aFetcherWhoseClockIsALittleAheadIsBelieved() {
        TestOrigin origin = asked(obeying(Counting.FINISH_TO_START, DAY), 10);
        arrive(origin, 2);
        origin.at(20);
        finish(origin, 22);
        origin.runTo(40);
        assertThat(origin.releaseSeconds()).containsExactly(0.0, 32.0);
    }

    @Test
    void aRequestOfWhichNobodyReportsEndsWithItsLease() {
        TestOrigin origin = asked(
                PolicyDraft.of(obeying(Counting.FINISH_TO_START, DAY))
                        .leaseTimeoutMicros(ofSeconds(100))
                        .slotMicros(ofSeconds(1))
                        .policy(),
                10);
        arrive(origin, 2);
        origin.runTo(200);
        assertThat(origin.releaseSeconds()).containsExactly(0.0, 111.0);
    }

    @Test
    void aSlotThatWasMissedNeedsNoRest() {
        TestOrigin origin = asked(obeying(Counting.FINISH_TO_START, DAY), 10);
        arrive(origin, 1);
        origin.at(11).report(origin.lastRelease(), Outcome.MISSED_SLOT);
        assertThat(origin.releaseSeconds()).containsExactly(0.0, 11.0);
    }

    @Test
    void oneSiteThatWaitsForItsRequestDoesNotDelayAnother() {
        TestOrigin origin = asked(obeying(Counting.FINISH_TO_START, DAY), 10);
        arrive(origin, 2);
        for (int i = 0; i < 3; i++) {
            origin.arrive(OTHER);
        }
        origin.runTo(30);
        assertThat(origin.releaseSeconds(OTHER)).containsExactly(1.0, 2.0, 3.0);
        assertThat(origin.releaseSeconds(SITE)).containsExactly(0.0);
    }

    @Test
    void withoutACrawlDelayThereIsNothingToWaitFor() {
        TestOrigin origin = asked(obeying(Counting.FINISH_TO_START, DAY), 0);
        arrive(origin, 3);
        origin.runTo(2);
        assertThat(origin.releaseSeconds()).containsExactly(0.0, 1.0, 2.0);
    }

    @Test
    void aPolicyThatChangesHowItCountsActsOnWhatWaits() {
        TestOrigin origin = asked(obeying(Counting.START_TO_START, DAY), 10);
        arrive(origin, 4);
        origin.runTo(10);
        assertThat(origin.releaseSeconds()).containsExactly(0.0, 10.0);
        origin.policy(obeying(Counting.FINISH_TO_START, DAY));
        origin.runTo(30);
        assertThat(origin.releases).as("two are out").hasSize(2);
        origin.policy(obeying(Counting.IGNORE, DAY));
        origin.tick();
        assertThat(origin.releaseSeconds()).containsExactly(0.0, 10.0, 30.0);
    }

    @Test
    void aCapShortensALongDelayAtOnceAndALongerOneGivesItBack() {
        TestOrigin origin = asked(obeying(Counting.START_TO_START, ofSeconds(30)), 300);
        arrive(origin, 3);
        origin.runTo(30);
        assertThat(origin.releaseSeconds()).containsExactly(0.0, 30.0);
        origin.policy(obeying(Counting.START_TO_START, DAY));
        origin.runTo(1_000);
        assertThat(origin.releaseSeconds()).containsExactly(0.0, 30.0, 330.0);
    }

    @Test
    void aShorterDelayCountsOnceItWasReadForADayAndThenTheLongestOfThese() {
        TestOrigin origin = asked(obeying(Counting.START_TO_START, DAY), 45);
        robots(origin, 1, 2.5);
        robots(origin, 12 * 3600, 4);
        robots(origin, 24 * 3600, 0);
        assertThat(delay(origin)).isEqualTo(ofSeconds(45));
        robots(origin, 24 * 3600 + 1, 3);
        assertThat(delay(origin)).isEqualTo(ofSeconds(4));
    }

    @Test
    void theOldDelayReadOnceMoreBeginsTheDayAnew() {
        TestOrigin origin = asked(obeying(Counting.START_TO_START, DAY), 45);
        robots(origin, 1, 2.5);
        robots(origin, 20 * 3600, 45);
        robots(origin, 30 * 3600, 2.5);
        robots(origin, 50 * 3600, 2.5);
        assertThat(delay(origin)).isEqualTo(ofSeconds(45));
        robots(origin, 54 * 3600, 2.5);
        assertThat(delay(origin)).isEqualTo(micros(2.5));
    }

    @Test
    void whatIsRememberedOfADelaySurvivesTheStore() {
        TestOrigin origin = asked(obeying(Counting.FINISH_TO_START, DAY), 45);
        arrive(origin, 2);
        origin.at(100);
        finish(origin, 90);
        robots(origin, 101, 2.5);
        origin.state = OriginState.fromBytes(origin.state.toBytes());
        origin.runTo(200);
        assertThat(origin.releaseSeconds()).containsExactly(0.0, 135.0);
        robots(origin, 101 + 24 * 3600, 2.5);
        assertThat(delay(origin)).isEqualTo(micros(2.5));
    }

    private static Policy obeying(Counting counting, long maxMicros) {
        return PolicyDraft.every(1)
                .crawlDelay(new CrawlDelay(counting, maxMicros))
                .leaseTimeoutMicros(ofSeconds(100_000))
                .policy();
    }

    private static TestOrigin asked(Policy policy, double seconds) {
        TestOrigin origin = new TestOrigin(policy);
        robots(origin, 0, seconds);
        return origin;
    }

    private static void robots(TestOrigin origin, double at, double seconds) {
        origin.at(at).apply(new OriginEvent.RobotsRead(SITE, micros(seconds)));
    }

    private static long delay(TestOrigin origin) {
        return origin.state.lanes().get(0).crawlDelayMicros();
    }

    private static void arrive(TestOrigin origin, int count) {
        for (int i = 0; i < count; i++) {
            origin.arrive(SITE);
        }
    }

    private static void finish(TestOrigin origin, double second) {
        origin.apply(new OriginEvent.Reported(
                origin.lastRelease().lease().booking(),
                Outcome.FETCHED,
                OptionalInt.of(200),
                OptionalLong.empty(),
                OptionalLong.of(micros(second)),
                OptionalLong.empty(),
                Optional.empty(),
                CacheVerdict.UNKNOWN));
    }
}

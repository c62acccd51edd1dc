package org.decorum.stage.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.decorum.core.backoff.BackoffPolicy;
import org.decorum.core.policy.Access;
import org.decorum.core.policy.CrawlDelay;
import org.decorum.core.policy.CrawlDelay.Counting;
import org.decorum.core.policy.Policy;
import org.decorum.core.policy.PolicyLimits;
import org.decorum.core.rate.Limit;
import org.decorum.schema.CostRule;
import org.decorum.schema.CrawlDelayRule;
import org.decorum.schema.OriginPolicy;
import org.decorum.stage.table.KeyChanges;
import org.junit.jupiter.api.Test;

class PolicyBookTest {

    private final PolicyBook book = new PolicyBook(Policy.POLITE);

    @Test
    void anOriginThatNobodyDescribedHasTheDefault() {
        assertThat(book.of("example.org")).isEqualTo(Policy.POLITE);
    }

    @Test
    void whatAPolicyLeavesOutIsTheDefaults() {
        book.set("example.org", OriginPolicy.newBuilder().setMaxInFlight(3).build());
        Policy policy = book.of("example.org");
        assertThat(policy.maxInFlight()).isEqualTo(3);
        assertThat(policy.origin()).isEqualTo(Policy.POLITE.origin());
        assertThat(policy.site()).isEqualTo(Policy.POLITE.origin());
        assertThat(policy.retentionMicros()).isEqualTo(Policy.POLITE.retentionMicros());
        assertThat(book.of("sub.example.org")).isEqualTo(Policy.POLITE);
    }

    @Test
    void everyFieldIsTaken() {
        book.set(
                "example.org",
                OriginPolicy.newBuilder()
                        .setIntervalMicros(100_000L)
                        .setSiteIntervalMicros(300_000L)
                        .setBurst(4)
                        .setSlotMicros(25_000L)
                        .setMaxInFlight(5)
                        .setMaxAttempts(6)
                        .setLeaseTimeoutMicros(7_000_000L)
                        .setBacklogMax(8)
                        .setRetentionMicros(9_000_000L)
                        .setWeight(10)
                        .setAdaptive(true)
                        .setMissesOnly(true)
                        .setFailureRun(17)
                        .setPriority(2)
                        .setCrawlDelay(CrawlDelayRule.FINISH_TO_START)
                        .setCrawlDelayMaxMicros(11L)
                        .setCostRules(List.of(CostRule.newBuilder()
                                .setKind("page")
                                .setCost(12)
                                .build()))
                        .setBackoffInitialMicros(13L)
                        .setBackoffCapMicros(14L)
                        .setBackoffQuietMicros(15L)
                        .setRetryAfterCapMicros(16L)
                        .build());
        Policy policy = book.of("example.org");
        assertThat(policy.origin()).isEqualTo(Limit.burst(100_000, 4));
        assertThat(policy.site()).isEqualTo(Limit.burst(300_000, 4));
        assertThat(policy.slotMicros()).isEqualTo(OptionalLong.of(25_000));
        assertThat(policy.maxInFlight()).isEqualTo(5);
        assertThat(policy.maxAttempts()).isEqualTo(6);
        assertThat(policy.leaseTimeoutMicros()).isEqualTo(7_000_000);
        assertThat(policy.backlogMax()).isEqualTo(8);
        assertThat(policy.retentionMicros()).isEqualTo(9_000_000);
        assertThat(policy.weight()).isEqualTo(10);
        assertThat(policy.isAdaptive()).isTrue();
        assertThat(policy.missesOnly()).isTrue();
        assertThat(policy.priority()).isEqualTo(2);
        assertThat(policy.crawlDelay()).isEqualTo(new CrawlDelay(Counting.FINISH_TO_START, 11));
        assertThat(policy.costs().rules()).hasToString("[kind:page=12]");
        assertThat(policy.backoff()).isEqualTo(new BackoffPolicy(13, 14, 16, 15, 17));
    }

    @Test
    void aCapOfOneRecordBelowTheFirstPauseOfAnotherIsThatPause() {
        book.set(
                "*",
                OriginPolicy.newBuilder().setBackoffInitialMicros(9_000_000L).build());
        book.set(
                "example.org", OriginPolicy.newBuilder().setBackoffCapMicros(5L).build());
        assertThat(book.of("example.org").backoff().capMicros()).isEqualTo(9_000_000);
    }

    @Test
    void aListOfCostRulesStandsForTheListsOfLessSpecificKeys() {
        book.set("*", OriginPolicy.newBuilder().setCostRules(List.of()).build());
        assertThat(book.of("example.org").costs().rules()).isEmpty();
        assertThat(book.of("example.org").costs()).isNotEqualTo(Policy.POLITE.costs());
    }

    @Test
    void moreChangesThanAReaderTakesAtOnceWait() {
        KeyChanges.Reader reader = book.reader();
        for (String key : List.of("a", "b", "c")) {
            book.set(key, interval(1));
        }
        List<String> changes = new ArrayList<>();
        reader.someChanges(2, changes::add);
        assertThat(changes).containsExactly("a", "b");
        reader.someChanges(2, changes::add);
        assertThat(changes).containsExactly("a", "b", "c");
    }

    @Test
    void aBurstWithoutAnIntervalIsAtTheDefaultsPace() {
        book.set("example.org", OriginPolicy.newBuilder().setBurst(3).build());
        assertThat(book.of("example.org").origin()).isEqualTo(Limit.burst(5_000_000, 3));
    }

    @Test
    void aPolicyThatContradictsItselfLeavesTheOneInForceAndTellsNobody() {
        book.set("example.org", interval(100_000));
        KeyChanges.Reader reader = book.reader();
        assertThatThrownBy(() -> book.set("example.org", interval(0)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("interval_micros: 0 (expected: 1 to 31536000000000)");
        assertThatThrownBy(() -> book.set("example.org", interval(Long.MAX_VALUE)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(book.of("example.org").origin()).isEqualTo(Limit.every(100_000));
        assertThat(changes(reader)).isEmpty();
    }

    @Test
    void nullPutsTheDefaultInForceAgain() {
        book.set("example.org", interval(100_000));
        book.set("example.org", null);
        assertThat(book.of("example.org")).isEqualTo(Policy.POLITE);
    }

    @Test
    void everyReaderIsToldOfEachChangeOnceAndOnlyFromItsStartToItsEnd() {
        book.set("before", interval(1));
        KeyChanges.Reader one = book.reader();
        KeyChanges.Reader other = book.reader();
        book.set("a", interval(1));
        book.set("b", null);
        assertThat(changes(one)).containsExactly("a", "b");
        assertThat(changes(one)).isEmpty();
        one.close();
        book.set("c", interval(1));
        assertThat(changes(one)).isEmpty();
        assertThat(changes(other)).containsExactly("a", "b", "c");
    }

    @Test
    void forEachFieldTheMostSpecificRecordThatSaysSomethingCounts() {
        book.set(
                "*",
                OriginPolicy.newBuilder()
                        .setMaxInFlight(7)
                        .setWeight(7)
                        .setIntervalMicros(7L)
                        .build());
        book.set(
                "*.example.org",
                OriginPolicy.newBuilder().setMaxInFlight(8).setWeight(8).build());
        book.set("*.b.example.org", OriginPolicy.newBuilder().setMaxInFlight(9).build());
        book.set("a.b.example.org", OriginPolicy.newBuilder().setMaxAttempts(10).build());
        Policy policy = book.of("a.b.example.org");
        assertThat(policy.maxAttempts()).isEqualTo(10);
        assertThat(policy.maxInFlight()).isEqualTo(9);
        assertThat(policy.weight()).isEqualTo(8);
        assertThat(policy.origin()).isEqualTo(Limit.every(7));
        assertThat(policy.backlogMax()).isEqualTo(Policy.POLITE.backlogMax());
        assertThat(book.say("a.b.example.org", "a.b.example.org").speakers())
                .containsExactly("a.b.example.org", "*.b.example.org", "*.example.org", "*");
        assertThat(book.of("example.org").weight()).as("not below itself").isEqualTo(7);
    }

    @Test
    void aPatternThatChangesOrGoesActsOnWhatWasAskedForBefore() {
        book.set("a.example.org", OriginPolicy.newBuilder().setWeight(2).build());
        assertThat(book.of("a.example.org").origin()).isEqualTo(Policy.POLITE.origin());
        book.set("*.example.org", interval(100_000));
        assertThat(book.of("a.example.org").origin()).isEqualTo(Limit.every(100_000));
        assertThat(book.of("a.example.org")).as("compiled once").isSameAs(book.of("a.example.org"));
        book.set("*.example.org", interval(200_000));
        assertThat(book.of("a.example.org").origin()).isEqualTo(Limit.every(200_000));
        book.set("*.example.org", null);
        assertThat(book.of("a.example.org").origin()).isEqualTo(Policy.POLITE.origin());
        assertThat(book.of("b.example.org")).isEqualTo(Policy.POLITE);
    }

    @Test
    void oneMayBeExceptedFromWhatIsSaidOfAll() {
        book.set("*", OriginPolicy.newBuilder().setPaused(true).build());
        book.set("a.example.org", OriginPolicy.newBuilder().setPaused(false).build());
        book.set("b.example.org", OriginPolicy.newBuilder().setBlocked(true).build());
        assertThat(book.of("a.example.org").access()).isEqualTo(Access.OPEN);
        assertThat(book.of("b.example.org").access()).isEqualTo(Access.BLOCKED);
        assertThat(book.of("c.example.org").access()).isEqualTo(Access.PAUSED);
    }

    @Test
    void aBurstOfOneRecordThatIsTooMuchForTheIntervalOfAnotherIsSmaller() {
        book.set("a.example.org", OriginPolicy.newBuilder().setBurst(100_000).build());
        book.set("*", interval(PolicyLimits.TIME_MAX_MICROS));
        assertThat(book.of("a.example.org").origin())
                .isEqualTo(new Limit(PolicyLimits.TIME_MAX_MICROS, PolicyLimits.TIME_MAX_MICROS));
    }

    @Test
    void moreKeysThanAreKeptAreAnsweredJustTheSame() {
        book.set("*.example.org", interval(100_000));
        for (int i = 0; i < PolicyBook.COMPILED_MAX + 10; i++) {
            assertThat(book.of(i + ".example.org").origin().intervalMicros()).isEqualTo(100_000);
        }
    }

    private static List<String> changes(KeyChanges.Reader reader) {
        List<String> changes = new ArrayList<>();
        reader.someChanges(10, changes::add);
        return changes;
    }

    private static OriginPolicy interval(long micros) {
        return OriginPolicy.newBuilder().setIntervalMicros(micros).build();
    }
}

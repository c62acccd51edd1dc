package org.decorum.core.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.decorum.core.rate.Micros.ofSeconds;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.decorum.core.backlog.Waiting;
import org.decorum.core.policy.BacklogFull;
import org.decorum.core.policy.PolicyDraft;
import org.junit.jupiter.api.Test;

/** A request that only joins a queue need not be stored with its origin: the backlog tells of it. */
class JoinedQueueTest {

    private static final String SITE = TestOrigin.KEY;

    private final TestOrigin origin =
            new TestOrigin(PolicyDraft.every(10).maxInFlight(1).policy());

    @Test
    void oneBehindOthersOfItsPriorityIsToldByTheBacklog() {
        origin.arrive(SITE);
        origin.arrive(SITE);
        assertThat(origin.state.isToldByBacklog()).as("the first that waits").isFalse();
        byte[] stored = origin.state.toBytes();

        origin.at(3).arrive(SITE);
        origin.at(4).arrive(SITE);

        assertThat(origin.state.isToldByBacklog()).isTrue();
        assertThat(origin.state.waiting()).isEqualTo(3);
        assertThat(OriginState.fromBytes(stored).waiting()).isEqualTo(1);
        assertThat(caughtUp(stored).toBytes()).isEqualTo(origin.state.toBytes());
    }

    @Test
    void whateverElseHappensIsNot() {
        origin.arrive(SITE);
        assertThat(origin.state.isToldByBacklog()).as("it is released").isFalse();
        origin.arrive(SITE);
        origin.apply(new OriginEvent.Arrived(new Waiting(SITE, 9, 1, Long.MIN_VALUE, Long.MAX_VALUE)));
        assertThat(origin.state.isToldByBacklog())
                .as("none of its priority waits")
                .isFalse();
        origin.arrive("other.example");
        assertThat(origin.state.isToldByBacklog()).as("none of its site waits").isFalse();
        origin.apply(new OriginEvent.Arrived(new Waiting(SITE, 5, 1, ofSeconds(500), Long.MAX_VALUE)));
        assertThat(origin.state.isToldByBacklog()).as("it is deferred").isFalse();
        origin.arrive(SITE);
        assertThat(origin.state.isToldByBacklog()).isTrue();
        origin.report(origin.lastRelease(), Outcome.FETCHED);
        assertThat(origin.state.isToldByBacklog()).as("a report").isFalse();
        origin.at(1_000).arrive(SITE);
        assertThat(origin.state.isToldByBacklog()).as("others are released").isFalse();
    }

    @Test
    void oneThatAnotherGivesWayToIsNot() {
        origin.policy(PolicyDraft.every(10)
                .maxInFlight(1)
                .backlogMax(3)
                .backlogFull(BacklogFull.DROP_LOWEST_PRIORITY)
                .policy());
        origin.arrive(SITE);
        origin.apply(new OriginEvent.Arrived(new Waiting(SITE, 1, 1, Long.MIN_VALUE, Long.MAX_VALUE)));
        origin.arrive(SITE);
        origin.arrive(SITE);
        origin.arrive(SITE);
        assertThat(origin.state.waiting()).isEqualTo(3);
        assertThat(origin.state.isToldByBacklog()).isFalse();
    }

    /** Whatever happens, what was stored last and the backlog make the state as it is. */
    @Test
    void whatIsStoredAndTheBacklogAreTheStateAtAnyTime() {
        for (int seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            TestOrigin one = new TestOrigin(PolicyDraft.every(2)
                    .maxInFlight(3)
                    .backlogMax(12)
                    .backlogFull(random.nextBoolean() ? BacklogFull.REJECT_NEW : BacklogFull.DROP_LOWEST_PRIORITY)
                    .policy());
            List<OriginEffect.Released> out = new ArrayList<>();
            byte[] stored = one.state.toBytes();
            int told = 0;
            for (int step = 0; step < 200; step++) {
                one.at(step * 0.5);
                int released = one.releases.size();
                if (random.nextInt(3) > 0) {
                    String site = random.nextInt(4) == 0 ? "other.example" : SITE;
                    one.apply(new OriginEvent.Arrived(
                            new Waiting(site, random.nextInt(3), 1, Long.MIN_VALUE, Long.MAX_VALUE)));
                } else if (!out.isEmpty() && random.nextBoolean()) {
                    one.report(
                            out.remove(random.nextInt(out.size())),
                            random.nextInt(4) == 0 ? Outcome.MISSED_SLOT : Outcome.FETCHED);
                } else {
                    one.tick();
                }
                out.addAll(one.releases.subList(released, one.releases.size()));
                if (one.state.isToldByBacklog()) {
                    told++;
                } else {
                    stored = one.state.toBytes();
                }
                assertThat(OriginState.fromBytes(stored)
                                .caughtUp(one.backlog::containsKey)
                                .toBytes())
                        .as("seed %d, step %d", seed, step)
                        .isEqualTo(one.state.toBytes());
            }
            assertThat(told).as("seed %d", seed).isPositive();
        }
    }

    /** What the backlog holds besides may be left from a crash. */
    @Test
    void nobodyLooksFurtherWhereEachStateIsStored() {
        origin.arrive(SITE);
        origin.arrive(SITE);
        byte[] stored = origin.state.toCompleteBytes();
        origin.arrive(SITE);
        assertThat(caughtUp(stored).waiting()).isEqualTo(1);
    }

    /** From a stage that stored each state, or from before requests joined queues. */
    @Test
    void theFirstBehindAStateThatNobodyLooksBehindIsStored() {
        origin.arrive(SITE);
        origin.arrive(SITE);
        origin.state = OriginState.fromBytes(origin.state.toCompleteBytes());
        origin.arrive(SITE);
        assertThat(origin.state.isToldByBacklog()).isFalse();
        byte[] stored = origin.state.toBytes();
        origin.arrive(SITE);
        assertThat(origin.state.isToldByBacklog()).isTrue();
        assertThat(caughtUp(stored).waiting()).isEqualTo(3);
    }

    /** A long queue of an origin that is paused, say, is not looked through by each who reads its state. */
    @Test
    void nobodyLooksForMoreThanAFewHundredRequests() {
        origin.arrive(SITE);
        byte[] stored = origin.state.toBytes();
        long mostLooks = 0;
        for (int request = 0; request < 10 * OriginMachine.JOINS_MAX; request++) {
            origin.arrive(SITE);
            stored = origin.state.isToldByBacklog() ? stored : origin.state.toBytes();
            AtomicLong looks = new AtomicLong();
            OriginState read = OriginState.fromBytes(stored).caughtUp(ticket -> {
                looks.incrementAndGet();
                return origin.backlog.containsKey(ticket);
            });
            assertThat(read.waiting()).isEqualTo(origin.state.waiting());
            mostLooks = Math.max(mostLooks, looks.get());
        }
        assertThat(mostLooks).isBetween(OriginMachine.JOINS_MAX / 2L, OriginMachine.JOINS_MAX + 10L);
    }

    /** Its state is stored for them anyway. */
    @Test
    void anOriginAtWorkIsNeverStoredForThoseThatJoin() {
        origin.arrive(SITE);
        origin.arrive(SITE);
        for (int turn = 1; turn < 10; turn++) {
            for (int request = 0; request < OriginMachine.JOINS_MAX - 1; request++) {
                origin.arrive(SITE);
                assertThat(origin.state.isToldByBacklog())
                        .as("turn %d, request %d", turn, request)
                        .isTrue();
            }
            origin.report(origin.lastRelease(), Outcome.FETCHED);
            origin.at(20 * turn).tick();
            assertThat(origin.state.isToldByBacklog()).as("turn %d", turn).isFalse();
        }
        for (int request = 0; request < OriginMachine.JOINS_MAX - 1; request++) {
            origin.arrive(SITE);
        }
        origin.arrive(SITE);
        assertThat(origin.state.isToldByBacklog())
                .as("one more than is looked for")
                .isFalse();
    }

    private OriginState caughtUp(byte[] stored) {
        return OriginState.fromBytes(stored).caughtUp(origin.backlog::containsKey);
    }
}

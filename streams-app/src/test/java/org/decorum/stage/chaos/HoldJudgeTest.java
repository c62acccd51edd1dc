package org.decorum.stage.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.decorum.schema.OriginHold;
import org.junit.jupiter.api.Test;

class HoldJudgeTest {

    private static final long SECOND = 1_000_000;
    private static final long SLOT = SECOND / 4;
    private static final String ORIGIN = "a.example";

    private final HoldJudge judge = new HoldJudge();

    @Test
    void aStartInsideAHoldIsFoundAndOnesOnItsWayOrAtItsEndAreNot() {
        hold(100 * SECOND, 110 * SECOND);

        assertThat(inside(99 * SECOND, 100 * SECOND + SLOT, 110 * SECOND)).isZero();
        assertThat(inside(105 * SECOND)).isEqualTo(1);
    }

    @Test
    void aFetcherMayBeThreeSecondsBehindAndNoMore() {
        hold(100 * SECOND, 110 * SECOND);

        assertThat(judge.inside(ORIGIN, new long[] {103 * SECOND, 104 * SECOND}, SLOT))
                .extracting(breach -> breach.mayBe(SLOT))
                .containsExactly(true, false);
    }

    @Test
    void anotherOriginsHoldIsNoneOfIt() {
        hold(100 * SECOND, 110 * SECOND);

        assertThat(judge.inside("b.example", new long[] {105 * SECOND}, SLOT)).isEmpty();
    }

    private int inside(long... starts) {
        return judge.inside(ORIGIN, starts, SLOT).size();
    }

    private void hold(long seenMicros, long untilMicros) {
        judge.seen(
                OriginHold.newBuilder()
                        .setOriginKey(ORIGIN)
                        .setEpoch(1)
                        .setHoldUntil(Instant.EPOCH.plus(untilMicros, ChronoUnit.MICROS))
                        .setCause("LADDER")
                        .setHeldAt(Instant.EPOCH)
                        .build(),
                seenMicros);
    }
}

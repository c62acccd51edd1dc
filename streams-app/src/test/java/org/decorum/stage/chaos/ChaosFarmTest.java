package org.decorum.stage.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.decorum.stage.sim.farm.Reply;
import org.junit.jupiter.api.Test;

/** The judge sees what is done to the origins, with times that the test makes up. */
class ChaosFarmTest {

    private static final long SECOND = 1_000_000;

    private final Workload work = Workload.generate(2_000, 60, 0, 5);
    private final ChaosFarm farm = new ChaosFarm(work, 5);

    @Test
    void aFloorThatIsBrokenIsFound() {
        ChaosOrigin origin = origin(Temper.CALM);
        ask(origin, 0, 100 * SECOND);
        ask(origin, 1, 100 * SECOND + origin.floorMicros());
        assertThat(farm.report().floorViolations()).isZero();

        ask(origin, 2, 100 * SECOND + origin.floorMicros() + origin.floorMicros() / 2);
        assertThat(farm.report().floorViolations()).isEqualTo(1);
        farm.close();
    }

    @Test
    void aStartInAPauseThatTheOriginAskedForIsFound() {
        ChaosOrigin tired = origin(Temper.TIRED);
        long at = 100 * SECOND;
        List<String> heads = new ArrayList<>();
        while (heads.stream().noneMatch(head -> head.contains(" 429 "))) {
            at += 10 * SECOND;
            heads.add(ask(tired, 0, at).head());
        }
        assertThat(farm.startsInPauses()).isZero();

        ask(tired, 1, at + 2 * SECOND);
        assertThat(farm.startsInPauses()).isEqualTo(1);
        farm.close();
    }

    @Test
    void startsAreCountedByRequestAndStrangersApart() {
        ChaosOrigin origin = origin(Temper.CALM);
        ask(origin, 7, SECOND);
        ask(origin, 7, 20 * SECOND);
        farm.answer(origin.host(), "/robots.txt", 30 * SECOND);
        farm.answer("nobody.example", "/1", 30 * SECOND);

        assertThat(farm.starts(7)).isEqualTo(2);
        assertThat(farm.strangers()).isEqualTo(2);
        farm.close();
    }

    private Reply ask(ChaosOrigin origin, int number, long atMicros) {
        return farm.answer(origin.host(), "/" + number, atMicros);
    }

    private ChaosOrigin origin(Temper temper) {
        return work.origins().stream()
                .filter(origin -> origin.temper() == temper && origin.burst() == 1 && origin.intervalMicros() >= SECOND)
                .findFirst()
                .orElseThrow();
    }
}

package org.decorum.stage.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A simulation that does not notice bugs proves nothing: each kind that is put in must break what it ought to break. */
class SabotageTest {

    private static final int SEEDS_MAX = 400;

    @ParameterizedTest
    @CsvSource({
        "SHORT_INTERVALS, BOOKINGS_CONFORM",
        "HASTY_FETCHERS, STARTS_KEEP_THE_FLOOR",
        "INPUT_NOT_ROLLED_BACK, NOTHING_LOST",
        "STORES_NOT_ROLLED_BACK, NOTHING_LOST",
        "OUTPUT_NOT_ROLLED_BACK, ONE_END",
        "NO_RESTORE, TALLY",
        "NO_CAP, CAP",
        "IGNORED_PAUSES, ACCESS",
        "IGNORED_FINISHES, RESTS_AFTER_FINISH",
        "UNASKED_BOOKERS, ONE_BOOKER",
        "FORGETFUL_GRANTS, BOOKINGS_CONFORM",
        "LOST_MOVES, DRAINS",
        "IGNORED_OVERFLOWS, GIVES_WAY",
        "UNPAID_MISSES, MISSES_ARE_PAID"
    })
    void isNoticed(Sabotage sabotage, Invariant invariant) {
        Set<Invariant> broken = EnumSet.noneOf(Invariant.class);
        for (long seed = 0; seed < SEEDS_MAX && !broken.contains(invariant); seed++) {
            try {
                Simulation.run(SimSettings.draw(seed).with(sabotage));
            } catch (InvariantBrokenException noticed) {
                broken.add(noticed.invariant());
                assertThat(noticed).hasMessageContaining("-Ddecorum.sim.seed=" + seed);
            }
        }
        assertThat(broken).contains(invariant);
    }
}

package org.decorum.stage.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Worlds drawn from seeds. {@code -Ddecorum.sim.seed=N} runs one of them, and the slow test runs
 * {@code -Ddecorum.sim.seeds=COUNT}.
 */
class SimulationTest {

    private static final int SEEDS = 600;
    private static final int SEEDS_SLOW = 20_000;

    /** A hold that such a clock sets stays, for less than a world takes to drain. */
    private static final long JUMP_MICROS = 1_200L * 1_000_000;

    @Test
    void everyInvariantHoldsAfterEveryEvent() {
        Optional<Long> one = Optional.ofNullable(Long.getLong("decorum.sim.seed"));
        LongStream seeds = one.map(LongStream::of).orElseGet(() -> LongStream.range(0, SEEDS));
        seeds.forEach(seed -> assertThat(Simulation.run(seed).seed()).isEqualTo(seed));
    }

    @Test
    @Tag("slow")
    void everyInvariantHoldsInManyMoreWorlds() {
        int seeds = Integer.getInteger("decorum.sim.seeds", SEEDS_SLOW);
        LongStream.range(SEEDS, SEEDS + (long) seeds)
                .forEach(seed -> assertThat(Simulation.run(seed).seed()).isEqualTo(seed));
    }

    @Test
    void requestsAreParkedInManyOfThem() {
        assertThat(LongStream.range(0, 60).filter(seed -> Simulation.run(seed).parked() > 0))
                .hasSizeGreaterThan(5);
    }

    @Test
    void sitesChangeHandsInManyOfThem() {
        assertThat(LongStream.range(0, 40).filter(seed -> Simulation.run(seed).transfers() > 0))
                .hasSizeGreaterThan(10);
    }

    @Test
    void aClockThatIsFarAheadForAWhileBreaksNoFloorAndStopsNoOrigin() {
        int jumps = 0;
        for (long seed = 0; seed < 200; seed++) {
            SimReport report = Simulation.run(SimSettings.draw(seed).withClockJumps(JUMP_MICROS));
            jumps += report.jumps();
        }
        assertThat(jumps).isGreaterThan(200);
    }

    @Test
    void theSameSeedGivesTheSameWorld() {
        for (long seed = 0; seed < 10; seed++) {
            assertThat(Simulation.run(seed)).isEqualTo(Simulation.run(seed));
        }
    }
}

package org.decorum.stage.chaos;

import org.decorum.core.policy.Policy;
import org.decorum.core.rate.Micros;
import org.decorum.core.rate.Slot;
import org.decorum.schema.OriginPolicy;
import org.decorum.stage.sim.farm.Budget;

/**
 * One made-up origin.
 *
 * @param intervalMicros T, as its policy says
 * @param burst requests that may start at once after a rest; 1 for no burst
 * @param crawlDelayMicros what its robots.txt asks for, as fetchers report it; 0 for nothing
 */
public record ChaosOrigin(String host, long intervalMicros, int burst, long crawlDelayMicros, Temper temper) {

    private static final long FIRST_PAUSE_MICROS = Micros.ofSeconds(5);
    private static final long LONGEST_PAUSE_MICROS = Micros.ofSeconds(10);
    private static final long QUIET_MICROS = Micros.ofSeconds(20);
    private static final long LEASE_MICROS = Micros.ofSeconds(15);
    private static final int ATTEMPTS = 20;

    /** Short pauses and leases, since a run has minutes and not days; many attempts, since fetchers are killed. */
    public OriginPolicy policy() {
        return OriginPolicy.newBuilder()
                .setIntervalMicros(intervalMicros)
                .setIntervalMaxMicros(2 * intervalMicros)
                .setBurst(burst)
                .setBackoffInitialMicros(FIRST_PAUSE_MICROS)
                .setBackoffCapMicros(LONGEST_PAUSE_MICROS)
                .setBackoffQuietMicros(QUIET_MICROS)
                .setLeaseTimeoutMicros(LEASE_MICROS)
                .setMaxAttempts(ATTEMPTS)
                .build();
    }

    /** The slowest that anybody asked for. */
    public long floorMicros() {
        return Math.max(intervalMicros, crawlDelayMicros);
    }

    /** What it is judged by; {@link Policy#slotMicrosFor} gives the slot. */
    public Budget budget() {
        return new Budget(floorMicros(), burst, Slot.widthFor(floorMicros()));
    }
}

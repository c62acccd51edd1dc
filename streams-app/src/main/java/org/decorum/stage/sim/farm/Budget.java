package org.decorum.stage.sim.farm;

/**
 * What an origin allows.
 *
 * @param intervalMicros T, from one start to the next for a request of cost 1
 * @param burst starts that may come at once after a rest; 1 means none beyond the pace
 * @param slotMicros width of a slot, by which a start may be late
 */
public record Budget(long intervalMicros, int burst, long slotMicros) {

    public Budget {
        if (intervalMicros < 1) {
            throw new IllegalArgumentException("interval: " + intervalMicros + " µs (expected: >= 1)");
        }
        if (burst < 1) {
            throw new IllegalArgumentException("burst: " + burst + " (expected: >= 1)");
        }
        if (slotMicros < 0) {
            throw new IllegalArgumentException("slot: " + slotMicros + " µs (expected: >= 0)");
        }
    }
}

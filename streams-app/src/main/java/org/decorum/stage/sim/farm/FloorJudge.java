package org.decorum.stage.sim.farm;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads one origin's starts and says whether its floor was broken. Two rules:
 *
 * <ul>
 *   <li>gap: without burst, no start within {@code cost * T - slot - 10 ms} of the one before, where the cost is that of
 *       the one before;
 *   <li>window: in any closed window of {@code 10 T} no more than {@code burst + 10 + 1} starts. A start counts as its
 *       cost, the last of the window as 1, since cost is paid after.
 * </ul>
 */
public final class FloorJudge {

    /** Allowance for network and scheduling. */
    static final long ALLOWANCE_MICROS = 10_000;

    static final int WINDOW_INTERVALS = 10;

    private FloorJudge() {}

    /** Judges starts that all cost 1. */
    public static FloorVerdict judge(long[] startsMicros, Budget budget) {
        int[] costs = new int[startsMicros.length];
        Arrays.fill(costs, 1);
        return judge(startsMicros, costs, budget);
    }

    /** Judges starts in the order of time, with the cost of each. */
    public static FloorVerdict judge(long[] startsMicros, int[] costs, Budget budget) {
        if (startsMicros.length != costs.length) {
            throw new IllegalArgumentException("costs: " + costs.length + " (expected: " + startsMicros.length + ")");
        }
        Long smallestGapMicros = null;
        Double smallestRatio = null;
        boolean gapBroken = false;
        for (int i = 1; i < startsMicros.length; i++) {
            long gapMicros = startsMicros[i] - startsMicros[i - 1];
            if (gapMicros < 0) {
                throw new IllegalArgumentException("starts: not in order at " + i);
            }
            double dueMicros = (double) costs[i - 1] * budget.intervalMicros();
            gapBroken |= budget.burst() == 1 && gapMicros < dueMicros - budget.slotMicros() - ALLOWANCE_MICROS;
            smallestGapMicros = least(smallestGapMicros, gapMicros);
            // With a burst there is no least gap, so none to compare with.
            smallestRatio = budget.burst() == 1 ? (Double) least(smallestRatio, gapMicros / dueMicros) : null;
        }
        long highest = highestLoad(startsMicros, costs, WINDOW_INTERVALS * budget.intervalMicros());
        long max = (long) budget.burst() + WINDOW_INTERVALS + 1;
        return new FloorVerdict(
                startsMicros.length, smallestGapMicros, smallestRatio, highest, max, gapBroken, highest > max);
    }

    private static long highestLoad(long[] startsMicros, int[] costs, long windowMicros) {
        long highest = 0;
        long paidInWindow = 0;
        int first = 0;
        for (int last = 0; last < startsMicros.length; last++) {
            while (startsMicros[last] - startsMicros[first] > windowMicros) {
                paidInWindow -= costs[first];
                first++;
            }
            highest = Math.max(highest, paidInWindow + 1);
            paidInWindow += costs[last];
        }
        return highest;
    }

    private static long least(@Nullable Long soFar, long value) {
        return soFar == null ? value : Math.min(soFar, value);
    }

    private static double least(@Nullable Double soFar, double value) {
        return soFar == null ? value : Math.min(soFar, value);
    }
}

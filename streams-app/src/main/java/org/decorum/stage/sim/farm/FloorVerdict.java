package org.decorum.stage.sim.farm;

import org.jspecify.annotations.Nullable;

/**
 * What a log shows next to its budget.
 *
 * @param smallestGapMicros between two starts in a row; null with fewer than two
 * @param smallestGapRatio least gap over what the earlier request had to pay; null with fewer than two
 * @param highestLoad most starts in any window of ten T
 * @param loadMax what the budget allows there
 */
public record FloorVerdict(
        int starts,
        @Nullable Long smallestGapMicros,
        @Nullable Double smallestGapRatio,
        long highestLoad,
        long loadMax,
        boolean gapBroken,
        boolean windowBroken) {

    public boolean broken() {
        return gapBroken || windowBroken;
    }
}

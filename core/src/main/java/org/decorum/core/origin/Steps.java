package org.decorum.core.origin;

import java.util.ArrayList;
import java.util.List;

/** An immutable set of {@link Step}s, interned so that explaining a key costs nothing until somebody asks. */
public final class Steps {
    private static final Step[] ALL = Step.values();
    private static final Steps[] INTERNED = new Steps[1 << ALL.length];

    static {
        for (int bits = 0; bits < INTERNED.length; bits++) {
            INTERNED[bits] = new Steps(bits);
        }
    }

    private final int bits;

    private Steps(int bits) {
        this.bits = bits;
    }

    static Steps of(int bits) {
        return INTERNED[bits];
    }

    public boolean contains(Step step) {
        return (bits & step.bit()) != 0;
    }

    /** The steps in the order in which they happen. */
    public List<Step> list() {
        List<Step> steps = new ArrayList<>();
        for (Step step : ALL) {
            if (contains(step)) {
                steps.add(step);
            }
        }
        return List.copyOf(steps);
    }

    @Override
    public String toString() {
        return list().toString();
    }
}

package org.decorum.stage.bench;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** A value that holds until the next one, cut into steps of equal length: each gets the last one before its end. */
final class Steps {

    private Steps() {}

    /** NaN before the first one. */
    static double[] of(List<Belief> beliefs, ToDoubleFunction<Belief> value, double stepSeconds, int steps) {
        double[] values = new double[steps];
        Arrays.fill(values, Double.NaN);
        double last = Double.NaN;
        int next = 0;
        for (int step = 0; step < steps; step++) {
            while (next < beliefs.size() && beliefs.get(next).atMicros() < (step + 1) * stepSeconds * 1e6) {
                last = value.applyAsDouble(beliefs.get(next++));
            }
            values[step] = last;
        }
        return values;
    }
}

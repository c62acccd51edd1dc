package org.decorum.stage.bench;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Draws numbers from 0 by Zipf's law: number {@code k} comes in proportion to {@code 1 / (k + 1)^exponent}, as sites do in
 * what a crawler finds. The same seed draws the same.
 */
public final class Zipf {

    /** How likely any number up to this one is. */
    private final double[] cumulated;

    private final SplittableRandom random;

    public Zipf(int numbers, double exponent, long seed) {
        if (numbers < 1) {
            throw new IllegalArgumentException("numbers: " + numbers + " (expected: 1 or more)");
        }
        this.cumulated = new double[numbers];
        double sum = 0;
        for (int k = 0; k < numbers; k++) {
            sum += Math.pow(k + 1.0, -exponent);
            cumulated[k] = sum;
        }
        for (int k = 0; k < numbers; k++) {
            cumulated[k] /= sum;
        }
        this.random = new SplittableRandom(seed);
    }

    public int next() {
        int found = Arrays.binarySearch(cumulated, random.nextDouble());
        return Math.min(found >= 0 ? found : -found - 1, cumulated.length - 1);
    }
}

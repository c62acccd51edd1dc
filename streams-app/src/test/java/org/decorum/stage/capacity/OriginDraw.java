package org.decorum.stage.capacity;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.decorum.core.capacity.Popularity;

/** Draws origins by their rates: the first million exactly, those behind by the integral of Zipf's law. */
final class OriginDraw {

    private static final int EXACT_MAX = 1 << 20;

    private final SplittableRandom random;
    private final double[] cumulated;
    private final double all;
    private final long origins;
    private final double zipf;

    OriginDraw(Popularity popularity, long origins, double zipf, double urlsPerSecond, SplittableRandom random) {
        this.random = random;
        this.origins = origins;
        this.zipf = zipf;
        this.cumulated = new double[(int) Math.min(origins, EXACT_MAX)];
        double sum = 0;
        for (int k = 0; k < cumulated.length; k++) {
            sum += popularity.rate(k + 1);
            cumulated[k] = sum;
        }
        this.all = cumulated.length == origins ? sum : Math.max(sum, urlsPerSecond);
    }

    /** From 0. */
    int next() {
        double drawn = random.nextDouble() * all;
        if (drawn > cumulated[cumulated.length - 1]) {
            return behind();
        }
        int found = Arrays.binarySearch(cumulated, drawn);
        return Math.min(found >= 0 ? found : -found - 1, cumulated.length - 1);
    }

    private int behind() {
        double from = cumulated.length + 0.5;
        double to = origins + 0.5;
        double part = random.nextDouble();
        double power = 1 - zipf;
        double rank = zipf == 1
                ? from * Math.pow(to / from, part)
                : Math.pow(Math.pow(from, power) + part * (Math.pow(to, power) - Math.pow(from, power)), 1 / power);
        return (int) Math.min(origins, Math.round(rank)) - 1;
    }
}

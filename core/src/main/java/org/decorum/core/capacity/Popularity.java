package org.decorum.core.capacity;

/**
 * How many URLs a second each origin gets, by rank: {@code rate(k) = min(c / k^s, ceiling)}, with {@code c} such that all
 * together get what comes in. With a ceiling, which is the budget of an origin, more comes from those behind.
 */
public final class Popularity {

    /** Ranks that are summed one by one; the rest by the midpoint rule, exact to 1e-8 and better. */
    private static final int SUMMED = 2_000;

    private static final int HALVINGS = 80;

    private final long origins;
    private final double exponent;
    private final double ceiling;
    private final double level;
    private final long atCeiling;

    /** @throws IllegalArgumentException where the ceilings of all origins together are less than what comes in */
    public Popularity(long origins, double exponent, double urlsPerSecond, double ceiling) {
        if (urlsPerSecond > origins * ceiling) {
            throw new IllegalArgumentException("urls_per_second: " + Math.round(urlsPerSecond) + " (expected: at most "
                    + Math.round(origins * ceiling) + ", the budgets of all " + origins + " origins together)");
        }
        this.origins = origins;
        this.exponent = exponent;
        this.ceiling = ceiling;
        this.level = level(urlsPerSecond);
        this.atCeiling = atCeiling(level);
    }

    public double rate(long rank) {
        return Math.min(level * Math.pow(rank, -exponent), ceiling);
    }

    /** Of the origin that gets most. */
    public double hottest() {
        return rate(1);
    }

    /** How many origins get all that they may have. */
    public long atCeiling() {
        return atCeiling;
    }

    /** Over all origins, of the squares of their rates: what makes shards uneven. */
    public double sumOfSquares() {
        return ceiling(atCeiling) * ceiling + level * level * tail(atCeiling, 2 * exponent);
    }

    private double ceiling(long count) {
        return count == 0 ? 0 : count * ceiling;
    }

    private double total(double someLevel) {
        long full = atCeiling(someLevel);
        return ceiling(full) + someLevel * tail(full, exponent);
    }

    private long atCeiling(double someLevel) {
        if (someLevel < ceiling) {
            return 0;
        }
        return exponent == 0 ? origins : (long) Math.min(origins, Math.pow(someLevel / ceiling, 1 / exponent));
    }

    private double level(double urlsPerSecond) {
        double low = 0;
        double high = urlsPerSecond / tail(0, exponent);
        while (total(high) < urlsPerSecond && atCeiling(high) < origins) {
            high *= 2;
        }
        for (int i = 0; i < HALVINGS; i++) {
            double middle = (low + high) / 2;
            if (total(middle) < urlsPerSecond) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }

    /** Sum of {@code k^-power} over the ranks after {@code first}. */
    private double tail(long first, double power) {
        long summedTo = Math.min(origins, first + SUMMED);
        double sum = 0;
        for (long k = first + 1; k <= summedTo; k++) {
            sum += Math.pow(k, -power);
        }
        return summedTo == origins ? sum : sum + integral(summedTo + 0.5, origins + 0.5, power);
    }

    private static double integral(double from, double to, double power) {
        return power == 1 ? Math.log(to / from) : (Math.pow(to, 1 - power) - Math.pow(from, 1 - power)) / (1 - power);
    }
}

package org.decorum.stage.sim;

import java.util.SplittableRandom;

/**
 * The size of a world and what goes wrong in it.
 *
 * @param shards stream tasks
 * @param origins hosts or platforms of several hosts
 * @param fetchers that share the releases
 * @param requests published, most of them in bursts
 * @param chaosMicros time in which things go wrong; after it they only drain
 * @param retentionMicros how long idle origins are remembered
 * @param commitMicros usual time between commits
 * @param faults what goes wrong
 * @param sabotage what the simulation itself does wrong, to see that it is noticed
 */
record SimSettings(
        long seed,
        int shards,
        int origins,
        int fetchers,
        int requests,
        long chaosMicros,
        long retentionMicros,
        long commitMicros,
        Faults faults,
        Sabotage sabotage) {

    private static final long SECOND = 1_000_000;
    private static final int FAULTLESS_OF = 5;

    /** A world as the seed wants it; one in five is without faults. */
    static SimSettings draw(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        boolean faultless = random.nextInt(FAULTLESS_OF) == 0;
        return new SimSettings(
                seed,
                random.nextInt(1, 5),
                random.nextInt(2, 16),
                random.nextInt(1, 5),
                random.nextInt(50, 400),
                SECOND * random.nextInt(20, 90),
                SECOND * (random.nextBoolean() ? random.nextInt(10, 40) : 24 * 3600),
                1_000L * random.nextInt(20, faultless ? 60 : 120),
                faultless ? Faults.NONE : faults(random),
                Sabotage.NONE);
    }

    SimSettings with(Sabotage wanted) {
        return new SimSettings(
                seed, shards, origins, fetchers, requests, chaosMicros, retentionMicros, commitMicros, faults, wanted);
    }

    /** The same world, where the clocks of some owners are that far ahead at first. */
    SimSettings withClockJumps(long micros) {
        return new SimSettings(
                seed,
                shards,
                origins,
                fetchers,
                requests,
                chaosMicros,
                retentionMicros,
                commitMicros,
                faults.withJumps(micros),
                sabotage);
    }

    boolean isFaultless() {
        return faults.equals(Faults.NONE);
    }

    boolean forgets() {
        return retentionMicros < 60 * SECOND;
    }

    /** Each fault is absent in half of the worlds, so that they are seen alone and together. */
    private static Faults faults(SplittableRandom random) {
        return new Faults(
                maybe(random, 12),
                maybe(random, 6),
                random.nextBoolean() ? 2 * SECOND : 0,
                0,
                maybe(random, 0.2),
                maybe(random, 0.3),
                maybe(random, 0.3),
                maybe(random, 0.2),
                maybe(random, 0.3),
                maybe(random, 3),
                maybe(random, 6),
                maybe(random, 4),
                maybe(random, 60),
                maybe(random, 20),
                maybe(random, 30),
                maybe(random, 0.3));
    }

    private static double maybe(SplittableRandom random, double max) {
        return random.nextBoolean() ? 0 : random.nextDouble() * max;
    }
}

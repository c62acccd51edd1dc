package org.decorum.stage.sim;

import java.util.ArrayDeque;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * The servers behind an origin, or behind several: workers that take requests in the order of arrival, a queue, and a
 * 503 where that is full. Some have a cache in front. They become slow and quick again, fall silent, answer errors only,
 * and others ask them too.
 */
final class SimHost {

    private static final long SECOND = 1_000_000;
    private static final long SILENCE_MICROS = 2 * SECOND;
    private static final long TROUBLE_MICROS_MAX = 10 * SECOND;
    private static final double SLOWER_MAX = 6;

    private final SplittableRandom random;
    private final long serviceMicros;
    private final double variation;
    private final int queueMax;
    private final double cached;
    private final PriorityQueue<Long> freeAtMicros = new PriorityQueue<>();

    /** When those that wait will be taken. */
    private final ArrayDeque<Long> begins = new ArrayDeque<>();

    private double slowness = 1;
    private long slowUntilMicros = Long.MIN_VALUE;
    private long silentUntilMicros = Long.MIN_VALUE;
    private long erringUntilMicros = Long.MIN_VALUE;

    /** How an arrival ends. */
    enum Ending {
        ANSWERED,
        CACHED,
        FULL,
        ERROR,
        SILENCE
    }

    /** How an arrival ends, and after how long. */
    record Service(Ending ending, long afterMicros) {

        @Nullable
        String cacheHeader() {
            return switch (ending) {
                case CACHED -> "HIT";
                case ANSWERED -> "MISS";
                default -> null;
            };
        }
    }

    /** @param cached share of what is asked for that a cache in front has */
    SimHost(SplittableRandom random, int workers, int queueMax, long serviceMicros, double variation, double cached) {
        this.random = random;
        this.queueMax = queueMax;
        this.serviceMicros = serviceMicros;
        this.variation = variation;
        this.cached = cached;
        for (int i = 0; i < workers; i++) {
            freeAtMicros.add(Long.MIN_VALUE);
        }
    }

    /** As seeds want them: 1 to 32 workers, 5 to 400 ms, even or not, a queue of half to four times the workers. */
    static SimHost draw(SplittableRandom random, boolean cached) {
        int workers = 1 << random.nextInt(6);
        int queueMax = Math.max(1, (int) (workers * (0.5 + 3.5 * random.nextDouble())));
        long serviceMicros = random.nextLong(5_000, 400_000);
        double variation = random.nextInt(4) == 0 ? 0 : random.nextDouble();
        return new SimHost(random.split(), workers, queueMax, serviceMicros, variation, share(random, cached));
    }

    /** One that no crawl can fill. */
    static SimHost ample(SplittableRandom random, boolean cached) {
        double share = cached ? share(random, true) : 0;
        return new SimHost(random.split(), 10_000, 1, random.nextLong(5_000, 400_000), 0.5, share);
    }

    private static double share(SplittableRandom random, boolean cached) {
        return random.nextInt(4) < (cached ? 3 : 1) ? random.nextDouble() : 0;
    }

    /** For some seconds it is slow, or quick, or silent, or answers errors, or others ask for half of it. */
    void trouble(Agenda agenda) {
        long until = agenda.nowMicros() + random.nextLong(TROUBLE_MICROS_MAX);
        switch (random.nextInt(4)) {
            case 0 -> {
                slowness = random.nextBoolean() ? 1 + random.nextDouble() * SLOWER_MAX : 0.3;
                slowUntilMicros = until;
            }
            case 1 -> silentUntilMicros = until;
            case 2 -> erringUntilMicros = until;
            default -> {
                long everyMicros = Math.max(1_000, 2 * serviceMicros / freeAtMicros.size());
                for (long at = agenda.nowMicros(); at < until; at += everyMicros) {
                    agenda.at(at, () -> arrive(agenda.nowMicros()));
                }
            }
        }
    }

    /** A request arrives. */
    Service arrive(long nowMicros) {
        if (nowMicros < silentUntilMicros) {
            return new Service(Ending.SILENCE, SILENCE_MICROS);
        }
        if (nowMicros < erringUntilMicros) {
            return new Service(Ending.ERROR, 1_000);
        }
        if (random.nextDouble() < cached) {
            return new Service(Ending.CACHED, 1_000);
        }
        while (!begins.isEmpty() && begins.element() <= nowMicros) {
            begins.remove();
        }
        long free = freeAtMicros.element();
        if (free > nowMicros && begins.size() >= queueMax) {
            return new Service(Ending.FULL, 1_000);
        }
        long begin = Math.max(free, nowMicros);
        long end = begin + serviceMicros(nowMicros);
        freeAtMicros.remove();
        freeAtMicros.add(end);
        begins.add(begin);
        return new Service(Ending.ANSWERED, end - nowMicros);
    }

    private long serviceMicros(long nowMicros) {
        double factor = nowMicros < slowUntilMicros ? slowness : 1;
        double chance = 1 + variation * (2 * random.nextDouble() - 1);
        return Math.max(1, (long) (serviceMicros * factor * chance));
    }
}

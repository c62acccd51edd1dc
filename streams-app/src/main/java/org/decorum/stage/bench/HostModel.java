package org.decorum.stage.bench;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * Workers that take requests in the order of arrival, and a queue; one that finds the queue full is refused at once.
 * Service is lognormal around its mean, {@code mean * e^(sigma * N(0,1) - sigma^2 / 2)}. All of it follows from the spec,
 * the seed and the arrivals.
 */
final class HostModel {

    private final HostSpec spec;
    private final SplittableRandom random;
    private final double sigma;
    private final PriorityQueue<Long> freeAtMicros = new PriorityQueue<>();

    /** When those that wait will be taken. */
    private final ArrayDeque<Long> beginsMicros = new ArrayDeque<>();

    private Optional<Long> firstMicros = Optional.empty();

    HostModel(HostSpec spec, long seed) {
        this.spec = spec;
        this.random = new SplittableRandom(seed);
        this.sigma = Math.sqrt(Math.log1p(spec.variation() * spec.variation()));
        for (int i = 0; i < spec.workers(); i++) {
            freeAtMicros.add(Long.MIN_VALUE);
        }
    }

    /** What becomes of a request that arrives now; times never go back. */
    Visit arrive(long nowMicros) {
        long first = firstMicros.orElse(nowMicros);
        firstMicros = Optional.of(first);
        while (!beginsMicros.isEmpty() && beginsMicros.element() <= nowMicros) {
            beginsMicros.remove();
        }
        int waiting = beginsMicros.size();
        long free = freeAtMicros.element();
        if (free > nowMicros && waiting >= spec.queueMax()) {
            return new Visit(nowMicros, nowMicros, nowMicros, Visit.REFUSED, waiting);
        }
        long begun = Math.max(free, nowMicros);
        long ended = begun + serviceMicros(begun - first);
        freeAtMicros.remove();
        freeAtMicros.add(ended);
        beginsMicros.add(begun);
        return new Visit(nowMicros, begun, ended, Visit.OK, waiting);
    }

    private long serviceMicros(long sinceFirstMicros) {
        double factor = spec.slowdown()
                .filter(slow -> slow.covers(sinceFirstMicros))
                .map(Slowdown::factor)
                .orElse(1.0);
        double chance = sigma == 0 ? 1 : Math.exp(sigma * gaussian() - sigma * sigma / 2);
        return Math.max(1, Math.round(spec.serviceMicros() * factor * chance));
    }

    private double gaussian() {
        return Math.sqrt(-2 * Math.log(1 - random.nextDouble())) * Math.cos(2 * Math.PI * random.nextDouble());
    }
}

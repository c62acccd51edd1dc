package org.decorum.core.adaptive;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Random;

/**
 * A host in virtual time: {@code workers} that take requests in the order of arrival, at most {@code queue} of which
 * wait. One that finds the queue full is answered 503 at once. Service takes a mean time, lognormal with a coefficient
 * of variation, 0 for exact.
 */
final class SimulatedHost {

    /** When a request is done and what of it was waiting and what work, microseconds. */
    record Service(long finishedMicros, long waitedMicros, long servedMicros) {}

    private final HostSpec spec;
    private final PriorityQueue<Long> freeAt = new PriorityQueue<>();
    private final Random random;
    private final double sigma;

    /** When those that wait will be taken. */
    private final ArrayDeque<Long> begins = new ArrayDeque<>();

    SimulatedHost(HostSpec spec, long seed) {
        this.spec = spec;
        random = new Random(seed);
        sigma = Math.sqrt(Math.log(1 + spec.variation() * spec.variation()));
        for (int i = 0; i < spec.workers(); i++) {
            freeAt.add(0L);
        }
    }

    /** What becomes of a request that arrives now; empty if it is refused. Times never go back. */
    Optional<Service> arrive(long nowMicros) {
        while (!begins.isEmpty() && begins.element() <= nowMicros) {
            begins.remove();
        }
        long free = freeAt.element();
        if (free > nowMicros && begins.size() >= spec.queue()) {
            return Optional.empty();
        }
        long begin = Math.max(free, nowMicros);
        double mean = spec.serviceMicrosAt(begin);
        double chance = sigma == 0 ? 1 : Math.exp(sigma * random.nextGaussian() - sigma * sigma / 2);
        long served = Math.max(1, Math.round(mean * chance));
        freeAt.poll();
        freeAt.add(begin + served);
        begins.add(begin);
        return Optional.of(new Service(begin + served, begin - nowMicros, served));
    }
}

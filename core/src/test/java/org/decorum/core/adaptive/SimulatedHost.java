package org.decorum.core.adaptive;

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
    private long[] begins = new long[64];
    private int head;
    private int tail;

    SimulatedHost(HostSpec spec, long seed) {
        this.spec = spec;
        random = new Random(seed);
        sigma = Math.sqrt(Math.log(1 + spec.variation() * spec.variation()));
        for (int i = 0; i < spec.workers(); i++) {
            freeAt.add(0L);
        }
    }

    /** What becomes of a request that arrives now; null if it is shed. Times never go back. */
    Service arrive(long nowMicros) {
        while (head < tail && begins[head] <= nowMicros) {
            head++;
        }
        long free = freeAt.peek();
        if (free > nowMicros && tail - head >= spec.queue()) {
            return null;
        }
        long begin = Math.max(free, nowMicros);
        double mean = spec.serviceMicrosAt(begin);
        long served = Math.round(
                sigma == 0 ? mean : mean * Math.exp(sigma * random.nextGaussian() - sigma * sigma / 2));
        freeAt.poll();
        freeAt.add(begin + served);
        if (tail == begins.length) {
            int kept = tail - head;
            long[] target = kept > begins.length / 2 ? new long[begins.length * 2] : begins;
            System.arraycopy(begins, head, target, 0, kept);
            begins = target;
            head = 0;
            tail = kept;
        }
        begins[tail++] = begin;
        return new Service(begin + served, begin - nowMicros, served);
    }
}

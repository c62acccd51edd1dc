package org.decorum.stage.bench;

import java.util.Optional;

/**
 * A host to measure against.
 *
 * @param workers requests that it works on at once
 * @param serviceMicros mean time that one takes
 * @param queueMax requests that may wait; one more is refused
 * @param variation coefficient of variation of the service time, which is lognormal; 0 for exact
 */
public record HostSpec(
        String name, int workers, long serviceMicros, int queueMax, double variation, Optional<Slowdown> slowdown) {

    private static final int QUEUE_PER_WORKER = 2;

    /** 8 workers at 20 ms: 400 pages a second. */
    public static final HostSpec A = of("A", 8, 20_000);

    /** 2 workers at 50 ms: 40 pages a second. */
    public static final HostSpec B = of("B", 2, 50_000);

    public HostSpec {
        if (workers < 1 || serviceMicros < 1 || queueMax < 0) {
            throw new IllegalArgumentException("host: " + workers + " workers, " + serviceMicros + " µs, queue "
                    + queueMax + " (expected: >= 1, >= 1, >= 0)");
        }
        if (!(variation >= 0)) {
            throw new IllegalArgumentException("variation: " + variation + " (expected: >= 0)");
        }
    }

    private static HostSpec of(String name, int workers, long serviceMicros) {
        return new HostSpec(name, workers, serviceMicros, QUEUE_PER_WORKER * workers, 0, Optional.empty());
    }

    public HostSpec varying(double newVariation) {
        return new HostSpec(name, workers, serviceMicros, queueMax, newVariation, slowdown);
    }

    public HostSpec slowed(Slowdown when) {
        return new HostSpec(name, workers, serviceMicros, queueMax, variation, Optional.of(when));
    }

    /** Pages a second that the workers could do without a network. */
    public double capacity() {
        return workers * 1e6 / serviceMicros;
    }
}

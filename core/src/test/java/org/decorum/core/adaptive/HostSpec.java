package org.decorum.core.adaptive;

/**
 * A host to simulate.
 *
 * @param slowFromMicros from here to {@code slowToMicros} a request takes {@code slowServiceMicros}
 */
record HostSpec(
        int workers,
        long serviceMicros,
        int queue,
        double variation,
        long slowFromMicros,
        long slowToMicros,
        long slowServiceMicros) {

    /** 8 workers at 20 ms, 400 pages a second. */
    static final HostSpec A = of(8, 20_000, 16);

    /** 2 workers at 50 ms, 40 pages a second. */
    static final HostSpec B = of(2, 50_000, 4);

    /** 1 worker at 200 ms, 5 pages a second. */
    static final HostSpec S = of(1, 200_000, 2);

    static HostSpec of(int workers, long serviceMicros, int queue) {
        return new HostSpec(workers, serviceMicros, queue, 0, 0, 0, serviceMicros);
    }

    HostSpec varying(double cv) {
        return new HostSpec(workers, serviceMicros, queue, cv, slowFromMicros, slowToMicros, slowServiceMicros);
    }

    HostSpec slow(double fromSeconds, double toSeconds, long micros) {
        return new HostSpec(
                workers, serviceMicros, queue, variation, (long) (fromSeconds * 1e6), (long) (toSeconds * 1e6), micros);
    }

    double capacity() {
        return workers * 1e6 / serviceMicros;
    }

    double slowCapacity() {
        return workers * 1e6 / slowServiceMicros;
    }

    long serviceMicrosAt(long micros) {
        return micros >= slowFromMicros && micros < slowToMicros ? slowServiceMicros : serviceMicros;
    }
}

package org.decorum.stage.bench;

import java.util.List;

/**
 * What a host does with exactly as many requests in flight as it has workers, over the same client in the same run. This
 * is what "capacity" means, and nothing waits, so these are its unloaded latencies.
 *
 * @param latencyP50Millis at the host
 * @param latencyP99Millis at the host
 */
public record Reference(double pagesPerSecond, double latencyP50Millis, double latencyP99Millis) {

    /** Connections are made and code is cold before. */
    private static final double FROM_SECONDS = 1;

    /** Reads it off a log that is longer than a second. */
    public static Reference of(List<Visit> visits, int workers) {
        LogFigures log = new LogFigures(visits);
        return new Reference(
                log.pagesPerSecondOfRounds(workers, FROM_SECONDS),
                log.latencyMillis(50, FROM_SECONDS).orElseThrow(),
                log.latencyMillis(99, FROM_SECONDS).orElseThrow());
    }

    /** Capacity while each service takes longer; what the client and the network take stays as it is. */
    public double slowedPagesPerSecond(HostSpec spec, double factor) {
        double turnSeconds = spec.workers() / pagesPerSecond;
        return spec.workers() / (turnSeconds + (factor - 1) * spec.serviceMicros() / 1e6);
    }
}

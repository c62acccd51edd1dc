package org.decorum.stage.sim.farm;

/**
 * What a farm grows.
 *
 * @param port loopback port, 0 for any
 * @param seed the same seed gives the same origins
 * @param medianMicros median over origins of the usual latency
 * @param strictRatio share of origins with {@link Habit#STRICT}, 0 to 1
 * @param patienceMicros least gap that a strict origin bears
 * @param retryAfterSeconds what a strict origin asks for
 * @param crawlDelaySeconds what every robots.txt asks for; 0 leaves it out
 */
public record FarmSettings(
        int port,
        long seed,
        long medianMicros,
        double strictRatio,
        long patienceMicros,
        int retryAfterSeconds,
        int crawlDelaySeconds) {

    public FarmSettings {
        if (strictRatio < 0 || strictRatio > 1) {
            throw new IllegalArgumentException("strict ratio: " + strictRatio + " (expected: 0 to 1)");
        }
        if (medianMicros < 0) {
            throw new IllegalArgumentException("median latency: " + medianMicros + " µs (expected: >= 0)");
        }
    }

    /** Friendly origins with a median latency of 40 ms on a free port. */
    public static FarmSettings friendly(long seed) {
        return new FarmSettings(0, seed, 40_000, 0, 0, 0, 0);
    }

    public FarmSettings withPort(int newPort) {
        return new FarmSettings(
                newPort, seed, medianMicros, strictRatio, patienceMicros, retryAfterSeconds, crawlDelaySeconds);
    }

    public FarmSettings withMedianMicros(long micros) {
        return new FarmSettings(port, seed, micros, strictRatio, patienceMicros, retryAfterSeconds, crawlDelaySeconds);
    }

    public FarmSettings withStrict(double ratio, long newPatienceMicros, int newRetryAfterSeconds) {
        return new FarmSettings(
                port, seed, medianMicros, ratio, newPatienceMicros, newRetryAfterSeconds, crawlDelaySeconds);
    }
}

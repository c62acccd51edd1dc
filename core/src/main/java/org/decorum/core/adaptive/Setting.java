package org.decorum.core.adaptive;

/** What a host model asks for: how many requests in flight, and how many the pace is to keep in process. */
final class Setting {

    private static final double EXACT_LOAD = 0.99;
    private static final double LOAD = 0.98;
    private static final double NOISY_LOAD = 1.1;
    private static final double WAITING_ROOM = 0.3;
    private static final double NO_WAITING_ROOM = 3;
    private static final double ROUNDED_OFF = 0.15;
    private static final long PATIENCE_MIN_MICROS = 20_000;
    private static final long PATIENCE_MAX_MICROS = 250_000;
    private static final int PATIENCE_NORMALS = 2;
    private static final int NOISY_PATIENCE = 3;

    private Setting() {}

    /**
     * Requests in flight: one more than fit, so that the pace decides and an origin is never short of work for a
     * moment. Where latencies vary the cap decides, and is just what fits.
     */
    static int cap(HostModel host) {
        return host.isNoisy() ? fitting(host.parallel()) : (int) (host.parallel() + 0.5) + 1;
    }

    static int fitting(double parallel) {
        return Math.max(1, (int) Math.ceil(parallel - ROUNDED_OFF));
    }

    /** Requests that the pace is to keep in process. */
    static double work(HostModel host, int cap, boolean ahead) {
        if (host.isNoisy()) {
            return Fixed.of(loose(cap, ahead) * Math.max(cap, host.parallel()));
        }
        return Fixed.of((host.isExact() ? EXACT_LOAD : LOAD) * host.parallel());
    }

    /**
     * How long a release may wait for its place. Where the cap decides, most wait; where the pace does, what comes late
     * would only be a queue at the origin, which a pace that just fits never empties.
     */
    static long patienceMicros(HostModel host) {
        long scale = host.isNoisy() ? NOISY_PATIENCE : 1;
        return scale
                * Math.max(PATIENCE_MIN_MICROS, Math.min(PATIENCE_MAX_MICROS, PATIENCE_NORMALS * host.normalMicros()));
    }

    /**
     * How much faster than the origin a pace must be for a cap to decide. Released ahead, requests wait at the fetcher
     * for the next that is done; otherwise a pace leaves idle what is done earlier than the next may go.
     */
    static double loose(int cap, boolean ahead) {
        return Math.max(NOISY_LOAD, 1 + (ahead ? WAITING_ROOM : NO_WAITING_ROOM) / cap);
    }
}

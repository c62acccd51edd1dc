package org.decorum.stage.bench;

/**
 * One request as its host saw it, in microseconds.
 *
 * @param begunMicros when a worker took it; its arrival if it was refused
 * @param waiting how many others waited when it came
 */
public record Visit(long arrivedMicros, long begunMicros, long endedMicros, int status, int waiting) {

    public static final int OK = 200;

    public static final int REFUSED = 503;

    boolean isPage() {
        return status == OK;
    }

    boolean isRefused() {
        return status == REFUSED;
    }

    long latencyMicros() {
        return endedMicros - arrivedMicros;
    }

    Visit since(long micros) {
        return new Visit(arrivedMicros - micros, begunMicros - micros, endedMicros - micros, status, waiting);
    }
}

package org.decorum.stage.error;

/**
 * How long to wait before the next try, while something that all threads need is away: one second, then twice as long
 * each time, up to eight. Threads that fail together wait equally long.
 */
final class Backoff {

    private static final long PAUSE_MILLIS_MIN = 1_000;

    /** Less than a supervisor waits before it kills, since a stage that is asked to stop waits for its threads. */
    private static final long PAUSE_MILLIS_MAX = 8_000;

    /** Failures that are closer together have one cause. */
    static final long TOGETHER_MILLIS = 1_000;

    private long pauseMillis;
    private long beganMillis;
    private long latestMillis = Long.MIN_VALUE / 2;

    synchronized long nextMillis(long nowMillis) {
        if (nowMillis - latestMillis > awayMillis()) {
            pauseMillis = PAUSE_MILLIS_MIN;
            beganMillis = nowMillis;
        } else if (nowMillis - beganMillis >= TOGETHER_MILLIS) {
            pauseMillis = Math.min(2 * pauseMillis, PAUSE_MILLIS_MAX);
            beganMillis = nowMillis;
        }
        latestMillis = nowMillis;
        return pauseMillis;
    }

    /** After so long without a failure it was back meanwhile. */
    private static long awayMillis() {
        return 2 * PAUSE_MILLIS_MAX;
    }
}

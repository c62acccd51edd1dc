package org.decorum.stage.sim.farm;

import java.util.SplittableRandom;

/**
 * One host of the farm: its habit, its speed and its log. Latency is log-normal, {@code median * e^(sigma * N(0,1))}
 * with the host's own median, cut to 5–400 ms unless the farm's median is smaller. All of it follows from the farm's
 * seed and the host's name; the n-th request is always answered alike.
 */
final class VirtualOrigin {

    private static final double SIGMA_BETWEEN_HOSTS = 0.7;
    private static final double SIGMA_WITHIN_HOST = 0.25;
    private static final long LATENCY_MICROS_MIN = 5_000;
    private static final long LATENCY_MICROS_MAX = 400_000;
    private static final int BODY_BYTES_MEDIAN = 4_096;
    private static final int BODY_BYTES_MAX = 65_536;

    private final FarmSettings settings;
    private final SplittableRandom random;
    private final Habit habit;
    private final double medianMicros;
    private final AccessLog log = new AccessLog();
    private long lastArrivedMicros = Long.MIN_VALUE;

    VirtualOrigin(String host, FarmSettings settings) {
        this.settings = settings;
        this.random = new SplittableRandom(settings.seed() * 31 + fnv1a(host));
        this.habit = pickHabit();
        double slowness = habit == Habit.SLOW ? 4 : 1;
        this.medianMicros = settings.medianMicros() * slowness * logNormal(SIGMA_BETWEEN_HOSTS);
    }

    Habit habit() {
        return habit;
    }

    AccessLog log() {
        return log;
    }

    /** Takes a request in, logs it, and decides on the answer. */
    Reply answer(String path, long arrivedMicros) {
        boolean robots = path.equals("/robots.txt");
        int status = robots ? 200 : status(arrivedMicros);
        log.append(arrivedMicros, status);
        lastArrivedMicros = arrivedMicros;
        long readyMicros = arrivedMicros + latencyMicros();
        if (robots) {
            return Reply.robots(readyMicros, settings.crawlDelaySeconds());
        }
        return switch (status) {
            case 301 -> Reply.moved(readyMicros, "/moved" + path);
            case 429 -> Reply.tooMany(readyMicros, settings.retryAfterSeconds());
            case 200 -> Reply.page(readyMicros, status, bodyBytes());
            default -> Reply.page(readyMicros, status, 64);
        };
    }

    private int status(long arrivedMicros) {
        return switch (habit) {
            case STEADY, SLOW -> 200;
            case LEAKY -> random.nextInt(10) == 0 ? 404 : 200;
            case SHAKY -> random.nextInt(50) == 0 ? 500 : 200;
            case MOVED -> random.nextInt(5) == 0 ? 301 : 200;
            case STRICT -> lastArrivedMicros > arrivedMicros - settings.patienceMicros() ? 429 : 200;
        };
    }

    private Habit pickHabit() {
        if (random.nextDouble() < settings.strictRatio()) {
            return Habit.STRICT;
        }
        int ticket = random.nextInt(100);
        if (ticket < 70) {
            return Habit.STEADY;
        }
        if (ticket < 80) {
            return Habit.SLOW;
        }
        if (ticket < 90) {
            return Habit.LEAKY;
        }
        return ticket < 95 ? Habit.SHAKY : Habit.MOVED;
    }

    private long latencyMicros() {
        long micros = Math.round(medianMicros * logNormal(SIGMA_WITHIN_HOST));
        long least = Math.min(LATENCY_MICROS_MIN, settings.medianMicros());
        return Math.max(least, Math.min(LATENCY_MICROS_MAX, micros));
    }

    private int bodyBytes() {
        return (int) Math.min(BODY_BYTES_MAX, Math.round(BODY_BYTES_MEDIAN * logNormal(1)));
    }

    private double logNormal(double sigma) {
        double gaussian =
                Math.sqrt(-2 * Math.log(1 - random.nextDouble())) * Math.cos(2 * Math.PI * random.nextDouble());
        return Math.exp(sigma * gaussian);
    }

    private static long fnv1a(String text) {
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
        }
        return hash;
    }
}

package org.decorum.stage.chaos;

import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.decorum.core.rate.Micros;
import org.decorum.stage.sim.farm.AccessLog;
import org.decorum.stage.sim.farm.FarmReport;
import org.decorum.stage.sim.farm.LoopbackServer;
import org.decorum.stage.sim.farm.Reply;

/** The origins of a run on one loopback port. Their access logs are the judge of what was done to them. */
public final class ChaosFarm implements LoopbackServer.Site, AutoCloseable {

    private static final long LATENCY_MICROS_MIN = 5_000;
    private static final long LATENCY_MICROS_MAX = 60_000;
    private static final int PAGE_BYTES = 512;
    private static final int ONE_TIRED_IN = 25;
    private static final int ONE_BUSY_IN = 30;
    private static final int ONE_SHAKY_IN = 20;
    private static final int RETRY_AFTER_SECONDS_MIN = 4;
    private static final int RETRY_AFTER_SECONDS_MAX = 8;
    private static final long ALLOWANCE_MICROS = 10_000;
    private static final int FAILS_IN_A_ROW = 7;
    private static final int WORKS_IN_A_ROW = 40;

    private final Workload work;
    private final Map<String, Plot> plots = new HashMap<>();
    private final AtomicIntegerArray starts;
    private final AtomicLong strangers = new AtomicLong();
    private final LoopbackServer server;

    /** An origin asked to be left alone. */
    private record Plea(long answeredMicros, long untilMicros) {}

    private static final class Plot {
        private final ChaosOrigin origin;
        private final SplittableRandom random;
        private final AccessLog log = new AccessLog();
        private final List<Plea> pleas = new ArrayList<>();

        private Plot(ChaosOrigin origin, SplittableRandom random) {
            this.origin = origin;
            this.random = random;
        }

        private synchronized void plead(long answeredMicros, long untilMicros) {
            pleas.add(new Plea(answeredMicros, untilMicros));
        }

        private synchronized long startsInPleas(long slotMicros) {
            long count = 0;
            for (long start : log.arrivals()) {
                for (Plea plea : pleas) {
                    boolean isInside = start > plea.answeredMicros() + slotMicros + ALLOWANCE_MICROS
                            && start < plea.untilMicros() - ALLOWANCE_MICROS;
                    count += isInside ? 1 : 0;
                }
            }
            return count;
        }
    }

    /** Opens the farm on any free port. */
    public ChaosFarm(Workload work, long seed) {
        this.work = work;
        this.starts = new AtomicIntegerArray(work.size());
        SplittableRandom random = new SplittableRandom(seed);
        work.origins().forEach(origin -> plots.put(origin.host(), new Plot(origin, random.split())));
        this.server = LoopbackServer.start(0, LoopbackServer.Precision.MILLIS, this);
    }

    public InetSocketAddress address() {
        return server.address();
    }

    @Override
    public Reply answer(String host, String path, long arrivedMicros) {
        Plot plot = plots.get(host);
        if (plot == null) {
            strangers.incrementAndGet();
            return Reply.page(arrivedMicros, 400, 0);
        }
        work.numberOfPath(path).ifPresentOrElse(starts::incrementAndGet, strangers::incrementAndGet);
        int status = status(plot);
        plot.log.append(arrivedMicros, status);
        long readyMicros = arrivedMicros + plot.random.nextLong(LATENCY_MICROS_MIN, LATENCY_MICROS_MAX);
        int pauseSeconds = plot.random.nextInt(RETRY_AFTER_SECONDS_MIN, RETRY_AFTER_SECONDS_MAX + 1);
        if (status == 429 || status == 503) {
            plot.plead(readyMicros, readyMicros + Micros.ofSeconds(pauseSeconds));
        }
        return switch (status) {
            case 429 -> Reply.tooMany(readyMicros, pauseSeconds);
            case 503 -> Reply.unavailable(readyMicros, pauseSeconds);
            default -> Reply.page(readyMicros, status, PAGE_BYTES);
        };
    }

    private static int status(Plot plot) {
        return switch (plot.origin.temper()) {
            case CALM -> 200;
            case TIRED -> plot.random.nextInt(ONE_TIRED_IN) == 0 ? 429 : 200;
            case BUSY -> plot.random.nextInt(ONE_BUSY_IN) == 0 ? 503 : 200;
            case SHAKY -> plot.random.nextInt(ONE_SHAKY_IN) == 0 ? 500 : 200;
            case FAILING -> plot.log.size() % (FAILS_IN_A_ROW + WORKS_IN_A_ROW) < WORKS_IN_A_ROW ? 200 : 500;
        };
    }

    /** How often a request was started. */
    int starts(int number) {
        return starts.get(number);
    }

    /** Requests that nobody had published. */
    long strangers() {
        return strangers.get();
    }

    /** What was answered with one status, at all origins. */
    public long answers(int status) {
        return plots.values().stream().mapToLong(plot -> plot.log.count(status)).sum();
    }

    /** Starts at origins that had asked for a pause, between their answer and its end, but for one slot. */
    long startsInPauses() {
        return plots.values().stream()
                .mapToLong(plot -> plot.startsInPleas(plot.origin.budget().slotMicros()))
                .sum();
    }

    /** When an origin was asked, microseconds since 1970. */
    long[] arrivals(String host) {
        Plot plot = plots.get(host);
        return plot == null ? new long[0] : plot.log.arrivals();
    }

    /** All logs against the origins' budgets. */
    public FarmReport report() {
        Map<String, AccessLog> logs = new TreeMap<>();
        plots.forEach((host, plot) -> {
            if (plot.log.size() > 0) {
                logs.put(host, plot.log);
            }
        });
        return FarmReport.of(logs, Function.identity(), host -> {
            Plot plot = plots.get(host);
            if (plot == null) {
                throw new IllegalStateException("log of " + host + " (expected: an origin of the farm)");
            }
            return plot.origin.budget();
        });
    }

    /** Microseconds since 1970, as the machine's clock has it. */
    static long nowMicros() {
        return Micros.of(Instant.now());
    }

    @Override
    public void close() {
        server.close();
    }
}

package org.decorum.stage.bench.peers;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * Asks a peer as fast as it answers: some connections, on each of which the next request goes when the last is answered.
 * Keys are drawn all the same.
 */
public final class DecisionLoad implements AutoCloseable {

    private static final double NANOS_PER_MICRO = 1e3;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final long LATENCY_NANOS_MAX = TimeUnit.MINUTES.toNanos(1);

    private final Peer peer;
    private final List<Decider> connections;
    private final int batch;
    private final int keys;
    private final long seed;

    /**
     * Connects. Connections stay over all runs: a server's process for one of them counts while it lives.
     *
     * @param batch keys that are asked for in one round trip
     */
    public DecisionLoad(Peer peer, int connections, int batch, int keys, long seed) {
        this.peer = peer;
        this.connections = Stream.generate(peer::connect).limit(connections).toList();
        this.batch = batch;
        this.keys = keys;
        this.seed = seed;
    }

    /**
     * What was measured of one run.
     *
     * @param serverCpuMicros of the server for each decision
     * @param loadCpuMicros of the threads that ask, for each decision
     * @param latencyP50Millis of a round trip
     */
    public record Outcome(
            double perSecond,
            double serverCpuMicros,
            double loadCpuMicros,
            double latencyP50Millis,
            double latencyP99Millis) {}

    /** What one connection saw. */
    private record Share(long decisions, long cpuNanos, Histogram latency) {}

    /** Asks once for every key, so that none is new any more. */
    public void meetAll() throws InterruptedException {
        List<Integer> done = Workers.run(connections.size(), worker -> () -> {
            int asked = 0;
            for (int key = worker; key < keys; key += connections.size()) {
                asked += connections.get(worker).waitMicros(List.of(key(key))).size();
            }
            return asked;
        });
        if (done.stream().mapToInt(Integer::intValue).sum() != keys) {
            throw new IllegalStateException("answers: " + done + " (expected: " + keys + " in all)");
        }
    }

    /** One run. */
    public Outcome run(int number, double seconds) throws InterruptedException {
        long cpuBefore = peer.cpuTime().toNanos();
        long begin = System.nanoTime();
        long end = begin + (long) (seconds * NANOS_PER_SECOND);
        List<Share> shares = Workers.run(connections.size(), worker -> () -> share(number, worker, end));
        double took = (System.nanoTime() - begin) / NANOS_PER_SECOND;
        double cpuNanos = peer.cpuTime().toNanos() - cpuBefore;
        long decisions = shares.stream().mapToLong(Share::decisions).sum();
        long loadNanos = shares.stream().mapToLong(Share::cpuNanos).sum();
        Histogram latency = new Histogram(LATENCY_NANOS_MAX, 3);
        shares.forEach(share -> latency.add(share.latency()));
        return new Outcome(
                decisions / took,
                cpuNanos / NANOS_PER_MICRO / decisions,
                loadNanos / NANOS_PER_MICRO / decisions,
                millis(latency, 50),
                millis(latency, 99));
    }

    private Share share(int number, int worker, long end) {
        Decider decider = connections.get(worker);
        SplittableRandom draw = new SplittableRandom(seed + (long) number * connections.size() + worker);
        Histogram latency = new Histogram(LATENCY_NANOS_MAX, 3);
        long decisions = 0;
        long now = System.nanoTime();
        while (now - end < 0) {
            List<String> asked =
                    Stream.generate(() -> key(draw.nextInt(keys))).limit(batch).toList();
            long sent = System.nanoTime();
            decisions += decider.waitMicros(asked).size();
            now = System.nanoTime();
            latency.recordValue(Math.min(LATENCY_NANOS_MAX, now - sent));
        }
        return new Share(decisions, ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime(), latency);
    }

    @Override
    public void close() {
        connections.forEach(Decider::close);
    }

    private static double millis(Histogram latency, double percentile) {
        return latency.getValueAtPercentile(percentile) / 1e6;
    }

    private static String key(int number) {
        return "site-" + number + ".bench.example";
    }
}

package org.decorum.stage.cli.bench;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.decorum.core.machine.ReturnCause;
import org.decorum.schema.CrawlRelease;
import org.decorum.schema.RejectReason;
import org.decorum.stage.bench.BenchResult;
import org.decorum.stage.bench.Lateness;
import org.decorum.stage.bench.Target;
import org.decorum.stage.cli.CliException;
import org.decorum.stage.metrics.MeterNames;
import org.decorum.stage.topology.TopicNames;

/** One flood, from the quiet before it to its last URL. */
final class FloodRun {

    static final String QUIET_P99 = "quiet_lateness_p99_ms";
    static final String FLOOD_P99 = "flood_lateness_p99_ms";
    static final String EXTRA_P99 = "extra_lateness_p99_ms";
    static final String LOST = "lost";
    static final String EXPIRED = "leases_expired";
    static final String OTHERS_WAITING = "others_waiting_at_the_end";
    static final String ROCKSDB_MIB = "rocksdb_max_mib";
    static final String HEAP_MIB = "heap_max_mib";

    private static final double EXTRA_MILLIS_MAX = 50;
    private static final Duration STEP = Duration.ofMillis(200);
    private static final long WARM_UP_SECONDS = 5;

    /** Without any progress for so long, something is wrong. */
    private static final long STUCK_SECONDS = 120;

    private final FloodPlan plan;
    private final BenchWorld world;
    private final long rocksDbBytesMax;
    private final Measurement run;
    private final Lateness lateness;
    private final MemoryWatch memory = new MemoryWatch();
    private final Map<String, Double> figures = new LinkedHashMap<>();

    /**
     * A flood to come.
     *
     * @param rocksDbBytesMax what all stores may take
     */
    FloodRun(FloodPlan plan, BenchWorld world, long rocksDbBytesMax, Measurement run) {
        this.plan = plan;
        this.world = world;
        this.rocksDbBytesMax = rocksDbBytesMax;
        this.run = run;
        this.lateness = new Lateness(plan.intervalMicros());
    }

    BenchResult run() throws InterruptedException {
        try (Producer<byte[], byte[]> producer = producer();
                StandInFetcher fetcher =
                        StandInFetcher.start(world.client(), StandInFetcher.Manner.AT_ONCE, this::watch)) {
            long others = (long) plan.origins() * plan.urlsEach();
            publishOthers(producer);
            await("the others' URLs", fetcher, others, () -> handled() >= others);
            watchQuietly(fetcher);
            flood(producer, fetcher, others + plan.urls());
            figures.put(LOST, others + plan.urls() - handled());
            figures.put(OTHERS_WAITING, (double) world.backlog() - Math.min(plan.urls(), plan.backlogMax()));
        }
        return new BenchResult("flood", "spider-trap", plan.parameters(), figures, targets(), run.conditions());
    }

    private void watchQuietly(StandInFetcher fetcher) throws InterruptedException {
        rest(WARM_UP_SECONDS, fetcher, "warming up");
        lateness.startAnew();
        rest(plan.quietSeconds(), fetcher, "quiet");
        figures.put("quiet_releases", (double) lateness.count());
        figures.put("quiet_lateness_p50_ms", lateness.millis(50));
        figures.put(QUIET_P99, lateness.millis(99));
        figures.put("quiet_lateness_max_ms", lateness.millis(100));
    }

    private void flood(Producer<byte[], byte[]> producer, StandInFetcher fetcher, long all)
            throws InterruptedException {
        lateness.startAnew();
        long startNanos = System.nanoTime();
        Thread publisher = new Thread(() -> publishFlood(producer), "decorum-bench-flood");
        publisher.setDaemon(true);
        publisher.start();
        await("the flood", fetcher, all, () -> handled() >= all);
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        figures.put("flood_releases", (double) lateness.count());
        figures.put("flood_lateness_p50_ms", lateness.millis(50));
        figures.put(FLOOD_P99, lateness.millis(99));
        figures.put("flood_lateness_max_ms", lateness.millis(100));
        figures.put(EXTRA_P99, Math.max(0, lateness.millis(99) - figures.getOrDefault(QUIET_P99, 0.0)));
        figures.put("flood_seconds", seconds);
        figures.put("urls_per_second", plan.urls() / seconds);
        figures.put("turned_away", turnedAway());
        figures.put(EXPIRED, world.counted(MeterNames.RETURNED, MeterNames.CAUSE, ReturnCause.LEASE_EXPIRED));
        figures.put(HEAP_MIB, memory.heapMaxMib());
        figures.put(ROCKSDB_MIB, memory.rocksDbMaxMib());
    }

    private List<Target> targets() {
        return List.of(
                Target.atMost(EXTRA_P99, EXTRA_MILLIS_MAX),
                Target.atMost(LOST, 0),
                Target.atMost(EXPIRED, 0),
                Target.atLeast(OTHERS_WAITING, 1),
                Target.atMost(ROCKSDB_MIB, rocksDbBytesMax / (double) (1 << 20)));
    }

    private void watch(ConsumerRecord<String, CrawlRelease> release, long nowMicros) {
        String origin = release.value().getOriginKey();
        if (!origin.equals(FloodPlan.TRAP)) {
            lateness.released(origin, StandInFetcher.micros(release.value().getReleaseAt()), nowMicros);
        }
    }

    /** Requests that were taken or turned away so far. */
    private double handled() {
        return world.counted(MeterNames.REQUESTS) + turnedAway();
    }

    private double turnedAway() {
        return world.counted(MeterNames.PARKED)
                + world.counted(MeterNames.REJECTED, MeterNames.REASON, RejectReason.BACKLOG_FULL);
    }

    private void publishOthers(Producer<byte[], byte[]> producer) {
        for (int url = 0; url < plan.urlsEach(); url++) {
            for (int origin = 0; origin < plan.origins(); origin++) {
                send(producer, "http://" + FloodPlan.origin(origin) + "/" + url);
            }
        }
        producer.flush();
    }

    private void publishFlood(Producer<byte[], byte[]> producer) {
        for (long url = 0; url < plan.urls(); url++) {
            send(producer, "http://" + FloodPlan.TRAP + "/calendar/" + url % 7_919 + "/day?next=" + url);
        }
        producer.flush();
    }

    @SuppressWarnings("FutureReturnValueIgnored") // what does not arrive is missing in the end
    private static void send(Producer<byte[], byte[]> producer, String url) {
        producer.send(new ProducerRecord<>(TopicNames.REQUESTS, url.getBytes(StandardCharsets.UTF_8)));
    }

    private Producer<byte[], byte[]> producer() {
        Map<String, Object> settings = new HashMap<>(world.client());
        settings.put("linger.ms", "20");
        settings.put("batch.size", "131072");
        settings.put("compression.type", "lz4");
        return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    private void rest(long seconds, StandInFetcher fetcher, String what) throws InterruptedException {
        long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        run.progress(() -> what);
        while (System.nanoTime() - endNanos < 0) {
            step(fetcher);
        }
    }

    private void await(String what, StandInFetcher fetcher, long all, BooleanSupplier done)
            throws InterruptedException {
        double before = -1;
        long changedNanos = System.nanoTime();
        run.progress(() -> what + ": " + (long) handled() + " of " + all);
        while (!done.getAsBoolean()) {
            step(fetcher);
            if (handled() > before) {
                before = handled();
                changedNanos = System.nanoTime();
            } else if (System.nanoTime() - changedNanos > TimeUnit.SECONDS.toNanos(STUCK_SECONDS)) {
                throw new CliException(what + ": stuck at " + (long) before + " of " + all);
            }
        }
    }

    private void step(StandInFetcher fetcher) throws InterruptedException {
        world.check();
        fetcher.check();
        memory.look();
        run.rest(STEP);
    }
}

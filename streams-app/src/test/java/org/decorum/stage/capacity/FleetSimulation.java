package org.decorum.stage.capacity;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.decorum.core.capacity.Popularity;

/**
 * A fleet of stages in virtual time, from a seed: origins hashed to shards as Kafka does, URLs of them by Zipf's law, paced
 * by their budgets, booked, committed, released and concluded on threads that take time for it, while the first instance is
 * killed and its shards move to those with the fewest. Records come in each ten milliseconds, as polls bring them. It
 * knows service times and settings, and none of the model's formulae.
 */
final class FleetSimulation implements VirtualThread.Work {

    private static final long SECOND = 1_000_000_000;
    private static final long SLICE = 10_000_000;
    private static final int WHEEL = 1 << 10;
    private static final long FETCH_NANOS = SECOND / 10;
    private static final int KIND_SHIFT = 28;
    private static final int ORIGIN_MASK = (1 << KIND_SHIFT) - 1;
    private static final int ARRIVAL = 0;
    private static final int DUE = 1;
    private static final int CONCLUSION = 2;

    private final FleetSettings settings;
    private final SplittableRandom random;
    private final OriginDraw draw;
    private final short[] shardOf;
    private final long[] tatNanos;
    private final int[] waiting;
    private final VirtualShard[] shards;
    private final VirtualThread[] threads;
    private final IntQueue[] wheel = new IntQueue[WHEEL];
    private long sliceNanos;
    private long killedNanos = VirtualShard.NEVER;
    private long releases;
    private long punctual;
    private long readableNanosMost;
    private double readableNanosSum;
    private long digest;

    private FleetSimulation(FleetSettings settings) {
        this.settings = settings;
        this.random = new SplittableRandom(settings.seed());
        this.draw = new OriginDraw(
                new Popularity(
                        settings.origins(),
                        settings.zipf(),
                        settings.urlsPerSecond(),
                        settings.originUrlsPerSecondMax()),
                settings.origins(),
                settings.zipf(),
                settings.urlsPerSecond(),
                random.split());
        this.shardOf = new short[settings.origins()];
        this.tatNanos = new long[settings.origins()];
        this.waiting = new int[settings.origins()];
        this.shards = new VirtualShard[settings.shards()];
        Arrays.setAll(shards, i -> new VirtualShard());
        this.threads = new VirtualThread[settings.instances() * settings.threads()];
        Arrays.setAll(threads, this::thread);
        Arrays.setAll(wheel, i -> new IntQueue());
        for (int shard = 0; shard < shards.length; shard++) {
            threads[shard % threads.length].shards().add(shards[shard]);
        }
        for (int origin = 0; origin < settings.origins(); origin++) {
            byte[] key = ("site-" + origin + ".fleet.example").getBytes(StandardCharsets.UTF_8);
            shardOf[origin] = (short) BuiltInPartitioner.partitionForKey(key, shards.length);
            shards[shardOf[origin]].addOrigin();
        }
    }

    static FleetReport run(FleetSettings settings) {
        return new FleetSimulation(settings).run();
    }

    private FleetReport run() {
        runFor(settings.warmUpSeconds());
        resetCounts();
        runFor(settings.measuredSeconds());
        double seconds = settings.measuredSeconds();
        long urls = Arrays.stream(shards).mapToLong(VirtualShard::urls).sum();
        double meanThread = urls / seconds / threads.length;
        double busiestThread = most(this::urlsOf) / seconds;
        double cores = busiestCores(seconds);
        double readableMean = readableNanosSum / releases / 1e6;
        double readableMost = readableNanosMost / 1e6;
        double punctualPercent = 100.0 * punctual / releases;

        List<VirtualShard> moved = kill();
        resetCounts();
        runFor((double) settings.failoverNanos() / SECOND);
        long heldUp = moved.stream().mapToLong(VirtualShard::arrivals).sum();
        hand(moved);
        long from = sliceNanos;
        while (!moved.stream().allMatch(shard -> shard.caughtUpNanos() < VirtualShard.NEVER)) {
            slice();
        }
        long caughtUp =
                moved.stream().mapToLong(VirtualShard::caughtUpNanos).max().orElseThrow();
        runFor(settings.settleSeconds());
        double afterPunctual = 100.0 * punctual / releases;
        resetCounts();
        runFor(settings.afterSeconds());
        long first =
                moved.stream().mapToLong(VirtualShard::firstReadableNanos).max().orElseThrow();
        return new FleetReport(
                urls,
                meanThread,
                busiestThread,
                cores,
                readableMean,
                readableMost,
                punctualPercent,
                (double) (first - killedNanos) / SECOND,
                heldUp,
                (double) (caughtUp - from) / SECOND,
                busiestCores(settings.afterSeconds()),
                most(this::urlsOf) / settings.afterSeconds(),
                afterPunctual,
                fullest(),
                digest);
    }

    private void runFor(double seconds) {
        long until = sliceNanos + Math.round(seconds * SECOND / SLICE) * SLICE;
        while (sliceNanos < until) {
            slice();
        }
    }

    private void slice() {
        IntQueue due = wheel[(int) (sliceNanos / SLICE) & (WHEEL - 1)];
        while (!due.isEmpty()) {
            append(due.take());
        }
        for (long arrivals = arrivals(); arrivals > 0; arrivals--) {
            int origin = draw.next();
            shards[shardOf[origin]].arrived();
            append(origin | ARRIVAL << KIND_SHIFT);
        }
        long until = sliceNanos + SLICE;
        for (VirtualThread thread : threads) {
            if (isAlive(thread)) {
                thread.run(until, this);
                thread.shards().forEach(shard -> {
                    if (shard.queue().isEmpty()) {
                        shard.caughtUp(until);
                    }
                });
            }
        }
        sliceNanos = until;
    }

    /** Poisson's, which is all but normal for as many as these. */
    private long arrivals() {
        double mean = settings.urlsPerSecond() * SLICE / SECOND;
        return Math.max(0, Math.round(mean + Math.sqrt(mean) * random.nextGaussian()));
    }

    private void append(int event) {
        shards[shardOf[event & ORIGIN_MASK]].queue().add(event);
    }

    @Override
    public long process(VirtualThread thread, VirtualShard shard, int event) {
        int origin = event & ORIGIN_MASK;
        long third = settings.urlNanos() / 3;
        long now = thread.nowNanos();
        switch (event >>> KIND_SHIFT) {
            case ARRIVAL -> {
                if (waiting[origin] == 0 && tatNanos[origin] <= now + settings.leadNanos()) {
                    book(thread, shard, origin, now);
                    return 2 * third;
                }
                waiting[origin]++;
                if (waiting[origin] == 1) {
                    later(tatNanos[origin] - settings.leadNanos(), origin | DUE << KIND_SHIFT);
                }
                return third;
            }
            case DUE -> {
                waiting[origin]--;
                book(thread, shard, origin, now);
                if (waiting[origin] > 0) {
                    later(tatNanos[origin] - settings.leadNanos(), origin | DUE << KIND_SHIFT);
                }
                return third;
            }
            default -> {
                shard.concluded();
                return settings.urlNanos() - 2 * third;
            }
        }
    }

    /** No slot is nearer than the reach, four fifths of the lead. */
    private void book(VirtualThread thread, VirtualShard shard, int origin, long now) {
        long slot = Math.max(now + settings.leadNanos() / 5 * 4, tatNanos[origin]);
        tatNanos[origin] = slot + settings.intervalNanos();
        later(slot + FETCH_NANOS, origin | CONCLUSION << KIND_SHIFT);
        thread.released(shard, slot);
    }

    /** In the slice in which it comes, though not in one that has begun. */
    private void later(long nanos, int event) {
        long slice = Math.max(sliceNanos + SLICE, nanos + SLICE - 1) / SLICE;
        if (slice - sliceNanos / SLICE >= WHEEL) {
            throw new IllegalStateException("an event in " + (nanos - sliceNanos) + " ns (expected: within 10 s)");
        }
        wheel[(int) slice & (WHEEL - 1)].add(event);
    }

    @Override
    public void readable(VirtualShard shard, long bookedNanos, long slotNanos, long readableNanos) {
        releases++;
        punctual += readableNanos <= slotNanos ? 1 : 0;
        readableNanosSum += readableNanos - bookedNanos;
        readableNanosMost = Math.max(readableNanosMost, readableNanos - bookedNanos);
        digest = digest * 31 + readableNanos + slotNanos;
        if (bookedNanos >= killedNanos) {
            shard.readable(readableNanos);
        }
    }

    /** The first instance. What it released since its last commit is never read; in a real one another does it again. */
    private List<VirtualShard> kill() {
        killedNanos = sliceNanos;
        List<VirtualShard> moved = new ArrayList<>();
        for (VirtualThread thread : threads) {
            if (thread.instance() == 0) {
                moved.addAll(thread.shards());
                thread.shards().clear();
            }
        }
        return moved;
    }

    private void hand(List<VirtualShard> moved) {
        for (VirtualShard shard : moved) {
            VirtualThread fewest = Arrays.stream(threads)
                    .filter(this::isAlive)
                    .min(Comparator.comparingInt(this::shardsOfInstance)
                            .thenComparingInt(thread -> thread.shards().size()))
                    .orElseThrow();
            fewest.shards().add(shard);
            shard.hasMoved();
        }
    }

    private int shardsOfInstance(VirtualThread one) {
        return Arrays.stream(threads)
                .filter(thread -> thread.instance() == one.instance())
                .mapToInt(thread -> thread.shards().size())
                .sum();
    }

    private VirtualThread thread(int number) {
        return new VirtualThread(
                number / settings.threads(),
                settings.commitIntervalNanos(),
                settings.commitNanos(),
                random.nextLong(settings.commitIntervalNanos()));
    }

    private boolean isAlive(VirtualThread thread) {
        return thread.instance() != 0 || killedNanos == VirtualShard.NEVER;
    }

    private void resetCounts() {
        Arrays.stream(threads).forEach(VirtualThread::resetCounts);
        Arrays.stream(shards).forEach(VirtualShard::resetCounts);
        releases = 0;
        punctual = 0;
        readableNanosSum = 0;
        readableNanosMost = 0;
    }

    private double most(ToDoubleFunction<VirtualThread> of) {
        return Arrays.stream(threads).mapToDouble(of).max().orElseThrow();
    }

    private double urlsOf(VirtualThread thread) {
        return (double) thread.workNanos() / settings.urlNanos();
    }

    /** Of the busiest instance, with the copies of the shards that the one before it owns. */
    private double busiestCores(double seconds) {
        double[] cores = new double[settings.instances()];
        for (VirtualThread thread : threads) {
            long urls = thread.shards().stream().mapToLong(VirtualShard::urls).sum();
            cores[thread.instance()] += thread.workNanos() / seconds / SECOND
                    + (double) thread.shards().size() * settings.idleNanosPerSecond() / SECOND;
            cores[copyOf(thread.instance())] += urls * settings.standbyNanos() / seconds / SECOND;
        }
        return Arrays.stream(cores).max().orElseThrow();
    }

    private int copyOf(int instance) {
        int next = (instance + 1) % settings.instances();
        return next == 0 && killedNanos != VirtualShard.NEVER ? 1 : next;
    }

    private long fullest() {
        long[] origins = new long[settings.instances()];
        for (int shard = 0; shard < shards.length; shard++) {
            origins[shard % threads.length / settings.threads()] += shards[shard].origins();
        }
        return Arrays.stream(origins).max().orElseThrow();
    }
}

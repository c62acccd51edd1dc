package org.decorum.stage.cli.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.decorum.stage.bench.ProcessMemory;
import org.decorum.stage.bench.StoreFiles;
import org.decorum.stage.cli.CliException;
import org.decorum.stage.store.StoreNames;

/** The lives of a stage whose memory is measured: it meets origins, is started again, gets URLs that wait, and again. */
final class MemoryRuns implements AutoCloseable {

    private static final Duration LOOK_AGAIN = Duration.ofMillis(100);
    private static final Duration RESTORED_MAX = Duration.ofSeconds(600);

    /** What started has come to rest. */
    private static final Duration QUIET = Duration.ofSeconds(3);

    /** For so long the CPU time is read of a stage that has nothing to do. */
    private static final Duration IDLE = Duration.ofSeconds(10);

    private final long origins;
    private final int restarts;
    private final Measurement run;
    private final LoadRun runs;
    private final Map<String, Object> client;
    private final StandInFetcher fetcher;
    private final LoadPublisher publisher;
    private final ChildStage stage;
    private final List<Double> rssMax = new ArrayList<>();
    private final List<Double> rssBeyondHeap = new ArrayList<>();
    private final List<Double> idleMicros = new ArrayList<>();

    /** @param settings of the stage */
    MemoryRuns(long origins, int restarts, Map<String, String> settings, BenchKafka kafka, Measurement run) {
        this.origins = origins;
        this.restarts = restarts;
        this.run = run;
        this.runs = new LoadRun(run, kafka);
        this.client = kafka.address().client();
        BenchWorld.prepare(new HashMap<>(client), HeldOrigins.policies());
        this.fetcher = StandInFetcher.start(client, StandInFetcher.Manner.IN_SLOT, (release, nowMicros) -> {});
        this.publisher = LoadPublisher.open(client);
        this.stage = new ChildStage(kafka, run.data(), settings, fetcher);
    }

    /**
     * Bytes of files.
     *
     * @param asLeft when the stage has stopped
     * @param compacted after that, without what is deleted or was written over
     */
    record Disk(long asLeft, long compacted) {}

    /** Each origin has one URL, which is fetched. */
    Disk meet() throws IOException, InterruptedException {
        stage.start();
        HeldOrigins.meet(runs, origins, publisher, source(), stage);
        return stop(StoreNames.ORIGINS).get(0);
    }

    /** Each origin gets a URL that waits: what its state and the URL take then. */
    List<Disk> hold() throws IOException, InterruptedException {
        stage.start();
        awaitRestored(0);
        HeldOrigins.hold(runs, origins, publisher, source(), new Waiting(stage, stage::waiting));
        return stop(StoreNames.ORIGINS, StoreNames.BACKLOG);
    }

    /**
     * Live heap of the stage after each of some starts, in bytes. It has read nothing but the states of all its origins,
     * one after the other, so that its room for those that were busy of late is empty.
     *
     * @param waiting URLs
     */
    List<Double> heaps(long waiting) throws IOException, InterruptedException {
        List<Double> heaps = new ArrayList<>();
        for (int start = 1; start <= restarts; start++) {
            stage.start();
            awaitRestored(waiting);
            run.rest(QUIET);
            look();
            if (waiting == 0) {
                beIdle();
            }
            heaps.add((double) stage.liveHeapBytes());
            stage.stop();
        }
        return heaps;
    }

    private void beIdle() throws InterruptedException {
        double before = stage.cpuMicros();
        long beganNanos = System.nanoTime();
        run.rest(IDLE);
        idleMicros.add((stage.cpuMicros() - before) * 1e9 / (System.nanoTime() - beganNanos));
    }

    /** CPU time a second of a stage all of whose origins are at rest, after each start. */
    List<Double> idleMicros() {
        return List.copyOf(idleMicros);
    }

    int shards() {
        return stage.shards();
    }

    /** The most that the process took in each of its lives, in bytes. */
    List<Double> rssMax() {
        return List.copyOf(rssMax);
    }

    /** What the process took beside the heap that it had, at the end of each of its lives. */
    List<Double> rssBeyondHeap() {
        return List.copyOf(rssBeyondHeap);
    }

    private List<Disk> stop(String... stores) throws IOException, InterruptedException {
        run.rest(QUIET);
        look();
        stage.stop();
        List<Disk> disks = new ArrayList<>();
        for (String store : stores) {
            run.progress(() -> "compacting " + store);
            StoreFiles files = StoreFiles.of(stage.state(), store);
            long asLeft = files.bytes();
            disks.add(new Disk(asLeft, files.compact().bytes()));
        }
        return disks;
    }

    private void look() throws IOException {
        ProcessMemory memory = stage.memory();
        rssMax.add((double) memory.rssMaxBytes());
        rssBeyondHeap.add((double) Math.max(0, memory.rssBytes() - stage.heapCommittedBytes()));
    }

    private void awaitRestored(long waiting) throws InterruptedException {
        await("origins known", () -> stage.origins() == origins && stage.waiting() == waiting);
    }

    private void await(String what, BooleanSupplier condition) throws InterruptedException {
        long deadlineNanos = System.nanoTime() + RESTORED_MAX.toNanos();
        while (!condition.getAsBoolean()) {
            stage.check();
            if (System.nanoTime() - deadlineNanos > 0) {
                throw new CliException(what + ": " + stage.origins() + ", of which " + stage.waiting()
                        + " wait, within " + RESTORED_MAX.toSeconds() + " s (expected: " + origins + ")");
            }
            run.progress(() -> what + ": " + stage.origins());
            run.rest(LOOK_AGAIN);
        }
    }

    private LoadPublisher.Source source() {
        return StageLoad.requests(client, HeldOrigins::url);
    }

    @Override
    public void close() throws InterruptedException {
        publisher.close();
        fetcher.close();
    }
}

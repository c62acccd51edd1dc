package org.decorum.stage.cli.bench;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.streams.StreamsConfig;
import org.decorum.stage.bench.LiveHeap;
import org.decorum.stage.bench.MeterText;
import org.decorum.stage.bench.ProcessMemory;
import org.decorum.stage.chaos.process.Fleet;
import org.decorum.stage.chaos.process.Launch;
import org.decorum.stage.cli.CliException;
import org.decorum.stage.config.StageConfig;
import org.decorum.stage.http.Paths;
import org.decorum.stage.runtime.DataDirectory;

/** A stage in a process of its own, with the JVM options of the launcher. It is asked over HTTP what it has counted. */
final class ChildStage implements Driven {

    /** As the launcher has it. */
    static final int HEAP_MEGABYTES = 1_024;

    private static final String NAME = "stage";
    private static final Duration READY_MAX = Duration.ofSeconds(120);
    private static final Duration STOP_MAX = Duration.ofSeconds(60);
    private static final Duration ASK_TIME = Duration.ofSeconds(10);

    /** Its answer has thousands of lines. */
    private static final long ASK_AGAIN_NANOS = 250_000_000;

    private final Path state;
    private final int shards;
    private final Fleet.Stage stage;
    private final StandInFetcher fetcher;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(ASK_TIME).build();
    private MeterText meters = new MeterText("");
    private long askedNanos;

    /** One that was not started yet; the topics must exist. */
    ChildStage(BenchKafka kafka, DataDirectory data, Map<String, String> settings, StandInFetcher fetcher) {
        KafkaAddress address = kafka.address();
        Map<String, Object> own = new HashMap<>();
        own.put(StageConfig.SHARDS, BenchWorld.SHARDS);
        own.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, BenchWorld.THREADS);
        own.putAll(settings);
        this.state = data.state();
        this.shards = Integer.parseInt(own.get(StageConfig.SHARDS).toString());
        this.stage = new Fleet(kafka.children(), state, address.bootstrapServers(), address.registryUrl())
                .stage(NAME, Launch.Claim.FULL, HEAP_MEGABYTES, own);
        this.fetcher = fetcher;
    }

    /** Returns when it works; of its origins it may know few yet. */
    void start() {
        stage.member().start();
        if (!stage.member().awaitReady(READY_MAX)) {
            throw new CliException(
                    "the stage did not get ready: " + stage.member().lastWords());
        }
        askedNanos = 0;
        meters = new MeterText("");
    }

    /** In order: what it holds is committed and flushed. */
    void stop() {
        check();
        stage.member().stop(STOP_MAX);
    }

    /** Where its stores are. */
    Path state() {
        return state;
    }

    long origins() {
        return (long) meters().sum("decorum_origins");
    }

    long waiting() {
        return (long) meters().sum("decorum_backlog");
    }

    /** Heap that the JVM has taken from the machine. */
    long heapCommittedBytes() {
        askedNanos = 0;
        return (long) meters().sum("jvm_memory_committed_bytes", "area=\"heap\"");
    }

    double cpuMicros() {
        return stage.member()
                        .cpuTime()
                        .orElseThrow(() -> new CliException(
                                "the CPU time of the stage cannot be read (expected: a system that tells it)"))
                        .toNanos()
                / 1e3;
    }

    /** How many shards it has. */
    int shards() {
        return shards;
    }

    ProcessMemory memory() throws IOException {
        return ProcessMemory.of(pid());
    }

    long liveHeapBytes() throws IOException, InterruptedException {
        return LiveHeap.bytes(pid());
    }

    @Override
    public long answered() {
        return fetcher.reported();
    }

    @Override
    public long done() {
        return (long) meters().sum("decorum_feedback_total", "outcome=\"fetched\"");
    }

    @Override
    public long late() {
        return fetcher.late();
    }

    @Override
    public void check() {
        fetcher.check();
        if (stage.member().hasEndedByItself()) {
            throw new CliException(
                    "the stage ended by itself: " + stage.member().lastWords());
        }
    }

    private long pid() {
        return stage.member()
                .pid()
                .orElseThrow(() -> new CliException(
                        "the stage does not run: " + stage.member().lastWords()));
    }

    /** What it said last, where it does not answer in time. */
    private MeterText meters() {
        if (askedNanos == 0 || System.nanoTime() - askedNanos > ASK_AGAIN_NANOS) {
            try {
                HttpRequest asked = HttpRequest.newBuilder(URI.create(stage.url() + Paths.METRICS))
                        .timeout(ASK_TIME)
                        .build();
                meters = new MeterText(http.send(asked, BodyHandlers.ofString()).body());
            } catch (IOException noAnswer) {
                check();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new CliException("stopped before the end", e);
            }
            askedNanos = System.nanoTime();
        }
        return meters;
    }
}

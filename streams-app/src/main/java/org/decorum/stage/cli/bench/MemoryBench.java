package org.decorum.stage.cli.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.decorum.stage.bench.BenchResult;
import org.decorum.stage.bench.LiveHeap;
import org.decorum.stage.bench.MemoryBound;
import org.decorum.stage.bench.ProcessMemory;
import org.decorum.stage.bench.Spread;
import org.decorum.stage.bench.Target;
import org.decorum.stage.chaos.process.Launch;
import org.decorum.stage.cli.CliException;
import org.decorum.stage.config.StageConfig;
import org.decorum.stage.store.StoreNames;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures what origins and URLs that wait take of disk and memory. */
@Command(
        name = "memory",
        header = "What very many origins, and URLs that wait, take of disk, heap and the process's memory.",
        description = {
            "",
            "A stage as a process of its own, with the launcher's JVM options, meets --origins origins: each has one URL, "
                    + "which is fetched. Then each gets another one, which waits for a day. So each URL that waits is of "
                    + "an origin of its own.",
            "",
            "  disk   the stores' files once the stage has stopped, as it left them and compacted; and the",
            "         changelogs, with what the broker has not compacted yet. Compacted files are judged",
            "  heap   live objects after a full collection (jcmd), once the stage has been started anew and knows",
            "         its origins: with all of them at work less with all at rest. The room for states that were",
            "         busy of late (decorum.recent.origins.bytes) is empty then in both; its bound is its own",
            "  RSS    the most that the process ever took (VmHWM) against the bound that topology-docs/memory.md",
            "         tells: heap, RocksDB, and what a JVM takes beside them",
            "",
            "It needs Linux and a JDK. With the defaults it takes about ten minutes and 3 GB of disk.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  decorum bench memory",
            "  decorum bench memory --origins 100000 --restarts 2",
            "  decorum bench memory -D decorum.rocksdb.memory.bytes=67108864 --json memory.jsonl"
        })
public final class MemoryBench extends MeasuringCommand {

    private static final String ON_DISK = "origin_bytes_on_disk";
    private static final double ON_DISK_MAX = 160;
    private static final String HEAP = "heap_bytes_per_active_origin";
    private static final double HEAP_MAX = 100;
    private static final String RSS = "rss_max_mib";
    private static final double MIB = 1 << 20;

    @Option(
            names = "--origins",
            paramLabel = "N",
            defaultValue = "1000000",
            description = "That the stage meets; as many URLs wait. Default: ${DEFAULT-VALUE}.")
    private int origins;

    @Option(
            names = "--restarts",
            paramLabel = "N",
            defaultValue = "5",
            description = "After each of which the heap is measured, once with all origins at rest, once with all at "
                    + "work. Default: ${DEFAULT-VALUE}.")
    private int restarts;

    @Override
    protected void checkOptions() {
        requireWithin("--origins", origins, 100, 3_000_000);
        requireWithin("--restarts", restarts, 1, 100);
        if (!ProcessMemory.isTold()) {
            throw new CliException("the memory of a process cannot be read here (expected: Linux, with /proc)");
        }
        if (!LiveHeap.isTold()) {
            throw new CliException(System.getProperty("java.home") + " has no bin/jcmd (expected: a JDK)");
        }
    }

    @Override
    protected void measure(Measurement run) throws IOException, InterruptedException {
        try (BenchKafka kafka = BenchKafka.start(run.data(), Map.of(), Launch.Claim.FULL);
                MemoryRuns lives = new MemoryRuns(origins, restarts, connection.settings(), kafka, run)) {
            run.closeInOrder();
            MemoryRuns.Disk idle = lives.meet();
            List<Double> atRest = lives.heaps(0);
            List<MemoryRuns.Disk> held = lives.hold();
            List<Double> atWork = lives.heaps(origins);
            Map<String, Double> figures = new LinkedHashMap<>();
            putDisk(figures, ON_DISK, idle);
            putDisk(figures, "waiting_origin_bytes_on_disk", held.get(0));
            putDisk(figures, "held_url_bytes_on_disk", held.get(1));
            figures.put("origins_changelog_bytes_per_origin", each(kafka.changelogBytes(StoreNames.ORIGINS)));
            figures.put("backlog_changelog_bytes_per_url", each(kafka.changelogBytes(StoreNames.BACKLOG)));
            heapOfEach(atRest, atWork).putInto(figures, HEAP);
            Spread.of(lives.idleMicros().stream()
                            .map(micros -> micros / lives.shards())
                            .toList())
                    .putInto(figures, "idle_cpu_micros_per_shard");
            figures.put("heap_at_rest_mib", Spread.of(atRest).median() / MIB);
            figures.put("heap_at_work_mib", Spread.of(atWork).median() / MIB);
            MemoryBound bound = new MemoryBound(
                    (long) (ChildStage.HEAP_MEGABYTES * MIB), stageConfig().getLong(StageConfig.ROCKSDB_MEMORY_BYTES));
            figures.put(RSS, Spread.of(lives.rssMax()).max() / MIB);
            figures.put("rss_bound_mib", bound.bytes() / MIB);
            figures.put(
                    "rss_beside_heap_max_mib", Spread.of(lives.rssBeyondHeap()).max() / MIB);
            figures.put("rss_beside_heap_bound_mib", (bound.bytes() - bound.heapBytes()) / MIB);
            run.found(new BenchResult(
                    "memory",
                    "idle-and-held",
                    parameters(),
                    figures,
                    List.of(
                            Target.atMost(ON_DISK, ON_DISK_MAX),
                            Target.atMost(HEAP, HEAP_MAX),
                            Target.atMost(RSS, bound.bytes() / MIB)),
                    run.conditions()));
        }
        run.say(String.format(
                Locale.ROOT, "%,d origins met, then %,d URLs that wait, one at each of them.", origins, origins));
        run.say("");
    }

    private Map<String, Object> parameters() {
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("origins", origins);
        parameters.put("held_urls", origins);
        parameters.put("origin_key_bytes", HeldOrigins.keyBytes(origins));
        parameters.put("restarts", restarts);
        parameters.put("heap_max_mib", ChildStage.HEAP_MEGABYTES);
        parameters.put("settings", stageSettings());
        return parameters;
    }

    private void putDisk(Map<String, Double> figures, String name, MemoryRuns.Disk disk) {
        figures.put(name, each(disk.compacted()));
        figures.put(name + "_as_left", each(disk.asLeft()));
    }

    private double each(double bytes) {
        return bytes / origins;
    }

    /** Each start with all at work against one with all at rest. */
    private Spread heapOfEach(List<Double> atRest, List<Double> atWork) {
        List<Double> differences = new ArrayList<>();
        for (int start = 0; start < atWork.size(); start++) {
            differences.add(each(atWork.get(start) - atRest.get(start)));
        }
        return Spread.of(differences);
    }
}

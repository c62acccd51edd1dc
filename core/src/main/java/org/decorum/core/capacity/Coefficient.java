package org.decorum.core.capacity;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the model takes from measurements: a closed set, each with its unit and where its value comes from. */
public enum Coefficient {
    STAGE_CPU_MICROS_PER_URL("µs", "CPU of the stage for a URL, from its request to its conclusion", "cycle"),
    BROKER_CPU_MICROS_PER_URL("µs", "CPU of the brokers for a URL, with one copy of each record", "cycle"),
    THREAD_URLS_PER_SECOND("URLs/s", "most that one stream thread was seen to do", "cycle"),
    CYCLE_ORIGINS("origins", "that an instance knew where CPU was measured", "cycle"),
    CPU_GROWTH_PER_TENFOLD("factor", "by which the stage's CPU grows with ten times the origins", "state"),
    REPLICA_CPU_SHARE("share", "of the brokers' CPU that each further copy takes once more", "cycle"),
    IDLE_CPU_MICROS_PER_SHARD("µs a second", "CPU that a shard takes with nothing to do", "memory"),

    REQUEST_BYTES("bytes", "of a URL on crawl.requests", ""),
    REPARTITION_BYTES("bytes", "of a URL on requests-by-origin and feedback-by-origin", ""),
    RELEASE_BYTES("bytes", "of a URL on crawl.release", ""),
    FEEDBACK_BYTES("bytes", "of a URL on crawl.feedback", ""),
    DECISION_BYTES("bytes", "of a URL on crawl.decisions, two rows", ""),
    CHANGELOG_BYTES("bytes", "of a URL on changelogs", ""),
    CHANGELOG_RECORDS("records", "of a URL on changelogs", "writes"),
    ORIGIN_RECORD_BYTES("bytes", "of an origin at rest, as a record", ""),
    HELD_URL_BYTES("bytes", "of a URL that waits, as a record", ""),
    CHANGELOG_DIRTY_SHARE("share", "of a changelog that may be out of date before it is compacted", ""),
    TOMBSTONE_BYTES("bytes", "of the record that deletes a URL from a changelog", ""),
    TOMBSTONE_SECONDS("s", "that such a record is kept after compaction", ""),
    CHANGELOG_SEGMENT_BYTES("bytes", "of a changelog's newest part, which is never compacted", ""),

    ORIGIN_DISK_BYTES(
            "bytes", "of an origin on the disk of an instance", "memory", "waiting_origin_bytes_on_disk_as_left"),
    HELD_URL_DISK_BYTES("bytes", "of a URL that waits on the disk of an instance", "memory", "held_url_bytes_on_disk"),
    HEAP_BASE_BYTES("bytes", "of heap whatever it does", "memory"),
    HEAP_RECENT_BYTES("bytes", "of heap for the states of busy origins", ""),
    HEAP_BYTES_PER_THREAD("bytes", "of heap for each stream thread", ""),
    HEAP_BYTES_PER_SHARD("bytes", "of heap for a shard, or the copy of one", ""),
    HEAP_RECENT_BYTES_PER_SHARD("bytes", "of heap for a shard's requests that were released of late", ""),
    HEAP_BYTES_PER_ACTIVE_ORIGIN("bytes", "of heap for an origin at work", "memory"),
    HEAP_LIVE_SHARE("share", "of the heap that may be live, so that collections have air", ""),
    ROCKSDB_BYTES("bytes", "of memory outside the heap for all stores of an instance", ""),
    PROCESS_BYTES_OUTSIDE_HEAP("bytes", "of memory outside the heap for all else", "memory"),

    FAILOVER_SECONDS(
            "s",
            "from a kill to the first release by another instance, with a standby",
            "failover",
            "kill_seconds_max"),
    RESTORE_RECORDS_PER_SECOND("records/s", "that an instance restores from changelogs", "restore"),
    RESTORE_CPU_MICROS_PER_RECORD("µs", "CPU of an instance for a record that it restores, at most", "restore"),
    STANDBY_LAG_RECORDS("records", "that a standby may be behind and still take over", ""),
    MEET_MICROS_PER_ORIGIN("µs", "until a task that starts knows when an origin is due", "");

    private final String unit;
    private final String meaning;
    private final String bench;
    private final String figure;

    Coefficient(String unit, String meaning, String bench) {
        this(unit, meaning, bench, "");
    }

    /** @param figure name in the benchmark's results where it is another */
    Coefficient(String unit, String meaning, String bench, String figure) {
        this.unit = unit;
        this.meaning = meaning;
        this.bench = bench;
        this.figure = figure;
    }

    /** As files and tables name it. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    public String unit() {
        return unit;
    }

    public String meaning() {
        return meaning;
    }

    /** The {@code decorum bench} that measures it; empty where none does. */
    public Optional<String> bench() {
        return bench.isEmpty() ? Optional.empty() : Optional.of(bench);
    }

    /** Its name among the figures of that benchmark. */
    public String figure() {
        return figure.isEmpty() ? key() : figure;
    }

    static Coefficient of(String key) {
        return Stream.of(values())
                .filter(coefficient -> coefficient.key().equals(key))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("coefficient: " + key + " (expected: one of "
                        + Arrays.stream(values()).map(Coefficient::key).collect(Collectors.joining(", ")) + ")"));
    }
}

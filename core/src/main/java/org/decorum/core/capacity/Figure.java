package org.decorum.core.capacity;

import java.util.Locale;

/** What a plan says, in the order in which it is worked out. */
public enum Figure {
    INSTANCES(Unit.COUNT, "the most that any limit asks for"),
    SHARDS(Unit.COUNT, "as given; else 4 × threads × instances, at least 32, at most 10,000"),
    SHARDS_PER_INSTANCE(Unit.COUNT, "shards / instances, rounded up"),
    ORIGINS_PER_INSTANCE(Unit.COUNT, "origins × shards per instance / shards"),

    HOTTEST_ORIGIN(Unit.PER_SECOND, "min(c, budget of an origin), where c gives all origins together what comes in"),
    BUSIEST_THREAD(
            Unit.PER_SECOND,
            "n shards on it: the greater of n × U / shards + √(2 ln threads) × √(n × Σ rate² / shards) and hottest + n × (U −"
                    + " hottest) / shards"),
    BUSIEST_THREAD_SHARE(Unit.PERCENT, "busiest thread × growth / thread_urls_per_second"),
    THREAD_AFTER_FAILURE(Unit.PER_SECOND, "the busiest thread with as many instances less as may fail"),
    CPU_PER_URL(
            Unit.MICROS,
            "stage_cpu_micros_per_url × cpu_growth_per_tenfold ^ log10(origins per instance / cycle_origins), no less"),
    CPU_PER_STANDBY_URL(Unit.MICROS, "standbys × changelog_records × restore_cpu_micros_per_record"),
    CPU_PER_INSTANCE(
            Unit.CORES,
            "busiest instance × CPU per URL + U × shards per instance / shards × CPU per standby URL + shards per instance × idle CPU; busiest as"
                    + " for threads"),
    CPU_SHARE(Unit.PERCENT, "CPU per instance / cores"),
    CPU_SHARE_AFTER_FAILURE(Unit.PERCENT, "the same with as many instances less as may fail"),

    HEAP(
            Unit.BYTES,
            "(heap_base_bytes + heap_recent_bytes + threads × heap_bytes_per_thread + shards per instance × ((1 + standbys) ×"
                    + " heap_bytes_per_shard + heap_recent_bytes_per_shard) + active origins per instance × heap_bytes_per_active_origin) /"
                    + " heap_live_share, after a failure"),
    RSS(Unit.BYTES, "heap + rocksdb_bytes + process_bytes_outside_heap"),
    DISK_DATA(
            Unit.BYTES,
            "(1 + standbys) × (origins × origin_disk_bytes + held URLs × held_url_disk_bytes) / instances, after a failure"),
    DISK(Unit.BYTES, "data / share of a disk that may be full"),

    BROKER_IN(Unit.BYTES_PER_SECOND, "U × replication × bytes of a URL on all topics"),
    BROKER_OUT(
            Unit.BYTES_PER_SECOND,
            "U × (bytes that the stage and fetchers read, standbys × changelog_bytes, (replication − 1) × bytes on all"
                    + " topics)"),
    BROKER_CORES(
            Unit.CORES,
            "U × broker_cpu_micros_per_url × (1 + (replication − 1) × replica_cpu_share) / share of CPU that may be used"),
    BROKER_LIVE_DISK(
            Unit.BYTES,
            "replication × ((origins × origin_record_bytes + held URLs × held_url_bytes) / (1 − changelog_dirty_share) + U ×"
                    + " tombstone_seconds × tombstone_bytes + 2 × shards × changelog_segment_bytes): changelogs, at most"),
    BROKER_STREAM_DISK(Unit.BYTES, "replication × U × Σ bytes of a URL × seconds that its topic is kept"),
    BROKER_REPLICAS(Unit.COUNT, "6 × shards × replication: partitions of changelogs and repartition topics"),

    COMMIT(
            Unit.MILLIS,
            "commit interval × (1 / b − 1), b = thread_urls_per_second × stage_cpu_micros_per_url: what of a thread's time"
                    + " was not CPU"),
    READABLE_AFTER(
            Unit.MILLIS,
            "commit interval + commit: from a booking just after a commit to its release read, if nothing else is in the way"),
    PUNCTUAL(
            Unit.PERCENT,
            "100 where that is within the reach, four fifths of the lead; else what the reach leaves of it"),

    FAILOVER(
            Unit.SECONDS,
            "failover_seconds + moved shards an instance × records / restore_records_per_second; of the records standbys leave"
                    + " standby_lag_records. Shards of all instances that fail at once move"),
    FAILOVER_URLS(Unit.COUNT, "U × shards per instance / shards × failover: held up"),
    CATCH_UP(
            Unit.SECONDS,
            "at most: moved shards a thread × U / shards × failover / (what a thread does − what the busiest one with these has"
                    + " to), as if all of a URL's work were still to do"),
    RESTORE_RECORDS(
            Unit.COUNT,
            "a shard: (origins + held URLs) / (1 − changelog_dirty_share) + U × tombstone_seconds, over shards, + the newest"
                    + " segments of two changelogs, or a week's records where these are fewer"),
    RESTORE(
            Unit.SECONDS,
            "shards per instance × records / restore_records_per_second + origins per instance × meet_micros_per_origin /"
                    + " threads: an instance with an empty disk"),

    COST_PER_MONTH(
            Unit.MONEY,
            "730 h × ((instances × cores + broker cores) × price + instances × memory × price) + (instances × disk + broker"
                    + " disk / share of a disk that may be full) × price"),
    COST_PER_MILLION_URLS(Unit.MONEY, "cost per month / millions of URLs a month");

    private final Unit unit;
    private final String formula;

    Figure(Unit unit, String formula) {
        this.unit = unit;
        this.formula = formula;
    }

    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** As tables name it. */
    public String words() {
        return key().replace('_', ' ');
    }

    public Unit unit() {
        return unit;
    }

    public String formula() {
        return formula;
    }
}

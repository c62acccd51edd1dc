package org.decorum.core.capacity;

import static org.decorum.core.capacity.Coefficient.*;

/**
 * What one of so many instances bears. Shards are dealt out by number, so the one with most of them counts; and they are
 * not alike: what they get spreads around its mean by the squares of the origins' rates. The busiest of {@code m} bins is
 * taken to be {@code √(2 ln m)} standard deviations above the mean, or to own the hottest origin beside its shards' mean of
 * all others, whichever is more.
 */
final class Share {

    private static final double PER_MILLION = 1e6;
    private static final int CHANGELOGS = 2;
    private static final double WEEK_SECONDS = 7 * 86_400;

    private final Coefficients known;
    private final Workload work;
    private final Layout layout;
    private final Machine machine;
    private final Popularity popularity;
    private final int shards;
    private final int instances;

    Share(
            Coefficients known,
            Workload work,
            Layout layout,
            Machine machine,
            Popularity popularity,
            int shards,
            int instances) {
        this.known = known;
        this.work = work;
        this.layout = layout;
        this.machine = machine;
        this.popularity = popularity;
        this.shards = shards;
        this.instances = instances;
    }

    int shards() {
        return shards;
    }

    int shardsOfInstance() {
        return ceilOfShards(instances);
    }

    int shardsOfThread() {
        return ceilOfShards((double) instances * machine.threads());
    }

    /** The part of everything that is here. */
    double part() {
        return (double) shardsOfInstance() / shards;
    }

    double origins() {
        return work.origins() * part();
    }

    double urlsOfInstance() {
        return busiest(instances, shardsOfInstance());
    }

    double urlsOfThread() {
        return busiest((double) instances * machine.threads(), shardsOfThread());
    }

    double urlsOfShard() {
        return work.urlsPerSecond() / shards;
    }

    private double busiest(double bins, int shardsOfBin) {
        double mean = shardsOfBin * work.urlsPerSecond() / shards;
        double deviation = Math.sqrt(shardsOfBin * popularity.sumOfSquares() / shards);
        double above = bins <= 1 ? 0 : Math.sqrt(2 * Math.log(bins)) * deviation;
        double hottest = popularity.hottest();
        double withHottest = hottest + shardsOfBin * (work.urlsPerSecond() - hottest) / shards;
        return Math.min(work.urlsPerSecond(), Math.max(mean + above, withHottest));
    }

    double growth() {
        double tenfolds = Math.log10(Math.max(1, origins() / number(CYCLE_ORIGINS)));
        return Math.pow(number(CPU_GROWTH_PER_TENFOLD), tenfolds);
    }

    double cpuMicrosOfUrl() {
        return number(STAGE_CPU_MICROS_PER_URL) * growth();
    }

    double cpuMicrosOfStandbyUrl() {
        return layout.standbys() * number(CHANGELOG_RECORDS) * number(RESTORE_CPU_MICROS_PER_RECORD);
    }

    double cores() {
        return (urlsOfInstance() * cpuMicrosOfUrl()
                        + work.urlsPerSecond() * part() * cpuMicrosOfStandbyUrl()
                        + shardsOfInstance() * number(IDLE_CPU_MICROS_PER_SHARD))
                / PER_MILLION;
    }

    double threadShare() {
        return urlsOfThread() * growth() / number(THREAD_URLS_PER_SECOND);
    }

    double heap() {
        double ofShard = (1 + layout.standbys()) * number(HEAP_BYTES_PER_SHARD) + number(HEAP_RECENT_BYTES_PER_SHARD);
        return (number(HEAP_BASE_BYTES)
                        + number(HEAP_RECENT_BYTES)
                        + machine.threads() * number(HEAP_BYTES_PER_THREAD)
                        + shardsOfInstance() * ofShard
                        + work.activeOrigins() * part() * number(HEAP_BYTES_PER_ACTIVE_ORIGIN))
                / number(HEAP_LIVE_SHARE);
    }

    double rss() {
        return heap() + number(ROCKSDB_BYTES) + number(PROCESS_BYTES_OUTSIDE_HEAP);
    }

    double diskData() {
        return (1 + layout.standbys())
                * part()
                * (work.origins() * number(ORIGIN_DISK_BYTES) + work.heldUrls() * number(HELD_URL_DISK_BYTES));
    }

    /** Records that who restores a shard from nothing reads. */
    double restoreRecords() {
        double urls = urlsOfShard();
        double live = ((double) work.origins() + work.heldUrls()) / shards;
        double recordBytes = number(CHANGELOG_BYTES) / number(CHANGELOG_RECORDS);
        double newest = Math.min(
                urls * number(CHANGELOG_RECORDS) * WEEK_SECONDS,
                CHANGELOGS * number(CHANGELOG_SEGMENT_BYTES) / recordBytes);
        return live / (1 - number(CHANGELOG_DIRTY_SHARE)) + urls * number(TOMBSTONE_SECONDS) + newest;
    }

    double restoreSeconds() {
        return shardsOfInstance() * restoreRecords() / number(RESTORE_RECORDS_PER_SECOND)
                + origins() * number(MEET_MICROS_PER_ORIGIN) / PER_MILLION / machine.threads();
    }

    private int ceilOfShards(double bins) {
        return (int) Math.ceil(shards / bins);
    }

    private double number(Coefficient coefficient) {
        return known.number(coefficient);
    }
}

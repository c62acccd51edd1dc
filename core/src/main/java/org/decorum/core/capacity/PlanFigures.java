package org.decorum.core.capacity;

import static org.decorum.core.capacity.Coefficient.*;
import static org.decorum.core.capacity.Figure.*;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** Works out each {@link Figure} of a plan, once the number of instances is known, and says from what. */
final class PlanFigures {

    private static final double PER_MILLION = 1e6;
    private static final double GB = 1e9;
    private static final double SECONDS_AN_HOUR = 3_600;
    private static final int CHANGELOGS = 2;
    private static final int TOPICS_BY_SHARD = 6;
    private static final double REACH_OF_LEAD = 0.8;

    private final Coefficients known;
    private final Workload work;
    private final Layout layout;
    private final Machine machine;
    private final Prices prices;
    private final Popularity popularity;
    private final int instances;
    private final Share share;
    private final Share left;
    private final double urls;
    private final Map<Figure, Answer.Worked> worked = new EnumMap<>(Figure.class);

    /**
     * @param share of one instance
     * @param left the same once as many have failed as may
     */
    PlanFigures(
            Coefficients known,
            Workload work,
            Layout layout,
            Machine machine,
            Prices prices,
            Popularity popularity,
            int instances,
            Share share,
            Share left) {
        this.known = known;
        this.work = work;
        this.layout = layout;
        this.machine = machine;
        this.prices = prices;
        this.popularity = popularity;
        this.instances = instances;
        this.share = share;
        this.left = left;
        this.urls = work.urlsPerSecond();
        load();
        space();
        brokers();
        punctuality();
        failure();
        cost();
    }

    Map<Figure, Answer.Worked> all() {
        return worked;
    }

    /** Those that are not firmly known. */
    Set<Coefficient> rests() {
        Set<Coefficient> rests = EnumSet.noneOf(Coefficient.class);
        for (Coefficient coefficient : Coefficient.values()) {
            if (!known.of(coefficient).standing().isFirm()) {
                rests.add(coefficient);
            }
        }
        return rests;
    }

    private void load() {
        put(INSTANCES, instances, "of which " + layout.failures() + " may fail");
        put(SHARDS, share.shards(), layout.shards() == 0 ? "chosen" : "given");
        put(SHARDS_PER_INSTANCE, share.shardsOfInstance(), share.shards() + " / " + instances);
        put(ORIGINS_PER_INSTANCE, share.origins(), Unit.COUNT.words(work.origins()) + " origins");
        put(
                HOTTEST_ORIGIN,
                popularity.hottest(),
                popularity.atCeiling() == 0
                        ? "Zipf " + work.zipf() + ", none at its budget"
                        : "its budget, as have " + Unit.COUNT.words(popularity.atCeiling()) + " origins");
        put(
                BUSIEST_THREAD,
                share.urlsOfThread(),
                "mean " + Unit.PER_SECOND.words(urls / instances / machine.threads()) + ", " + share.shardsOfThread()
                        + " shards of " + Unit.PER_SECOND.words(share.urlsOfShard()));
        put(
                BUSIEST_THREAD_SHARE,
                100 * share.threadShare(),
                "of " + Unit.PER_SECOND.words(number(THREAD_URLS_PER_SECOND)));
        put(
                THREAD_AFTER_FAILURE,
                left.urlsOfThread(),
                "may be "
                        + Unit.PER_SECOND.words(
                                machine.threadShareMax() * number(THREAD_URLS_PER_SECOND) / left.growth()));
        put(
                CPU_PER_URL,
                share.cpuMicrosOfUrl(),
                number(STAGE_CPU_MICROS_PER_URL) + " µs × growth "
                        + Unit.CORES.words(share.growth()).replace(" cores", ""));
        put(
                CPU_PER_STANDBY_URL,
                share.cpuMicrosOfStandbyUrl(),
                layout.standbys() + " standbys × " + number(CHANGELOG_RECORDS) + " records");
        put(
                CPU_PER_INSTANCE,
                share.cores(),
                Unit.PER_SECOND.words(share.urlsOfInstance()) + " URLs on the busiest, mean "
                        + Unit.PER_SECOND.words(urls / instances));
        put(CPU_SHARE, 100 * share.cores() / machine.cores(), "of " + machine.cores() + " cores");
        put(
                CPU_SHARE_AFTER_FAILURE,
                100 * left.cores() / machine.cores(),
                "may be " + Unit.PERCENT.words(100 * machine.cpuShareMax()));
    }

    private void space() {
        put(
                HEAP,
                left.heap(),
                Unit.COUNT.words(work.activeOrigins() * left.part()) + " origins at work × "
                        + Unit.BYTES.words(number(HEAP_BYTES_PER_ACTIVE_ORIGIN)) + ", " + machine.threads()
                        + " threads, " + left.shardsOfInstance() + " shards, / " + number(HEAP_LIVE_SHARE));
        put(RSS, left.rss(), "heap + " + Unit.BYTES.words(left.rss() - left.heap()));
        put(
                DISK_DATA,
                left.diskData(),
                (1 + layout.standbys()) + " × ("
                        + Unit.COUNT.words(work.origins() * left.part()) + " origins × "
                        + Unit.BYTES.words(number(ORIGIN_DISK_BYTES)) + " + "
                        + Unit.COUNT.words(work.heldUrls() * left.part()) + " URLs × "
                        + Unit.BYTES.words(number(HELD_URL_DISK_BYTES)) + ")");
        put(DISK, disk(), "/ " + machine.diskShareMax());
    }

    private double disk() {
        return left.diskData() / machine.diskShareMax();
    }

    private void brokers() {
        double produced = number(REQUEST_BYTES)
                + number(REPARTITION_BYTES)
                + number(RELEASE_BYTES)
                + number(FEEDBACK_BYTES)
                + number(DECISION_BYTES)
                + number(CHANGELOG_BYTES);
        double read = number(REQUEST_BYTES)
                + number(REPARTITION_BYTES)
                + number(RELEASE_BYTES)
                + number(FEEDBACK_BYTES)
                + layout.standbys() * number(CHANGELOG_BYTES);
        int copies = layout.replication();
        put(BROKER_IN, urls * copies * produced, Unit.BYTES.words(produced) + " a URL × " + copies + " copies");
        put(
                BROKER_OUT,
                urls * (read + (copies - 1) * produced),
                Unit.BYTES.words(read) + " a URL read, " + (copies - 1) + " copies fetched");
        put(
                BROKER_CORES,
                brokerCores(),
                number(BROKER_CPU_MICROS_PER_URL) + " µs a URL, " + copies + " copies, at most "
                        + Unit.PERCENT.words(100 * machine.cpuShareMax()) + " busy");
        put(
                BROKER_LIVE_DISK,
                brokerLiveDisk(),
                "of which deletions " + Unit.BYTES.words(copies * tombstones()) + ", newest segments "
                        + Unit.BYTES.words(copies * segments()));
        put(BROKER_STREAM_DISK, brokerStreamDisk(), "kept as long as the topics say");
        put(BROKER_REPLICAS, (double) TOPICS_BY_SHARD * share.shards() * copies, TOPICS_BY_SHARD + " topics");
    }

    private double brokerCores() {
        return urls
                * number(BROKER_CPU_MICROS_PER_URL)
                * (1 + (layout.replication() - 1) * number(REPLICA_CPU_SHARE))
                / PER_MILLION
                / machine.cpuShareMax();
    }

    private double brokerLiveDisk() {
        double live = work.origins() * number(ORIGIN_RECORD_BYTES) + work.heldUrls() * number(HELD_URL_BYTES);
        return layout.replication() * (live / (1 - number(CHANGELOG_DIRTY_SHARE)) + tombstones() + segments());
    }

    private double tombstones() {
        return urls * number(TOMBSTONE_SECONDS) * number(TOMBSTONE_BYTES);
    }

    private double segments() {
        return (double) CHANGELOGS * share.shards() * number(CHANGELOG_SEGMENT_BYTES);
    }

    private double brokerStreamDisk() {
        return layout.replication()
                * urls
                * (number(REQUEST_BYTES) * layout.requestsKeptSeconds()
                        + number(FEEDBACK_BYTES) * layout.feedbackKeptSeconds()
                        + number(RELEASE_BYTES) * layout.releasesKeptSeconds()
                        + number(DECISION_BYTES) * layout.decisionsKeptSeconds());
    }

    private void punctuality() {
        double busy = number(THREAD_URLS_PER_SECOND) * number(STAGE_CPU_MICROS_PER_URL) / PER_MILLION;
        double commit = layout.commitMillis() * Math.max(0, 1 / busy - 1);
        double most = layout.commitMillis() + commit;
        double reach = REACH_OF_LEAD * layout.leadMillis();
        put(COMMIT, commit, "a thread was busy for " + Unit.PERCENT.words(100 * busy) + " of its time");
        put(READABLE_AFTER, most, "mean " + Unit.MILLIS.words(layout.commitMillis() / 2 + commit));
        put(
                PUNCTUAL,
                100 * Math.max(0, Math.min(1, (reach - commit) / layout.commitMillis())),
                "reach " + Unit.MILLIS.words(reach));
    }

    private void failure() {
        int moved = share.shardsOfInstance() * layout.failures();
        double survivors = Math.max(1, instances - layout.failures());
        double movedHere = Math.ceil(moved / survivors);
        double records = layout.standbys() > 0 ? number(STANDBY_LAG_RECORDS) : share.restoreRecords();
        double failover = number(FAILOVER_SECONDS) + movedHere * records / number(RESTORE_RECORDS_PER_SECOND);
        put(
                FAILOVER,
                failover,
                Unit.SECONDS.words(number(FAILOVER_SECONDS)) + " until missed, then " + (int) movedHere + " shards × "
                        + Unit.COUNT.words(records) + " records");
        put(
                FAILOVER_URLS,
                urls * share.part() * layout.failures() * failover,
                Unit.PER_SECOND.words(urls * share.part() * layout.failures()) + " URLs of " + moved + " shards");
        double movedToThread = Math.ceil(moved / (survivors * machine.threads()));
        double does = number(THREAD_URLS_PER_SECOND) / share.growth();
        double spare = does - share.urlsOfThread() - movedToThread * share.urlsOfShard();
        put(
                CATCH_UP,
                spare > 0 ? movedToThread * share.urlsOfShard() * failover / spare : Double.POSITIVE_INFINITY,
                (int) movedToThread + " shards more on a thread that has " + Unit.PER_SECOND.words(Math.max(0, spare))
                        + " to spare");
        put(
                RESTORE_RECORDS,
                share.restoreRecords(),
                "of which live " + Unit.COUNT.words(((double) work.origins() + work.heldUrls()) / share.shards())
                        + ", deletions "
                        + Unit.COUNT.words(share.urlsOfShard() * number(TOMBSTONE_SECONDS)));
        put(
                RESTORE,
                share.restoreSeconds(),
                share.shardsOfInstance() + " shards at " + Unit.PER_SECOND.words(number(RESTORE_RECORDS_PER_SECOND)));
    }

    private void cost() {
        if (!prices.isGiven()) {
            return;
        }
        double cores = (double) instances * machine.cores() + brokerCores();
        double memoryGb = instances * machine.memoryBytes() / GB;
        double diskGb = (instances * disk() + (brokerLiveDisk() + brokerStreamDisk()) / machine.diskShareMax()) / GB;
        double month = Prices.HOURS_A_MONTH * (cores * prices.coreHour() + memoryGb * prices.memoryGbHour())
                + diskGb * prices.diskGbMonth();
        put(
                COST_PER_MONTH,
                month,
                Unit.CORES.words(cores) + ", " + Unit.COUNT.words(memoryGb) + " GB of instances' memory, "
                        + Unit.COUNT.words(diskGb) + " GB of disk");
        put(
                COST_PER_MILLION_URLS,
                month / (urls * Prices.HOURS_A_MONTH * SECONDS_AN_HOUR / PER_MILLION),
                Unit.COUNT.words(urls * Prices.HOURS_A_MONTH * SECONDS_AN_HOUR) + " URLs a month");
    }

    private double number(Coefficient coefficient) {
        return known.number(coefficient);
    }

    private void put(Figure figure, double value, String how) {
        worked.put(figure, new Answer.Worked(value, how));
    }
}

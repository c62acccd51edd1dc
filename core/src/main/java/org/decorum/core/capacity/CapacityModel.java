package org.decorum.core.capacity;

import java.util.EnumMap;
import java.util.Map;

/**
 * How many instances a stage needs, and what each of them, the brokers and a failure take. Each {@link Limit} asks for a
 * number of instances of its own, the least with which it is kept also while as many have failed as may; the most of
 * these is the plan. A pure function of its inputs; the formulae are those of {@link Figure}.
 */
public final class CapacityModel {

    private static final int SHARDS_MIN = 32;
    private static final int SHARDS_A_THREAD = 4;

    private final Coefficients known;
    private final Workload work;
    private final Layout layout;
    private final Machine machine;
    private final Prices prices;
    private final Popularity popularity;

    private CapacityModel(Coefficients known, Workload work, Layout layout, Machine machine, Prices prices) {
        this.known = known;
        this.work = work;
        this.layout = layout;
        this.machine = machine;
        this.prices = prices;
        this.popularity =
                new Popularity(work.origins(), work.zipf(), work.urlsPerSecond(), work.originUrlsPerSecondMax());
    }

    /**
     * @throws IllegalArgumentException where the budgets of all origins together are less than what comes in
     */
    public static Answer plan(Coefficients known, Workload work, Layout layout, Machine machine, Prices prices) {
        return new CapacityModel(known, work, layout, machine, prices).plan();
    }

    private Answer plan() {
        Map<Limit, Integer> needed = new EnumMap<>(Limit.class);
        Limit binding = Limit.SPARE;
        for (Limit limit : Limit.values()) {
            int instances = least(limit);
            if (instances > most()) {
                return new Answer.None(limit, why(limit));
            }
            needed.put(limit, instances);
            binding = instances > needed.getOrDefault(binding, 0) ? limit : binding;
        }
        int instances = needed.getOrDefault(binding, 1);
        Share share = share(instances, instances);
        Share left = share(instances, instances - layout.failures());
        PlanFigures figures = new PlanFigures(known, work, layout, machine, prices, popularity, instances, share, left);
        return new Answer.Plan(figures.all(), needed, binding, figures.rests());
    }

    /** By doubling, then by halves: with more instances no limit is harder to keep. */
    private int least(Limit limit) {
        int high = 1;
        while (high <= most() && !keeps(limit, high)) {
            high *= 2;
        }
        int low = high / 2;
        high = Math.min(high, most() + 1);
        while (high - low > 1) {
            int middle = (low + high) >>> 1;
            if (keeps(limit, middle)) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return high;
    }

    private boolean keeps(Limit limit, int instances) {
        int rest = instances - layout.failures();
        if (rest < 1) {
            return false;
        }
        Share share = share(instances, rest);
        return switch (limit) {
            case CPU -> share.cores() <= machine.cores() * machine.cpuShareMax();
            case THREAD -> share.threadShare() <= machine.threadShareMax();
            case MEMORY -> share.rss() <= machine.memoryBytes();
            case DISK -> machine.diskBytes() == 0 || share.diskData() <= machine.diskBytes() * machine.diskShareMax();
            case RESTORE ->
                machine.restoreSecondsMax() == 0
                        || share(instances, instances).restoreSeconds() <= machine.restoreSecondsMax();
            case SPARE -> true;
        };
    }

    /** An instance without a shard does nothing. */
    private int most() {
        return layout.shards() == 0 ? Layout.SHARDS_MAX : layout.shards();
    }

    private int shards(int instances) {
        long wanted = (long) SHARDS_A_THREAD * machine.threads() * instances;
        return layout.shards() != 0 ? layout.shards() : (int) Math.max(SHARDS_MIN, Math.min(wanted, Layout.SHARDS_MAX));
    }

    private Share share(int instances, int left) {
        return new Share(known, work, layout, machine, popularity, shards(instances), left);
    }

    private String why(Limit limit) {
        int instances = most();
        int rest = Math.max(1, instances - layout.failures());
        Share best = share(instances, rest);
        String with = " with " + rest + " instances and " + shards(instances) + " shards, the most that there can be";
        return switch (limit) {
            case CPU ->
                "an instance needs " + Unit.CORES.words(best.cores()) + " (expected: at most "
                        + Unit.CORES.words(machine.cores() * machine.cpuShareMax()) + ")" + with;
            case THREAD ->
                "the busiest thread gets " + Unit.PER_SECOND.words(best.urlsOfThread()) + " URLs, of which "
                        + Unit.PER_SECOND.words(popularity.hottest())
                        + " are of the hottest origin, which is one thread's (expected: at most "
                        + Unit.PER_SECOND.words(known.number(Coefficient.THREAD_URLS_PER_SECOND)
                                * machine.threadShareMax()
                                / best.growth())
                        + ")" + with;
            case MEMORY ->
                "an instance needs " + Unit.BYTES.words(best.rss()) + " of memory (expected: at most "
                        + Unit.BYTES.words(machine.memoryBytes()) + ")" + with;
            case DISK ->
                "an instance holds " + Unit.BYTES.words(best.diskData()) + " on disk (expected: at most "
                        + Unit.BYTES.words(machine.diskBytes() * machine.diskShareMax()) + ")" + with;
            case RESTORE ->
                "a restore takes "
                        + Unit.SECONDS.words(share(instances, instances).restoreSeconds()) + " (expected: at most "
                        + Unit.SECONDS.words(machine.restoreSecondsMax()) + ")" + with;
            case SPARE -> layout.failures() + " instances may fail (expected: fewer than shards, " + instances + ")";
        };
    }
}

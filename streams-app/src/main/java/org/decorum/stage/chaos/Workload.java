package org.decorum.stage.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.decorum.core.rate.Micros;
import org.decorum.schema.CrawlRequest;
import org.jspecify.annotations.Nullable;

/**
 * Made-up origins and the requests for them, in the order in which they are published. Each origin has work for a good
 * part of the run at its own pace, so the budgets together are what limits a crawl, as long as the machine keeps up.
 */
public final class Workload {

    private static final String ID_PREFIX = "chaos-";
    private static final long[] INTERVALS_MILLIS = {
        200, 500, 500, 1_000, 1_000, 1_000, 1_000, 2_000, 2_000, 2_000, 4_000
    };
    private static final double SHARE_OF_TIME = 0.35;
    private static final int PAGES_MIN = 2;
    private static final int BURST = 4;
    private static final int ORIGINS_PER_BURST = 7;
    private static final int ORIGINS_PER_CRAWL_DELAY = 11;

    private final List<ChaosOrigin> origins;
    private final int[] originOf;

    private Workload(List<ChaosOrigin> origins, int[] originOf) {
        this.origins = List.copyOf(origins);
        this.originOf = originOf;
    }

    /**
     * The same seed makes up the same work.
     *
     * @param seconds how long the run takes
     * @param leastMicros no origin's T is shorter
     */
    public static Workload generate(int urls, int seconds, long leastMicros, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<ChaosOrigin> origins = new ArrayList<>();
        int[] originOf = new int[urls];
        int made = 0;
        while (made < urls) {
            ChaosOrigin origin = origin(origins.size(), leastMicros, random);
            long pages =
                    Math.max(PAGES_MIN, Math.round(SHARE_OF_TIME * Micros.ofSeconds(seconds) / origin.floorMicros()));
            for (long page = 0; page < pages && made < urls; page++) {
                originOf[made++] = origins.size();
            }
            origins.add(origin);
        }
        shuffle(originOf, random);
        return new Workload(origins, originOf);
    }

    private static ChaosOrigin origin(int index, long leastMicros, SplittableRandom random) {
        long intervalMicros = Math.max(leastMicros, Micros.ofMillis(INTERVALS_MILLIS[index % INTERVALS_MILLIS.length]));
        boolean bursts = index % ORIGINS_PER_BURST == ORIGINS_PER_BURST - 1;
        boolean delays = !bursts && random.nextInt(ORIGINS_PER_CRAWL_DELAY) == 0;
        return new ChaosOrigin(
                String.format(Locale.ROOT, "origin-%04d.example", index + 1),
                intervalMicros,
                bursts ? BURST : 1,
                delays ? 2 * intervalMicros : 0,
                Temper.of(random.nextInt(100)));
    }

    private static void shuffle(int[] values, SplittableRandom random) {
        for (int i = values.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int value = values[i];
            values[i] = values[other];
            values[other] = value;
        }
    }

    public List<ChaosOrigin> origins() {
        return origins;
    }

    /** How many requests there are; they are numbered from 0. */
    public int size() {
        return originOf.length;
    }

    /** What is published. */
    public CrawlRequest request(int number) {
        return CrawlRequest.newBuilder()
                .setUrl("http://" + origins.get(originOf[number]).host() + "/" + number)
                .setRequestId(ID_PREFIX + number)
                .build();
    }

    /** The request that an id names, if it is one of these. */
    OptionalInt numberOf(@Nullable String requestId) {
        return numberAfter(ID_PREFIX, requestId == null ? "" : requestId);
    }

    /** The request that a path names, if it is one of these. */
    OptionalInt numberOfPath(String path) {
        return numberAfter("/", path);
    }

    private OptionalInt numberAfter(String prefix, String text) {
        if (!text.startsWith(prefix)) {
            return OptionalInt.empty();
        }
        try {
            int number = Integer.parseInt(text.substring(prefix.length()));
            return number >= 0 && number < size() ? OptionalInt.of(number) : OptionalInt.empty();
        } catch (NumberFormatException notOurs) {
            return OptionalInt.empty();
        }
    }
}

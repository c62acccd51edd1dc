package org.decorum.stage.processor;

import java.util.NavigableMap;
import java.util.TreeMap;
import org.decorum.core.rate.Micros;

/**
 * How many releases may be with the fetchers, by the second of their slots. What nobody has spoken of
 * {@link #SILENCE_MICROS} after its slot is taken for lost here, long before its lease runs out: a fetcher that died
 * must not keep places that others could use. One that is only slow keeps the others waiting, which is felt.
 */
final class ReleasesOut {

    /** So long after its slot a release counts that nobody speaks of. */
    static final long SILENCE_MICROS = 15 * Micros.PER_SECOND;

    private final NavigableMap<Long, Integer> bySecond = new TreeMap<>();

    void add(long releaseAtMicros) {
        bySecond.headMap(second(Micros.subtract(releaseAtMicros, 4 * SILENCE_MICROS)))
                .clear();
        bySecond.merge(second(releaseAtMicros), 1, Integer::sum);
    }

    /** One has come to its end; if it counts no more, that changes nothing. */
    void remove(long releaseAtMicros) {
        bySecond.computeIfPresent(second(releaseAtMicros), (key, count) -> count > 1 ? count - 1 : null);
    }

    void addAll(ReleasesOut others) {
        others.bySecond.forEach((second, count) -> bySecond.merge(second, count, Integer::sum));
    }

    void removeAll(ReleasesOut others) {
        others.bySecond.forEach(
                (second, count) -> bySecond.computeIfPresent(second, (key, all) -> all > count ? all - count : null));
    }

    /** What is out now, and not taken for lost. */
    long count(long nowMicros) {
        bySecond.headMap(second(Micros.subtract(nowMicros, SILENCE_MICROS))).clear();
        long count = 0;
        for (int ofSecond :
                bySecond.headMap(second(Micros.add(nowMicros, SILENCE_MICROS))).values()) {
            count += ofSecond;
        }
        return count;
    }

    private static long second(long micros) {
        return Math.floorDiv(micros, Micros.PER_SECOND);
    }
}

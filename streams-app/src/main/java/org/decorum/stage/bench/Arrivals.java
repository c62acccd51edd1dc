package org.decorum.stage.bench;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * When releases became readable, partition by partition, in microseconds of one clock. Written by the reader, read by
 * whoever measures.
 */
public final class Arrivals {

    private record Arrival(long arrivedMicros, long releasedMicros) {}

    private final Map<Integer, List<Arrival>> byPartition = new HashMap<>();

    /**
     * A release was read.
     *
     * @param releasedMicros when the stage decided it
     */
    public synchronized void add(int partition, long arrivedMicros, long releasedMicros) {
        byPartition
                .computeIfAbsent(partition, unknown -> new ArrayList<>())
                .add(new Arrival(arrivedMicros, releasedMicros));
    }

    /** How many so far. */
    public synchronized long count() {
        return byPartition.values().stream().mapToLong(List::size).sum();
    }

    /** When the first release could be read that was decided after an instant; whoever died before did not decide it. */
    public synchronized OptionalLong firstDecidedAfter(int partition, long micros) {
        return of(partition).stream()
                .filter(arrival -> arrival.releasedMicros > micros)
                .mapToLong(Arrival::arrivedMicros)
                .min();
    }

    /** The longest time without a release between two instants. */
    public synchronized long longestGapMicros(int partition, long fromMicros, long toMicros) {
        long last = fromMicros;
        long longest = 0;
        for (Arrival arrival : of(partition)) {
            if (arrival.arrivedMicros > fromMicros && arrival.arrivedMicros < toMicros) {
                longest = Math.max(longest, arrival.arrivedMicros - last);
                last = arrival.arrivedMicros;
            }
        }
        return Math.max(longest, toMicros - last);
    }

    private List<Arrival> of(int partition) {
        return byPartition.getOrDefault(partition, List.of());
    }
}

package org.decorum.stage.sim;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.decorum.core.rate.Limit;

/** A host, or a platform with several: it answers, keeps its own log of starts, and objects to a broken floor. */
final class SimOrigin {

    /** Allowance for network and scheduling. */
    static final long ALLOWANCE_MICROS = 10_000;

    private final String key;
    private final List<String> sites;
    private final long latencyMicros;
    private final SplittableRandom random;
    private final FloorWatch watch = new FloorWatch();
    private final Map<String, FloorWatch> siteWatches = new HashMap<>();
    private final Set<String> started = new HashSet<>();
    private final List<Long> starts = new ArrayList<>();
    private final List<Integer> costs = new ArrayList<>();

    SimOrigin(String key, List<String> sites, long latencyMicros, SplittableRandom random) {
        this.key = key;
        this.sites = List.copyOf(sites);
        this.latencyMicros = latencyMicros;
        this.random = random;
    }

    String key() {
        return key;
    }

    List<String> sites() {
        return sites;
    }

    /** A request arrives; the answer takes that many microseconds. */
    long hit(Booking booking, long nowMicros) {
        if (!started.add(booking.release().getBookingId())) {
            throw new InvariantBrokenException(Invariant.ONE_START, "a second start of " + booking);
        }
        starts.add(nowMicros);
        costs.add(booking.release().getCost());
        check(watch, booking, booking.origin(), nowMicros);
        check(
                siteWatches.computeIfAbsent(booking.release().getSiteKey(), site -> new FloorWatch()),
                booking,
                booking.site(),
                nowMicros);
        return (long) (latencyMicros * (0.5 + random.nextDouble()));
    }

    /**
     * Where bursts are allowed, requests of one burst may arrive in any order; then each counts as one, so that it does
     * not matter which came first.
     */
    private void check(FloorWatch floor, Booking booking, Limit limit, long nowMicros) {
        int cost = limit.allowsBursts() ? 1 : booking.release().getCost();
        long shortfall = floor.shortfallMicros(nowMicros, cost, limit, booking.slotMicros() + ALLOWANCE_MICROS);
        if (shortfall > 0) {
            throw new InvariantBrokenException(
                    Invariant.STARTS_KEEP_THE_FLOOR,
                    key + " saw a start at " + nowMicros + " us, " + shortfall + " us too early at " + limit + ": "
                            + booking);
        }
    }

    long[] starts() {
        return starts.stream().mapToLong(Long::longValue).toArray();
    }

    int[] costs() {
        return costs.stream().mapToInt(Integer::intValue).toArray();
    }
}

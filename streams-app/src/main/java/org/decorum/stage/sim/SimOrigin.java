package org.decorum.stage.sim;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.decorum.core.rate.Limit;
import org.jspecify.annotations.Nullable;

/** A host, or a platform with several: it answers, keeps its own log of starts, and objects to a broken floor. */
final class SimOrigin {

    /** Allowance for network and scheduling. */
    static final long ALLOWANCE_MICROS = 10_000;

    private static final long OVERLOAD_MICROS_MAX = 8_000_000;
    private static final List<String> RETRY_AFTER_ODD =
            List.of("0", "-1", "99999999999", "soon", "Thu, 01 Jan 2026 00:00:30 GMT", "Wed, 31 Dec 2025 23:59:59 GMT");

    private final String key;
    private final List<String> sites;
    private final SimHost host;
    private final SplittableRandom random;
    private final FloorWatch watch = new FloorWatch();
    private final MissWatch misses = new MissWatch();
    private final Map<String, SiteLog> siteLogs;
    private final Set<String> started = new HashSet<>();
    private final List<Long> starts = new ArrayList<>();
    private final List<Integer> costs = new ArrayList<>();

    /** Requests of one burst may arrive in any order; those that were overtaken are judged by their bookings alone. */
    private long lastNumber;

    private long lastAskedNumber;

    private long overloadedUntilMicros = Long.MIN_VALUE;

    /**
     * One that was never asked.
     *
     * @param siteLogs of all sites of the world, since aliases lead them from one origin to another
     */
    SimOrigin(String key, List<String> sites, SimHost host, SplittableRandom random, Map<String, SiteLog> siteLogs) {
        this.siteLogs = siteLogs;
        this.key = key;
        this.sites = List.copyOf(sites);
        this.host = host;
        this.random = random;
    }

    String key() {
        return key;
    }

    List<String> sites() {
        return sites;
    }

    SimHost host() {
        return host;
    }

    /**
     * An answer, and how long it takes.
     *
     * @param status null where there is none
     * @param cache X-Cache header
     */
    record Answer(
            long afterMicros,
            @Nullable Integer status,
            @Nullable String retryAfter,
            @Nullable String cache) {}

    /** For some seconds it is too much. */
    void overloaded(long nowMicros) {
        overloadedUntilMicros = nowMicros + random.nextLong(OVERLOAD_MICROS_MAX);
    }

    /** A request arrives. */
    Answer hit(Booking booking, long nowMicros) {
        if (!started.add(booking.release().getBookingId())) {
            throw new InvariantBrokenException(Invariant.ONE_START, "a second start of " + booking);
        }
        starts.add(nowMicros);
        costs.add(booking.release().getCost());
        if (!booking.toCache() && booking.number() > lastNumber) {
            lastNumber = booking.number();
            long shortfall = watch.shortfallMicros(
                    nowMicros, booking.release().getCost(), booking.origin(), latenessMicros(booking));
            check(shortfall, booking, booking.origin(), nowMicros);
        }
        long shortfall = siteLogs.computeIfAbsent(booking.release().getSiteKey(), site -> new SiteLog())
                .shortfallMicros(booking, nowMicros, latenessMicros(booking));
        check(shortfall, booking, booking.site(), nowMicros);
        if (nowMicros < overloadedUntilMicros) {
            asked(booking, nowMicros);
            return new Answer(random.nextLong(10_000), random.nextBoolean() ? 429 : 503, retryAfter(), null);
        }
        SimHost.Service service = host.arrive(nowMicros);
        if (!booking.toCache() || service.ending() != SimHost.Ending.CACHED) {
            asked(booking, nowMicros);
        }
        return answer(service);
    }

    /** No cache had it. */
    private void asked(Booking booking, long nowMicros) {
        if (booking.number() > lastAskedNumber) {
            lastAskedNumber = booking.number();
            long shortfall = misses.shortfallMicros(booking, nowMicros, latenessMicros(booking), booking.unheard());
            if (shortfall > 0) {
                throw new InvariantBrokenException(
                        Invariant.MISSES_ARE_PAID,
                        key + " was asked at " + nowMicros + " us, " + shortfall + " us too early: " + booking);
            }
        }
    }

    private Answer answer(SimHost.Service service) {
        return switch (service.ending()) {
            case ANSWERED, CACHED -> new Answer(service.afterMicros(), 200, null, service.cacheHeader());
            case FULL -> new Answer(service.afterMicros(), 503, retryAfter(), null);
            case ERROR -> new Answer(service.afterMicros(), random.nextBoolean() ? 500 : 502, null, null);
            case SILENCE -> new Answer(service.afterMicros(), null, null, null);
        };
    }

    private @Nullable String retryAfter() {
        return switch (random.nextInt(4)) {
            case 0 -> null;
            case 1 -> RETRY_AFTER_ODD.get(random.nextInt(RETRY_AFTER_ODD.size()));
            default -> Integer.toString(random.nextInt(1, 30));
        };
    }

    private static long latenessMicros(Booking booking) {
        return booking.slotMicros() + ALLOWANCE_MICROS;
    }

    private void check(long shortfall, Booking booking, Limit limit, long nowMicros) {
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

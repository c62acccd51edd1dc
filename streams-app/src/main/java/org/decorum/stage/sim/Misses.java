package org.decorum.stage.sim;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.decorum.core.rate.Limit;

/**
 * What one origin has to pay for requests to the caches in front of it, as committed output tells: until one is heard of,
 * nothing; then its whole cost, unless its cache was said to have had it, or nothing was sent.
 */
final class Misses {

    private final MissWatch watch = new MissWatch();

    /** Requests to caches that are not paid for, and the limit that each was booked under. */
    private final Map<String, Limit> unheard = new HashMap<>();

    private final Set<String> hits = new HashSet<>();

    /** How much too early this booking is, microseconds; 0 or less if it is not. */
    long shortfallMicros(Booking booking) {
        long shortfall = watch.shortfallMicros(booking, booking.releaseAtMicros(), 0, unheard.keySet());
        if (booking.toCache()) {
            unheard.put(booking.name(), booking.origin());
        }
        return shortfall;
    }

    /** Names of requests to caches that were not paid for until now. */
    Set<String> unheard() {
        return Set.copyOf(unheard.keySet());
    }

    /** A report says that the cache had it; whether anybody hears of it is not known yet. */
    void hit(String name) {
        hits.add(name);
    }

    boolean isHit(String name) {
        return hits.contains(name);
    }

    /** The origin was not asked, and its owner knows. */
    void spared(String name) {
        unheard.remove(name);
        watch.spared(name);
    }

    /** The origin was asked, or nobody knows better. What is paid under another limit may be less. */
    void paid(String name, Limit inForce) {
        unheard.remove(name, inForce);
    }

    /** A clock was far ahead: slots until now say nothing of what comes. */
    void jumped() {
        watch.clear();
    }
}

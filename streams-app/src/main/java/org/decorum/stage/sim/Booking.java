package org.decorum.stage.sim;

import java.util.Set;
import org.decorum.core.machine.BookingId;
import org.decorum.core.rate.Limit;
import org.decorum.core.rate.Micros;
import org.decorum.schema.CrawlRelease;

/**
 * A release with the limits that were in force when it was booked.
 *
 * @param origin of the whole origin
 * @param site of its site, Crawl-delay included
 * @param restMicros of its site after the end of a request; 0 where it needs none
 * @param toCache whether its site is a cache, of whose requests the origin pays what is not in it
 * @param maxAttempts that the policy allowed
 * @param maxInFlight that the policy allowed
 * @param unheard names of bookings to caches that its origin had not paid for then
 */
record Booking(
        CrawlRelease release,
        Limit origin,
        Limit site,
        long restMicros,
        boolean toCache,
        int maxAttempts,
        int maxInFlight,
        Set<String> unheard) {

    Booking(CrawlRelease release, Limit origin, Limit site, long restMicros, int maxAttempts, int maxInFlight) {
        this(release, origin, site, restMicros, false, maxAttempts, maxInFlight, Set.of());
    }

    Booking amid(Set<String> names) {
        return new Booking(release, origin, site, restMicros, toCache, maxAttempts, maxInFlight, names);
    }

    /** Names the booking among those of all origins. */
    String name() {
        return release.getOriginKey() + " " + release.getBookingId();
    }

    /** Counts the bookings of the origin. */
    long number() {
        return BookingId.parse(release.getBookingId()).orElseThrow().number();
    }

    long releaseAtMicros() {
        return Micros.of(release.getReleaseAt());
    }

    long expiresAtMicros() {
        return Micros.of(release.getExpiresAt());
    }

    long slotMicros() {
        return expiresAtMicros() - releaseAtMicros();
    }
}

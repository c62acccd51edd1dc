package org.decorum.stage.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.decorum.core.rate.Limit;
import org.jspecify.annotations.Nullable;

/**
 * Follows what an origin with caches in front of it was asked, and says by how much a request came too early. While the
 * limit stays, for the last request and any window that ends with it, over what was asked before it in that window,
 * costs c and tolerated lateness l of the first:
 *
 * <pre>{@code sum of c * T <= window + tau + l + U, and T more where the last is a request to a cache}</pre>
 *
 * <p>U is what nobody had heard of when the last was booked. Of what was asked under another limit nothing is said.
 */
final class MissWatch {

    private final List<Asked> asked = new ArrayList<>();
    private @Nullable Limit limit;

    private record Asked(String name, long atMicros, int cost, long latenessMicros) {}

    /**
     * How much too early this request is, microseconds; 0 or less if it is not.
     *
     * @param unheard names of bookings that are not paid for
     */
    long shortfallMicros(Booking booking, long atMicros, long latenessMicros, Set<String> unheard) {
        if (!booking.origin().equals(limit)) {
            limit = booking.origin();
            asked.clear();
        }
        long allowedMicros = booking.origin().toleranceMicros()
                + (booking.toCache() ? booking.origin().intervalMicros() : 0);
        long paidMicros = 0;
        long worst = Long.MIN_VALUE;
        for (int i = asked.size() - 1; i >= 0; i--) {
            Asked first = asked.get(i);
            if (!unheard.contains(first.name)) {
                paidMicros += first.cost * booking.origin().intervalMicros();
                long windowMicros = atMicros - first.atMicros;
                worst = Math.max(worst, paidMicros - windowMicros - allowedMicros - first.latenessMicros);
            }
        }
        asked.add(new Asked(booking.name(), atMicros, booking.release().getCost(), latenessMicros));
        return worst;
    }

    /** The origin was not asked for it. */
    void spared(String name) {
        asked.removeIf(one -> one.name.equals(name));
    }

    /** What was asked until now says nothing of what comes. */
    void clear() {
        asked.clear();
    }
}

package org.decorum.stage.sim;

import org.decorum.core.rate.Limit;
import org.jspecify.annotations.Nullable;

/**
 * Follows starts under one limiter and says by how much one came too early. While the limit stays, for any two starts
 * {@code i < j}, of costs c and tolerated lateness l:
 *
 * <pre>{@code T * (c_i + ... + c_(j-1)) <= s_j - s_i + tau + l_i}</pre>
 *
 * <p>Across a change of the limit, the last start of the old one is still paid for: {@code T_old * c_i <= s_j - s_i +
 * tau_new + l_i}. One pass, constant memory; it shares no arithmetic with the limiter that it watches.
 */
final class FloorWatch {

    private @Nullable Limit limit;
    private long paidMicros;
    private long leastMicros;
    private long lastMicros;
    private long lastRestMicros;
    private long lastLatenessMicros;

    /** How much too early this start is, microseconds; 0 or less if it is not. */
    long shortfallMicros(long atMicros, int cost, Limit inForce, long latenessMicros) {
        long shortfall = Long.MIN_VALUE;
        if (inForce.equals(limit)) {
            shortfall = paidMicros - atMicros - leastMicros - inForce.toleranceMicros();
        } else {
            if (limit != null) {
                shortfall = lastRestMicros - (atMicros - lastMicros) - inForce.toleranceMicros() - lastLatenessMicros;
            }
            limit = inForce;
            paidMicros = 0;
            leastMicros = Long.MAX_VALUE;
        }
        leastMicros = Math.min(leastMicros, paidMicros - atMicros + latenessMicros);
        lastMicros = atMicros;
        lastRestMicros = cost * inForce.intervalMicros();
        lastLatenessMicros = latenessMicros;
        paidMicros += lastRestMicros;
        return shortfall;
    }
}

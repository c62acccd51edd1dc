package org.decorum.core.machine;

import org.decorum.core.adaptive.Knee;
import org.decorum.core.adaptive.PaceLimits;

/**
 * What an origin's answers have taught.
 *
 * @param inFlightMax requests that it may have in flight now
 * @param parallelism how many requests it works on at once, as is estimated
 * @param normalMicros what an answer takes with nothing of ours queued; 0 before the first
 * @param isProbing whether what is asked now is a try
 */
public record Learned(int inFlightMax, double parallelism, long normalMicros, boolean isProbing) {

    static Learned of(Knee knee, PaceLimits limits) {
        return new Learned(knee.inFlightMax(limits), knee.parallelism(), knee.normalMicros(), knee.isProbing());
    }
}

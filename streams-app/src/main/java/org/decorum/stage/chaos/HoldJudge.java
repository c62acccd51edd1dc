package org.decorum.stage.chaos;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.decorum.core.rate.Micros;
import org.decorum.schema.OriginHold;

/**
 * Whether holds were kept: no start at an origin from when a hold can be read on until it ends, but for one slot for what
 * was on its way, and for the time that a fetcher's table of holds may be behind. Starts in that time are late; later
 * ones are breaches.
 */
public final class HoldJudge {

    /** For network and scheduling, as with floors. */
    private static final long ALLOWANCE_MICROS = 10_000;

    /** A fetcher whose table of holds is older starts nothing. */
    private static final long BEHIND_MICROS_MAX = Micros.ofSeconds(3);

    private final Map<String, List<Hold>> holds = new HashMap<>();

    /** @param seenMicros when a reader of committed records had it */
    private record Hold(long seenMicros, long untilMicros) {}

    /** One start inside a hold. */
    public record Breach(String origin, long startMicros, long seenMicros, long untilMicros) {

        /** How long after the hold was known the origin was asked. */
        public long lateMicros() {
            return startMicros - seenMicros;
        }

        /** Whether the fetcher could not know, as far as the contract goes. */
        boolean mayBe(long slotMicros) {
            return lateMicros() <= BEHIND_MICROS_MAX + slotMicros + ALLOWANCE_MICROS;
        }
    }

    /** Takes note of a hold when it is read; a reader that lags only makes this more lenient. */
    synchronized void seen(OriginHold hold, long seenMicros) {
        holds.computeIfAbsent(hold.getOriginKey(), origin -> new ArrayList<>())
                .add(new Hold(seenMicros, Micros.of(hold.getHoldUntil())));
    }

    synchronized int count() {
        return holds.values().stream().mapToInt(List::size).sum();
    }

    /**
     * Starts of one origin inside its holds, those that may be, too.
     *
     * @param startsMicros in order of time
     */
    synchronized List<Breach> inside(String origin, long[] startsMicros, long slotMicros) {
        List<Breach> inside = new ArrayList<>();
        for (Hold hold : holds.getOrDefault(origin, List.of())) {
            for (long start : startsMicros) {
                if (start > hold.seenMicros + slotMicros + ALLOWANCE_MICROS
                        && start < hold.untilMicros - ALLOWANCE_MICROS) {
                    inside.add(new Breach(origin, start, hold.seenMicros, hold.untilMicros));
                }
            }
        }
        return inside;
    }
}

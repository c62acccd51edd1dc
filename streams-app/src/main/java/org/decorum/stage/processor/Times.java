package org.decorum.stage.processor;

import java.time.Instant;
import org.decorum.core.rate.Micros;

/** Records carry instants; the rules count microseconds since the epoch. */
public final class Times {

    private Times() {}

    /** Saturates for instants that 64 bits of microseconds cannot hold. */
    public static long micros(Instant instant) {
        return Micros.add(saturatingSeconds(instant.getEpochSecond()), instant.getNano() / 1_000);
    }

    public static Instant instant(long micros) {
        return Instant.ofEpochSecond(
                Math.floorDiv(micros, Micros.PER_SECOND), Math.floorMod(micros, Micros.PER_SECOND) * 1_000);
    }

    private static long saturatingSeconds(long seconds) {
        return seconds < 0 ? -Micros.ofSeconds(-Math.max(seconds, -Long.MAX_VALUE)) : Micros.ofSeconds(seconds);
    }
}

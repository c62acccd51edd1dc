package org.decorum.core.rate;

/** The instants {@code [releaseAt, expiresAt]} inside which a booked request may start, microseconds. */
public record Slot(long releaseAtMicros, long expiresAtMicros) {

    public static final long WIDTH_MIN_MICROS = 20 * Micros.PER_MILLI;
    public static final long WIDTH_MAX_MICROS = 250 * Micros.PER_MILLI;

    public Slot {
        if (expiresAtMicros < releaseAtMicros) {
            throw new IllegalArgumentException(
                    "expiresAtMicros: " + expiresAtMicros + " (expected: >= " + releaseAtMicros + ")");
        }
    }

    public static Slot at(long releaseAtMicros, long widthMicros) {
        return new Slot(releaseAtMicros, Micros.add(releaseAtMicros, widthMicros));
    }

    /** Width that suits an interval: a quarter of it, at least 20 ms and at most 250 ms. */
    public static long widthFor(long intervalMicros) {
        return Math.min(Math.max(intervalMicros / 4, WIDTH_MIN_MICROS), WIDTH_MAX_MICROS);
    }

    public boolean contains(long atMicros) {
        return releaseAtMicros <= atMicros && atMicros <= expiresAtMicros;
    }
}

package org.decorum.core.machine;

import java.util.Optional;

/**
 * Names one booking of an origin: its number, and its release time so that an origin that was forgotten and came back
 * cannot mistake old feedback for new. Printed {@code <release time>-<number>}, both in base 36.
 */
public record BookingId(long releaseAtMicros, long number) {

    public static Optional<BookingId> parse(String text) {
        int dash = text.lastIndexOf('-');
        if (dash < 1) {
            return Optional.empty();
        }
        try {
            return Optional.of(new BookingId(
                    Long.parseLong(text.substring(0, dash), 36), Long.parseLong(text.substring(dash + 1), 36)));
        } catch (NumberFormatException notOurs) {
            return Optional.empty();
        }
    }

    @Override
    public String toString() {
        return Long.toString(releaseAtMicros, 36) + "-" + Long.toString(number, 36);
    }
}

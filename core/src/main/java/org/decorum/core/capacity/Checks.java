package org.decorum.core.capacity;

import java.util.Locale;

/** Refuses inputs that cannot be, in one line that names the input and says what was expected. */
final class Checks {

    private Checks() {}

    static void atLeast(String name, double value, double least) {
        if (!(value >= least) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(
                    name + ": " + plain(value) + " (expected: " + plain(least) + " or more)");
        }
    }

    static void within(String name, double value, double least, double most) {
        if (!(value >= least && value <= most)) {
            throw new IllegalArgumentException(
                    name + ": " + plain(value) + " (expected: " + plain(least) + " to " + plain(most) + ")");
        }
    }

    static void positive(String name, double value) {
        if (!(value > 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(name + ": " + plain(value) + " (expected: more than 0)");
        }
    }

    private static String plain(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : String.format(Locale.ROOT, "%s", value);
    }
}

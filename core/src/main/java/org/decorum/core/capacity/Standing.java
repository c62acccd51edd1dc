package org.decorum.core.capacity;

import java.util.Locale;

/** How well a coefficient is known. */
public enum Standing {
    /** By a benchmark of this project, on a quiet machine. */
    MEASURED,

    /** By a test of this project, which fails where it changes. */
    COUNTED,

    /** A setting, of ours or of Kafka. */
    SET,

    /** By the user of the model. */
    GIVEN,

    /** From a measurement of something else, or on a busy machine. */
    ESTIMATED,

    /** Nobody has measured it. */
    ASSUMED;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether a plan that rests on it needs to say so. */
    public boolean isFirm() {
        return this != ESTIMATED && this != ASSUMED;
    }

    static Standing of(String word) {
        for (Standing standing : values()) {
            if (standing.word().equals(word)) {
                return standing;
            }
        }
        throw new IllegalArgumentException(
                "standing: " + word + " (expected: measured, counted, set, given, estimated or assumed)");
    }
}

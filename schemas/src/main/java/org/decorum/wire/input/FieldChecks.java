package org.decorum.wire.input;

import java.time.Instant;
import org.decorum.schema.RejectReason;
import org.decorum.wire.Decoded;
import org.decorum.wire.text.Excerpt;
import org.jspecify.annotations.Nullable;

/** Checks of one record's fields, of which the first that fails is the verdict. Null passes, except where presence is asked for. */
final class FieldChecks {

    /** Times outside are taken for mistakes, and would overflow sums of microseconds. */
    static final Instant TIME_MIN = Instant.EPOCH;

    static final Instant TIME_MAX = Instant.parse("9999-12-31T23:59:59.999999Z");

    private @Nullable Fault first;

    FieldChecks present(String field, @Nullable String value) {
        return value == null || value.isBlank() ? fail(missing(field, value)) : this;
    }

    FieldChecks range(String field, @Nullable Integer value, long min, long max) {
        return range(field, value == null ? null : Long.valueOf(value), min, max);
    }

    FieldChecks range(String field, @Nullable Long value, long min, long max) {
        return value == null || (value >= min && value <= max)
                ? this
                : fail(Fault.invalid(field, value.toString(), min + " to " + max));
    }

    FieldChecks fraction(String field, double value) {
        return value >= 0 && value <= 1 ? this : fail(Fault.invalid(field, Double.toString(value), "0 to 1"));
    }

    FieldChecks time(String field, @Nullable Instant value) {
        return value == null || (!value.isBefore(TIME_MIN) && !value.isAfter(TIME_MAX))
                ? this
                : fail(Fault.invalid(field, value.toString(), TIME_MIN + " to " + TIME_MAX));
    }

    /** Neither blank nor longer than so many characters. */
    FieldChecks name(String field, @Nullable String value, int charsMax) {
        if (value == null) {
            return this;
        }
        return value.isBlank()
                ? fail(Fault.invalid(field, "blank", "null or a name"))
                : size(field, value.length(), charsMax, "characters");
    }

    FieldChecks size(String field, long size, long max, String unit) {
        return size <= max ? this : fail(Fault.invalid(field, "[" + size + "/" + max + "] " + unit, "at most " + max));
    }

    FieldChecks fail(Fault fault) {
        if (first == null) {
            first = fault;
        }
        return this;
    }

    <T> Decoded<T> verdict(T datum) {
        return first == null ? Decoded.ok(datum) : first.verdict();
    }

    private static Fault missing(String field, @Nullable String value) {
        String found = value == null ? "missing" : "blank, \"" + Excerpt.of(value) + '"';
        return new Fault(RejectReason.MISSING_FIELD, field + ": " + found + " (expected: string)");
    }
}

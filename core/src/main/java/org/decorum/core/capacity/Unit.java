package org.decorum.core.capacity;

import java.util.Locale;

/** Units of figures, and how people read them: three digits, powers of ten. */
public enum Unit {
    COUNT("", true),
    PER_SECOND("/s", true),
    BYTES("B", true),
    BYTES_PER_SECOND("B/s", true),
    CORES("cores", false),
    PERCENT("%", false),
    MICROS("µs", false),
    MILLIS("ms", false),
    SECONDS("s", false),
    MONEY("", false);

    private static final String[] OF_BYTES = {"", "k", "M", "G", "T", "P"};
    private static final String[] OF_NUMBERS = {"", "k", "M", "B", "T"};

    /** What is shown in full, such as 5,000 a second. */
    private static final double FULL_MAX = 9_999.5;

    private final String sign;
    private final boolean hasPrefix;

    Unit(String sign, boolean hasPrefix) {
        this.sign = sign;
        this.hasPrefix = hasPrefix;
    }

    /** Such as {@code 12.5 GB}. */
    public String words(double value) {
        boolean isOfBytes = this == BYTES || this == BYTES_PER_SECOND;
        String[] sizes = isOfBytes ? OF_BYTES : OF_NUMBERS;
        int size = 0;
        double left = value;
        if (hasPrefix && (isOfBytes || left >= FULL_MAX)) {
            while (left >= 999.5 && size < sizes.length - 1) {
                left /= 1_000;
                size++;
            }
        }
        String prefixed = sizes[size] + sign;
        return (digits(left) + (prefixed.startsWith("/") || this == PERCENT ? "" : " ") + prefixed).strip();
    }

    private static String digits(double value) {
        boolean isWhole = value == Math.rint(value) || Math.abs(value) >= 99.95;
        return String.format(Locale.ROOT, isWhole ? "%,.0f" : Math.abs(value) >= 9.995 ? "%.1f" : "%.2f", value);
    }
}

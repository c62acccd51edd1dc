package org.decorum.stage.cli.policy;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A length of time as people write it: {@code 500ms}, {@code 2s}, {@code 5m}, {@code 1h}, {@code 1d}. */
public record Span(long micros) {

    private static final Pattern WRITTEN = Pattern.compile("(\\d{1,18})(us|ms|s|m|h|d)");
    private static final String[] UNITS = {"d", "h", "m", "s", "ms", "us"};

    /** In the greatest unit that leaves no rest. */
    @Override
    public String toString() {
        for (String unit : UNITS) {
            if (micros != 0 && micros % microsOf(unit) == 0) {
                return String.format(Locale.ROOT, "%d%s", micros / microsOf(unit), unit);
            }
        }
        return "0s";
    }

    private static long microsOf(String unit) {
        return switch (unit) {
            case "us" -> 1L;
            case "ms" -> 1_000L;
            case "s" -> 1_000_000L;
            case "m" -> 60_000_000L;
            case "h" -> 3_600_000_000L;
            default -> 86_400_000_000L;
        };
    }

    /** Reads what {@link #toString} writes. */
    public static final class Converter implements ITypeConverter<Span> {
        @Override
        public Span convert(String text) {
            Matcher written = WRITTEN.matcher(text);
            if (!written.matches()) {
                throw new TypeConversionException(
                        "'" + text + "' is no length of time (expected: 500ms, 2s, 5m, 1h, or 1d)");
            }
            try {
                return new Span(Math.multiplyExact(Long.parseLong(written.group(1)), microsOf(written.group(2))));
            } catch (ArithmeticException tooLong) {
                throw new TypeConversionException("'" + text + "' is longer than 365 days");
            }
        }
    }
}

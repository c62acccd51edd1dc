package org.decorum.stage.cli;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Points in time as people write them: an ISO-8601 instant, or a distance from now such as {@code +90s} or {@code +2h}. */
final class Moments implements ITypeConverter<Instant> {
    private static final Pattern DISTANCE = Pattern.compile("\\+(\\d{1,9})([smhd])");

    private final Instant now;

    Moments() {
        this(Instant.now());
    }

    Moments(Instant now) {
        this.now = now;
    }

    @Override
    public Instant convert(String text) {
        Matcher distance = DISTANCE.matcher(text);
        if (distance.matches()) {
            long amount = Long.parseLong(distance.group(1));
            return now.plus(
                    switch (distance.group(2)) {
                        case "s" -> Duration.ofSeconds(amount);
                        case "m" -> Duration.ofMinutes(amount);
                        case "h" -> Duration.ofHours(amount);
                        default -> Duration.ofDays(amount);
                    });
        }
        try {
            return Instant.parse(text.toUpperCase(Locale.ROOT));
        } catch (DateTimeParseException e) {
            throw new TypeConversionException(
                    "'" + text + "' is no moment (expected: 2026-12-31T23:59:00Z, or +90s, +10m, +2h, +1d from now)");
        }
    }
}

package org.decorum.core.capacity;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;

/**
 * A value for each {@link Coefficient}. The bundled ones are those of this project's own measurements, in one file:
 *
 * <pre>{@code
 * stage_cpu_micros_per_url = 74.0 measured bench cycle --urls 300000, 30 November 2026, …
 * }</pre>
 *
 * <p>Where only a value is written it counts as given.
 */
public final class Coefficients {

    private static final String BUNDLED = "coefficients.properties";

    private final Map<Coefficient, Value> values;

    /** @param source which benchmark, test or setting, and under which conditions */
    public record Value(double number, Standing standing, String source) {}

    private Coefficients(Map<Coefficient, Value> values) {
        this.values = Collections.unmodifiableMap(values);
    }

    /** Those of this project's own measurements. */
    public static Coefficients bundled() {
        try (InputStream data = Objects.requireNonNull(Coefficients.class.getResourceAsStream(BUNDLED), BUNDLED)) {
            Coefficients found = new Coefficients(new EnumMap<>(Coefficient.class))
                    .overriddenBy(new InputStreamReader(data, StandardCharsets.UTF_8));
            for (Coefficient coefficient : Coefficient.values()) {
                Objects.requireNonNull(found.values.get(coefficient), coefficient.key());
            }
            return found;
        } catch (IOException e) {
            throw new UncheckedIOException("resource " + BUNDLED + " is unreadable", e);
        }
    }

    /**
     * These, but for those that the properties name.
     *
     * @throws IllegalArgumentException for a name or a value that cannot be
     */
    public Coefficients overriddenBy(Reader properties) throws IOException {
        Properties read = new Properties();
        read.load(properties);
        Coefficients next = this;
        for (String key : read.stringPropertyNames()) {
            next = next.with(
                    Coefficient.of(key), parse(key, read.getProperty(key).strip()));
        }
        return next;
    }

    public Coefficients with(Coefficient coefficient, Value value) {
        if (!(value.number() >= 0) || Double.isInfinite(value.number())) {
            throw new IllegalArgumentException(coefficient.key() + ": " + value.number() + " (expected: 0 or more)");
        }
        Map<Coefficient, Value> next = new EnumMap<>(Coefficient.class);
        next.putAll(values);
        next.put(coefficient, value);
        return new Coefficients(next);
    }

    public Value of(Coefficient coefficient) {
        return Objects.requireNonNull(values.get(coefficient), coefficient.key());
    }

    double number(Coefficient coefficient) {
        return of(coefficient).number();
    }

    private static Value parse(String key, String text) {
        String[] words = text.split("\\s+", 3);
        double number;
        try {
            number = Double.parseDouble(words[0].replace("_", ""));
        } catch (NumberFormatException invalid) {
            throw new IllegalArgumentException(key + ": " + text + " (expected: a number, and how it is known)");
        }
        Standing standing = words.length < 2 ? Standing.GIVEN : Standing.of(words[1]);
        return new Value(number, standing, words.length < 3 ? "" : words[2]);
    }
}

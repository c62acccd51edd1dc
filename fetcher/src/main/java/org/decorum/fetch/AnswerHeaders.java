package org.decorum.fetch;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The headers of an answer that a fetch loop has a use for, as they came: names in lower case, values cut to
 * {@link #VALUE_CHARS_MAX} characters. All others are left out.
 */
public final class AnswerHeaders {

    public static final String RETRY_AFTER = "retry-after";
    public static final String DATE = "date";
    public static final String LOCATION = "location";
    public static final String CONTENT_TYPE = "content-type";

    /** Longest value that is kept; a Location beyond it is longer than any URL that a stage takes. */
    public static final int VALUE_CHARS_MAX = 8_192;

    /** No header of interest. */
    public static final AnswerHeaders NONE = new AnswerHeaders(Map.of());

    /** Headers that tell whether a cache answered. */
    static final Set<String> OF_CACHES = Set.of("age", "cache-status", "cf-cache-status", "x-cache", "x-served-by");

    private static final Set<String> OTHERS = Set.of(RETRY_AFTER, DATE, LOCATION, CONTENT_TYPE);

    private final Map<String, String> values;

    private AnswerHeaders(Map<String, String> values) {
        this.values = values;
    }

    /** Picks what is of interest; the argument answers a header's value for its name in lower case, or null. */
    public static AnswerHeaders of(UnaryOperator<@Nullable String> header) {
        Map<String, String> values = new TreeMap<>();
        for (Set<String> names : Set.of(OF_CACHES, OTHERS)) {
            for (String name : names) {
                String value = header.apply(name);
                if (value != null) {
                    values.put(name, clip(value));
                }
            }
        }
        return values.isEmpty() ? NONE : new AnswerHeaders(Collections.unmodifiableMap(values));
    }

    /** The value of a header by its name in lower case; null if it was not sent. */
    public @Nullable String get(String name) {
        return values.get(name);
    }

    /** Those that tell whether a cache answered. */
    Map<String, String> ofCaches() {
        Map<String, String> some = new TreeMap<>(values);
        some.keySet().retainAll(OF_CACHES);
        return some;
    }

    private static String clip(String value) {
        return value.length() <= VALUE_CHARS_MAX ? value : value.substring(0, VALUE_CHARS_MAX);
    }

    @Override
    public String toString() {
        return values.toString();
    }
}

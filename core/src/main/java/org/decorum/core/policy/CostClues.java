package org.decorum.core.policy;

import java.util.Locale;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * What a request says that its cost may depend on.
 *
 * @param units the publisher's own figure, which wins over every rule
 * @param kind what the publisher calls it, in lower case; empty for nothing
 * @param url as the publisher wrote it
 */
public record CostClues(OptionalInt units, String kind, String url) {

    public static CostClues of(@Nullable Integer units, @Nullable String kind, String url) {
        return new CostClues(
                units == null ? OptionalInt.empty() : OptionalInt.of(units),
                kind == null ? "" : kind.toLowerCase(Locale.ROOT),
                url);
    }
}

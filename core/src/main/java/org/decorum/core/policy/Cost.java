package org.decorum.core.policy;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How much a request weighs, in units of cost, and the rule that said so. A publisher's own figure wins, then the kind
 * (a search page 4, a page 2, an image 1), then 1.
 */
public record Cost(int units, String rule) {

    public static final int UNITS_MAX = 1_000;

    public Cost {
        if (units < 1 || units > UNITS_MAX) {
            throw new IllegalArgumentException("units: " + units + " (expected: 1 to " + UNITS_MAX + ")");
        }
    }

    public static Cost of(@Nullable Integer publishersUnits, @Nullable String kind) {
        if (publishersUnits != null) {
            return new Cost(publishersUnits, "request");
        }
        return switch (kind == null ? "" : kind.toLowerCase(Locale.ROOT)) {
            case "search" -> new Cost(4, "kind:search");
            case "page" -> new Cost(2, "kind:page");
            case "image" -> new Cost(1, "kind:image");
            default -> new Cost(1, "default");
        };
    }
}

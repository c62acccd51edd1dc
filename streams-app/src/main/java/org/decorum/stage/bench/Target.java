package org.decorum.stage.bench;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a figure is to reach.
 *
 * @param figure its name
 * @param relation which side of the bound is good; the bound itself is
 */
public record Target(
        @JsonProperty("figure") String figure,
        @JsonProperty("relation") Relation relation,
        @JsonProperty("bound") double bound) {

    /** Which side is good. */
    public enum Relation {
        AT_LEAST,
        AT_MOST
    }

    public static Target atLeast(String figure, double bound) {
        return new Target(figure, Relation.AT_LEAST, bound);
    }

    public static Target atMost(String figure, double bound) {
        return new Target(figure, Relation.AT_MOST, bound);
    }

    /** A figure that is not there meets nothing. */
    public boolean isMet(Map<String, Double> figures) {
        @Nullable Double value = figures.get(figure);
        return value != null && (relation == Relation.AT_LEAST ? value >= bound : value <= bound);
    }

    /** In words, such as {@code capacity_percent >= 97}. */
    public String words() {
        return figure + (relation == Relation.AT_LEAST ? " >= " : " <= ") + number(bound);
    }

    private static String number(double value) {
        return value == Math.rint(value) ? Long.toString(Math.round(value)) : String.format(Locale.ROOT, "%s", value);
    }
}

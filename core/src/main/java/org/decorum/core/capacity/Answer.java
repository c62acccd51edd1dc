package org.decorum.core.capacity;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** What the model says: a plan, or why there is none. */
public sealed interface Answer {

    /**
     * A figure with the numbers that it was worked out from.
     *
     * @param how in words and numbers
     */
    record Worked(double value, String how) {}

    /**
     * @param figures those of costs only where prices are given
     * @param needed how many instances each limit asks for
     * @param binding the limit that asks for most
     * @param rests on which coefficients that are not firmly known
     */
    record Plan(Map<Figure, Worked> figures, Map<Limit, Integer> needed, Limit binding, Set<Coefficient> rests)
            implements Answer {

        public Plan {
            figures = Collections.unmodifiableMap(new EnumMap<>(figures));
            needed = Collections.unmodifiableMap(new EnumMap<>(needed));
            rests = Set.copyOf(rests);
        }

        public double value(Figure figure) {
            return Objects.requireNonNull(figures.get(figure), figure.key()).value();
        }

        public Optional<Worked> worked(Figure figure) {
            return Optional.ofNullable(figures.get(figure));
        }
    }

    /**
     * No number of instances will do.
     *
     * @param limit that cannot be met
     * @param why with what was asked for, and what there can be
     */
    record None(Limit limit, String why) implements Answer {}
}

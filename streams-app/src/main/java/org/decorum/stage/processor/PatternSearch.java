package org.decorum.stage.processor;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.decorum.core.machine.OriginState;
import org.decorum.core.policy.PolicyKey;
import org.jspecify.annotations.Nullable;

/**
 * Goes once through a task's origins for patterns whose policy or alias changed, some origins at a time. A pattern that comes
 * while it is on its way waits for the next round: each round ends, however fast policies change.
 */
final class PatternSearch {

    private final Set<String> patterns = new HashSet<>();
    private final Set<String> nextPatterns = new HashSet<>();
    private final Predicate<OriginState> concerns;
    private @Nullable String from;

    /**
     * None yet.
     *
     * @param concerns which of the origins that a pattern speaks of it makes a difference to
     */
    PatternSearch(Predicate<OriginState> concerns) {
        this.concerns = concerns;
    }

    void add(String pattern) {
        nextPatterns.add(pattern);
    }

    /** The origins among the next few that one of the patterns speaks of and that it makes a difference to. */
    List<KeyValue<String, OriginState>> some(ReadOnlyKeyValueStore<String, OriginState> origins, int looksMax) {
        if (patterns.isEmpty()) {
            patterns.addAll(nextPatterns);
            nextPatterns.clear();
        }
        if (patterns.isEmpty()) {
            return List.of();
        }
        List<KeyValue<String, OriginState>> found = new ArrayList<>();
        try (KeyValueIterator<String, OriginState> rest = origins.range(from, null)) {
            for (int looks = 0; looks < looksMax && rest.hasNext(); looks++) {
                KeyValue<String, OriginState> next = rest.next();
                if (concerns.test(next.value) && isMeant(next.key)) {
                    found.add(next);
                }
            }
            from = rest.hasNext() ? rest.peekNextKey() : null;
        }
        if (from == null) {
            patterns.clear();
        }
        return found;
    }

    private boolean isMeant(String key) {
        return PolicyKey.candidates(key).stream().anyMatch(patterns::contains);
    }
}

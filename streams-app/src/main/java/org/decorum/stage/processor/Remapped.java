package org.decorum.stage.processor;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.BiConsumer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.decorum.core.machine.OriginState;
import org.decorum.core.origin.Aliases;
import org.decorum.core.policy.PolicyKey;

/** Sites at home in a task whose alias may have changed: another than books them now may have to. */
final class Remapped {

    /** Most origins that one look goes through. */
    private static final int SEARCHED_MAX = 1_000;

    private final Aliases aliases;
    private final PatternSearch patterns = new PatternSearch(state -> true);
    private final Queue<String> sites = new ArrayDeque<>();

    Remapped(Aliases aliases) {
        this.aliases = aliases;
    }

    /** Who is to book a site. */
    String ownerOf(String siteKey) {
        return aliases.originOf(siteKey);
    }

    /** Whether a site belongs to an origin by its name or by an alias. */
    boolean isOf(String originKey, String siteKey) {
        return siteKey.equals(originKey) || ownerOf(siteKey).equals(originKey);
    }

    /** Whether another than the alias names has, or may be about to have, something to book. */
    boolean concerns(String siteKey, OriginState state) {
        String booker = state.bookerOf(siteKey);
        return !ownerOf(siteKey).equals(booker) && (!booker.equals(siteKey) || state.isBusy(siteKey));
    }

    /** The alias of a site, or of all that a pattern speaks of, has changed. */
    void changed(String aliasKey) {
        if (PolicyKey.isPattern(aliasKey)) {
            patterns.add(aliasKey);
        } else {
            sites.add(aliasKey);
        }
    }

    /** An origin is as a former owner left it. */
    void met(String originKey, OriginState state) {
        if (concerns(originKey, state)) {
            sites.add(originKey);
        }
    }

    /** Goes through the next few, and names those that it concerns. */
    void some(ReadOnlyKeyValueStore<String, OriginState> origins, BiConsumer<String, OriginState> remap) {
        for (KeyValue<String, OriginState> origin : patterns.some(origins, SEARCHED_MAX)) {
            if (concerns(origin.key, origin.value)) {
                remap.accept(origin.key, origin.value);
            }
        }
        for (int left = SEARCHED_MAX; left > 0 && !sites.isEmpty(); left--) {
            String siteKey = sites.remove();
            OriginState known = origins.get(siteKey);
            if (known != null && concerns(siteKey, known)) {
                remap.accept(siteKey, known);
            }
        }
    }
}

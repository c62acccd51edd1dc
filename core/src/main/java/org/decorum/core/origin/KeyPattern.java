package org.decorum.core.origin;

import java.util.ArrayList;
import java.util.List;

/**
 * Whom a key speaks of: one origin or site by its own key, or all names below one, {@code *.example.com}, which is for
 * {@code a.example.com} and {@code b.a.example.com}, and not for {@code example.com}. Addresses and buckets have no names
 * below them, so that only their own key speaks of them.
 */
public sealed interface KeyPattern {

    String BELOW = "*.";

    /**
     * A key as it must stand on a topic.
     *
     * @param text canonical: the same key however it was written
     */
    record Canonical(String text) implements KeyPattern {}

    /** Words that name nobody, and why. */
    record Unusable(String detail) implements KeyPattern {}

    static KeyPattern of(String text, OriginKeyer keyer) {
        String name = text.startsWith(BELOW) ? text.substring(BELOW.length()) : text;
        if (name.isEmpty() || name.contains("*")) {
            return new Unusable(name.isEmpty() ? "no name" : "a star stands for whole labels, in front");
        }
        return text.startsWith(BELOW) ? below(name, keyer) : exact(text, keyer);
    }

    static boolean isPattern(String key) {
        return key.startsWith(BELOW);
    }

    /** Whether a canonical key, exact or not, speaks of an origin or site. */
    static boolean matches(String pattern, String key) {
        return isPattern(pattern) ? hasNamesAbove(key) && key.endsWith(pattern.substring(1)) : pattern.equals(key);
    }

    /** All that may speak of an origin or site, the most specific first: itself, the longest suffix, ..., the shortest. */
    static List<String> candidates(String key) {
        List<String> candidates = new ArrayList<>();
        candidates.add(key);
        if (hasNamesAbove(key)) {
            for (int dot = key.indexOf('.'); dot >= 0; dot = key.indexOf('.', dot + 1)) {
                candidates.add("*" + key.substring(dot));
            }
        }
        return candidates;
    }

    /** Not a bucket, {@code s3:name}, nor an address of IPv6. An address of IPv4 ends like no name. */
    private static boolean hasNamesAbove(String key) {
        return key.indexOf(':') < 0;
    }

    private static KeyPattern exact(String text, OriginKeyer keyer) {
        KeyResult key = keyer.keyOf(text);
        return key instanceof KeyResult.Keyed keyed
                ? new Canonical(keyed.originKey())
                : new Unusable(((KeyResult.Rejected) key).detail());
    }

    /** A label in front makes of it a host as the pattern means it, of which no www. is taken away. */
    private static KeyPattern below(String name, OriginKeyer keyer) {
        String label = "any.";
        KeyResult key = keyer.keyOf(label + name);
        if (!(key instanceof KeyResult.Keyed keyed)) {
            return new Unusable(((KeyResult.Rejected) key).detail());
        }
        return keyed.kind() == OriginKind.OBJECT_STORE
                ? new Unusable("an object store, whose buckets have keys such as " + keyed.originKey())
                : new Canonical(BELOW + keyed.siteKey().substring(label.length()));
    }
}

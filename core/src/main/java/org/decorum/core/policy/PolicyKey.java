package org.decorum.core.policy;

import java.util.List;
import org.decorum.core.origin.KeyPattern;
import org.decorum.core.origin.OriginKeyer;

/** Whom a policy is for: those of whom a {@link KeyPattern} speaks, or everybody, {@code *}. */
public sealed interface PolicyKey {

    String EVERYBODY = "*";

    /**
     * A key as it must be on {@code crawl.policies}.
     *
     * @param text canonical: the same key however it was written
     */
    record Canonical(String text) implements PolicyKey {}

    /** Words that name nobody, and why. */
    record Unusable(String detail) implements PolicyKey {}

    static PolicyKey of(String text, OriginKeyer keyer) {
        if (text.equals(EVERYBODY)) {
            return new Canonical(EVERYBODY);
        }
        KeyPattern read = KeyPattern.of(text, keyer);
        return read instanceof KeyPattern.Canonical canonical
                ? new Canonical(canonical.text())
                : new Unusable(text + ": " + ((KeyPattern.Unusable) read).detail()
                        + " (expected: a host, an origin key, *.example.com, or *)");
    }

    static boolean isPattern(String key) {
        return key.equals(EVERYBODY) || KeyPattern.isPattern(key);
    }

    /** Whether a canonical key, exact or not, speaks of an origin or site. */
    static boolean matches(String policyKey, String key) {
        return policyKey.equals(EVERYBODY) || KeyPattern.matches(policyKey, key);
    }

    /** All keys that speak of an origin or site, the most specific first: itself, the longest suffix, ..., everybody. */
    static List<String> candidates(String key) {
        List<String> candidates = KeyPattern.candidates(key);
        candidates.add(EVERYBODY);
        return candidates;
    }
}

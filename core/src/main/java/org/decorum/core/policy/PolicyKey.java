package org.decorum.core.policy;

import java.util.ArrayList;
import java.util.List;
import org.decorum.core.origin.KeyResult;
import org.decorum.core.origin.OriginKeyer;
import org.decorum.core.origin.OriginKind;

/**
 * Whom a policy is for: one origin or site by its key, all names below one, {@code *.example.com}, or everybody,
 * {@code *}. {@code *.example.com} is for {@code a.example.com} and {@code b.a.example.com}, and not for
 * {@code example.com}. Addresses and buckets have no names below them, so that only their own key and {@code *} match.
 */
public sealed interface PolicyKey {

    String EVERYBODY = "*";
    String BELOW = "*.";

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
        String name = text.startsWith(BELOW) ? text.substring(BELOW.length()) : text;
        if (name.isEmpty() || name.contains("*")) {
            return unusable(text, name.isEmpty() ? "no name" : "a star stands for whole labels, in front");
        }
        return text.startsWith(BELOW) ? below(text, name, keyer) : exact(text, keyer);
    }

    static boolean isPattern(String key) {
        return key.equals(EVERYBODY) || key.startsWith(BELOW);
    }

    /** Whether a canonical key, exact or not, speaks of an origin or site. */
    static boolean matches(String policyKey, String key) {
        if (policyKey.equals(EVERYBODY)) {
            return true;
        }
        return policyKey.startsWith(BELOW)
                ? hasNamesAbove(key) && key.endsWith(policyKey.substring(1))
                : policyKey.equals(key);
    }

    /** All keys that speak of an origin or site, the most specific first: itself, the longest suffix, ..., everybody. */
    static List<String> candidates(String key) {
        List<String> candidates = new ArrayList<>();
        candidates.add(key);
        if (hasNamesAbove(key)) {
            for (int dot = key.indexOf('.'); dot >= 0; dot = key.indexOf('.', dot + 1)) {
                candidates.add("*" + key.substring(dot));
            }
        }
        candidates.add(EVERYBODY);
        return candidates;
    }

    /** The same for a site inside an origin: what is said of that very origin comes after what is said of the very site. */
    static List<String> candidates(String originKey, String siteKey) {
        List<String> candidates = candidates(siteKey);
        if (!siteKey.equals(originKey)) {
            candidates.add(1, originKey);
        }
        return candidates;
    }

    /** Not a bucket, {@code s3:name}, nor an address of IPv6. An address of IPv4 ends like no name. */
    private static boolean hasNamesAbove(String key) {
        return key.indexOf(':') < 0;
    }

    private static PolicyKey exact(String text, OriginKeyer keyer) {
        KeyResult key = keyer.keyOf(text);
        return key instanceof KeyResult.Keyed keyed
                ? new Canonical(keyed.originKey())
                : unusable(text, ((KeyResult.Rejected) key).detail());
    }

    /** A label in front makes of it a host as the pattern means it, of which no www. is taken away. */
    private static PolicyKey below(String text, String name, OriginKeyer keyer) {
        String label = "any.";
        KeyResult key = keyer.keyOf(label + name);
        if (!(key instanceof KeyResult.Keyed keyed)) {
            return unusable(text, ((KeyResult.Rejected) key).detail());
        }
        return keyed.kind() == OriginKind.OBJECT_STORE
                ? unusable(text, "an object store, whose buckets have keys such as " + keyed.originKey())
                : new Canonical(BELOW + keyed.siteKey().substring(label.length()));
    }

    private static Unusable unusable(String text, String detail) {
        return new Unusable(text + ": " + detail + " (expected: a host, an origin key, *.example.com, or *)");
    }
}

package org.decorum.core.origin;

import org.decorum.core.origin.KeyResult.Keyed;

/**
 * What one alias says: a site, or all sites below a name, and the origin that pays for them. An origin is any host, a
 * bucket, or a name that a group was given, which is a host that need not exist. What belongs to an object store is never
 * aliased: which bucket pays is in its URL.
 */
public sealed interface AliasRule {

    /** Both in the one spelling that counts. */
    record Usable(String key, String originKey) implements AliasRule {}

    /** Words that make no alias, and why. */
    record Unusable(String detail) implements AliasRule {}

    static AliasRule of(String key, String originKey, OriginKeyer keyer) {
        KeyPattern site = KeyPattern.of(key, keyer);
        if (site instanceof KeyPattern.Unusable unusable) {
            return new Unusable(key + ": " + unusable.detail() + " (expected: a host, or *.example.com)");
        }
        if (!KeyPattern.isPattern(key) && isOfStore(key, keyer)) {
            return new Unusable(key + ": of an object store, where the bucket pays (expected: another host)");
        }
        KeyPattern origin = KeyPattern.of(originKey, keyer);
        if (origin instanceof KeyPattern.Canonical canonical && !KeyPattern.isPattern(originKey)) {
            return new Usable(((KeyPattern.Canonical) site).text(), canonical.text());
        }
        String why = origin instanceof KeyPattern.Unusable unusable ? unusable.detail() : "a pattern";
        return new Unusable("origin_key: " + originKey + ": " + why + " (expected: a host, a bucket, or a name)");
    }

    /** By the host alone, or by a bucket in the path. */
    private static boolean isOfStore(String key, OriginKeyer keyer) {
        return isStore(keyer.keyOf(key)) || isStore(keyer.key("http://" + key + "/bucket/object"));
    }

    private static boolean isStore(KeyResult key) {
        return key instanceof Keyed keyed && keyed.kind() == OriginKind.OBJECT_STORE;
    }
}

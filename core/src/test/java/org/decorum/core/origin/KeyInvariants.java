package org.decorum.core.origin;

import org.decorum.core.origin.KeyResult.Keyed;

/** What holds of every key, cheap enough to check ten million times. */
final class KeyInvariants {
    private static final int OCTETS_MAX = 253;

    private KeyInvariants() {}

    static void check(OriginKeyer keyer, Keyed keyed) {
        String site = keyed.siteKey();
        if (site.isEmpty() || site.length() > OCTETS_MAX || !isPrintable(keyed.originKey()) || !isPrintable(site)) {
            throw new AssertionError("key is empty, long or unprintable: " + keyed);
        }
        KeyResult again = keyer.keyOf(keyed.originKey());
        if (!again.printed().equals(keyed.originKey()) && !keepsAnotherWww(keyed.originKey())) {
            throw new AssertionError("key of a key is " + again + ", not itself: " + keyed);
        }
    }

    /** Of several leading www only one is stripped, so the rest looks like a host with www. */
    private static boolean keepsAnotherWww(String key) {
        return key.startsWith("www.");
    }

    private static boolean isPrintable(String key) {
        for (int i = 0; i < key.length(); i++) {
            char c = key.charAt(i);
            if (c <= ' ' || c >= 127 || (c >= 'A' && c <= 'Z' && key.indexOf(':') < 0)) {
                return false;
            }
        }
        return true;
    }
}

package org.decorum.core.origin;

import org.decorum.core.origin.KeyResult.Keyed;

/** Keys URLs by origin. Immutable and thread-safe. */
public final class OriginKeyer {
    private static final String WWW = "www.";

    private final PublicSuffixList suffixes;

    public OriginKeyer(PublicSuffixList suffixes) {
        this.suffixes = suffixes;
    }

    /** A keyer with the bundled list. */
    public static OriginKeyer bundled() {
        return new OriginKeyer(PublicSuffixList.bundled());
    }

    /** The origin of an absolute http or https URL. */
    public KeyResult key(String url) {
        UrlScan scan = UrlScan.of(url);
        if (scan instanceof UrlScan.Found found) {
            return key(found);
        }
        return ((UrlScan.Failed) scan).why();
    }

    private KeyResult key(UrlScan.Found found) {
        Host host = HostParser.parse(found.url(), found.hostFrom(), found.hostTo());
        if (host instanceof Host.Canonical canonical) {
            return site(canonical);
        }
        return ((Host.Failed) host).why();
    }

    private Keyed site(Host.Canonical host) {
        String key = host.text();
        int steps = host.stepBits();
        if (!host.isAddress() && key.startsWith(WWW)) {
            boolean removed = suffixes.hasRegistrableDomain(key, WWW.length());
            steps |= (removed ? Step.WWW_REMOVED : Step.WWW_KEPT).bit();
            key = removed ? key.substring(WWW.length()) : key;
        }
        return new Keyed(key, key, OriginKind.SITE, Service.NONE, "", Steps.of(steps));
    }
}

package org.decorum.core.origin;

import java.util.Optional;
import org.decorum.core.origin.KeyResult.Keyed;
import org.decorum.core.origin.KeyResult.Rejected;

/**
 * Keys URLs by origin. Immutable and thread-safe.
 *
 * <p>The site key is the canonical host: parsed by the WHATWG URL Standard (UTS-46 non-transitional), without root dot,
 * and without one leading {@code www.} where what remains has a registrable domain by the Public Suffix List and is no
 * object store. Scheme, userinfo, port and path do not count.
 *
 * <p>The origin key is the site key, except for a bucket of a known object store, which is keyed {@code store:bucket}
 * wherever the URL names the bucket. No host contains a colon outside brackets, so the two forms never meet.
 *
 * <p>The key of a key is itself: {@link #keyOf} of an origin key gives that key, and so does keying {@code http://KEY/}
 * for a site. One name in the world of hosts is outside this: {@code www.www.x.com} loses one {@code www.}, and what
 * remains would lose another if somebody entered it as a host.
 */
public final class OriginKeyer {
    private static final String WWW = "www.";

    private final PublicSuffixList suffixes;
    private final KnownHosts knownHosts;

    public OriginKeyer(PublicSuffixList suffixes, KnownHosts knownHosts) {
        this.suffixes = suffixes;
        this.knownHosts = knownHosts;
    }

    /** A keyer with the lists that came with this jar. */
    public static OriginKeyer bundled() {
        return new OriginKeyer(PublicSuffixList.bundled(), KnownHosts.bundled());
    }

    /** The origin of an absolute http or https URL. */
    public KeyResult key(String url) {
        UrlScan scan = UrlScanner.scan(url);
        if (scan instanceof UrlScan.Found found) {
            return key(found);
        }
        return ((UrlScan.Failed) scan).why();
    }

    /**
     * The origin of a bare host, or an origin key again: for keys that people write into policies and aliases. The key of
     * a bucket stands for its own site key.
     */
    public KeyResult keyOf(String hostOrKey) {
        int colon = hostOrKey.indexOf(':');
        if (colon > 0 && knownHosts.isStore(hostOrKey.substring(0, colon))) {
            Service service = new Service(hostOrKey.substring(0, colon), hostOrKey.substring(colon + 1));
            return HostRule.isBucketName(service.bucket())
                    ? new Keyed(hostOrKey, hostOrKey, OriginKind.OBJECT_STORE, service, "origin key", Steps.of(0))
                    : new Rejected(Rejection.PARSE, "not a bucket of " + service.id());
        }
        for (int i = 0; i < hostOrKey.length(); i++) {
            if ("/\\?#@".indexOf(hostOrKey.charAt(i)) >= 0) {
                return new Rejected(Rejection.PARSE, "not a bare host");
            }
        }
        return key("http://" + hostOrKey + "/");
    }

    private KeyResult key(UrlScan.Found url) {
        Host host = HostParser.parse(url.url(), url.hostFrom(), url.hostTo());
        if (!(host instanceof Host.Canonical canonical)) {
            return ((Host.Failed) host).why();
        }
        return canonical.isAddress()
                ? site(canonical.text(), canonical.stepBits(), Optional.empty())
                : named(canonical, url);
    }

    private Keyed named(Host.Canonical host, UrlScan.Found url) {
        String name = host.text();
        Optional<KnownHost> known = knownHosts.find(name, url.url(), url.pathFrom());
        if (isStore(known)) {
            return bucket(host, known.get());
        }
        if (!name.startsWith(WWW)) {
            return site(name, host.stepBits(), known);
        }
        String bare = name.substring(WWW.length());
        Optional<KnownHost> knownBare = knownHosts.find(bare, url.url(), url.pathFrom());
        return isStore(knownBare) || !suffixes.hasRegistrableDomain(bare)
                ? site(name, host.stepBits() | Step.WWW_KEPT.bit(), known)
                : site(bare, host.stepBits() | Step.WWW_REMOVED.bit(), knownBare);
    }

    private static boolean isStore(Optional<KnownHost> known) {
        return known.isPresent() && known.get().kind() == OriginKind.OBJECT_STORE;
    }

    private static Keyed bucket(Host.Canonical host, KnownHost known) {
        String key = known.hostPays() ? host.text() : known.bucketKey();
        return new Keyed(key, host.text(), known.kind(), known.service(), known.rule(), Steps.of(host.stepBits()));
    }

    private static Keyed site(String key, int stepBits, Optional<KnownHost> known) {
        Steps steps = Steps.of(stepBits);
        return known.isEmpty()
                ? new Keyed(key, key, OriginKind.SITE, Service.NONE, "", steps)
                : new Keyed(
                        key,
                        key,
                        known.get().kind(),
                        known.get().service(),
                        known.get().rule(),
                        steps);
    }
}

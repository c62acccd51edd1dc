package org.decorum.core.ssrf;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.decorum.core.origin.AddressLiteral;
import org.decorum.core.origin.KeyResult;

/**
 * Judges hosts before any name is resolved: literal addresses by an {@link AddressGuard}, names by what they can only
 * mean inside a network. A name that passes here is still to be judged by every address it resolves to. Immutable and
 * thread-safe.
 */
public final class HostGuard {
    private static final String LOCALHOST = "localhost-name";
    private static final byte[] LOOPBACK_V4 = {127, 0, 0, 1};

    /** Kinds by the longest listed tail of whole labels. */
    private static final Map<String, String> KIND_BY_SUFFIX = Map.ofEntries(
            Map.entry("localhost", LOCALHOST), // RFC 6761
            Map.entry("localdomain", LOCALHOST), // /etc/hosts of many systems
            Map.entry("localdomain4", LOCALHOST),
            Map.entry("localdomain6", LOCALHOST),
            Map.entry("local", "mdns-name"), // RFC 6762
            Map.entry("home.arpa", "home-arpa"), // RFC 8375
            Map.entry("internal", "internal-name"), // reserved by ICANN in 2024; also GCP and AWS
            Map.entry("svc", "cluster-name"), // Kubernetes
            Map.entry("cluster.local", "cluster-name"),
            Map.entry("consul", "cluster-name"),
            Map.entry("lan", "private-name"), // RFC 6762, appendix G, down to "private"
            Map.entry("home", "private-name"),
            Map.entry("corp", "private-name"),
            Map.entry("intranet", "private-name"),
            Map.entry("private", "private-name"),
            Map.entry("metadata.tencentyun.com", "cloud-metadata-name"),
            Map.entry("metadata.packet.net", "cloud-metadata-name"),
            Map.entry("metadata.platformequinix.com", "cloud-metadata-name"));

    private static final Set<String> LOOPBACK_LABELS =
            Set.of("localhost", "localdomain", "localhost6", "ip6-localhost", "ip6-loopback", "loopback");

    private final AddressGuard addresses;

    public HostGuard(AddressGuard addresses) {
        this.addresses = addresses;
    }

    /** The verdict on what a URL was keyed to; a URL without a host is blocked. */
    public Verdict verdict(KeyResult key) {
        return key instanceof KeyResult.Keyed keyed ? verdict(keyed.siteKey()) : new Verdict.Blocked("invalid-host");
    }

    /** The verdict on a canonical host. */
    public Verdict verdict(String siteKey) {
        Optional<byte[]> address = AddressLiteral.parse(siteKey);
        if (address.isPresent()) {
            return addresses.verdict(address.get());
        }
        Optional<String> kind = internalKind(siteKey);
        if (kind.isEmpty()) {
            return Verdict.PUBLIC;
        }
        boolean allowed = kind.get().equals(LOCALHOST)
                && addresses.allowed().rangeOf(LOOPBACK_V4).isPresent();
        return allowed ? new Verdict.Allowed(LOCALHOST) : new Verdict.Blocked(kind.get());
    }

    private static Optional<String> internalKind(String name) {
        if (name.indexOf('.') < 0) {
            return Optional.of(LOOPBACK_LABELS.contains(name) ? LOCALHOST : "single-label-name");
        }
        int dot = -1;
        do {
            String kind = KIND_BY_SUFFIX.get(name.substring(dot + 1));
            if (kind != null) {
                return Optional.of(kind);
            }
            dot = name.indexOf('.', dot + 1);
        } while (dot >= 0);
        return Optional.empty();
    }
}

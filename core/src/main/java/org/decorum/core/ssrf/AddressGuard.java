package org.decorum.core.ssrf;

import java.net.InetAddress;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Judges addresses: public when globally reachable by the IANA special-purpose registries, blocked otherwise, unless an
 * allow list says that the range is the operator's own. An allow list opens the metadata services of clouds only where
 * it names their very address, because they hand out credentials. An IPv6 address that carries an IPv4 address is open
 * only where the inner one is, too. Immutable and thread-safe.
 */
public final class AddressGuard {
    /** Metadata and credential services of the large clouds. */
    private static final Set<Cidr> CLOUD_METADATA = Stream.of(
                    "168.63.129.16",
                    "169.254.0.23",
                    "169.254.169.254",
                    "169.254.170.2",
                    "169.254.170.23",
                    "100.96.0.96",
                    "100.100.100.200",
                    "192.0.0.192",
                    "192.80.8.124",
                    "fd00:42::42",
                    "fd00:ec2::23",
                    "fd00:ec2::254",
                    "fd20:ce::254",
                    "fe80::a9fe:a9fe")
            .map(address -> Cidr.parse(address).orElseThrow())
            .collect(Collectors.toUnmodifiableSet());

    private final CidrList allowed;

    private AddressGuard(CidrList allowed) {
        this.allowed = allowed;
    }

    /** Nothing but the public internet. */
    public static AddressGuard strict() {
        return new AddressGuard(CidrList.empty());
    }

    /** The public internet and the listed ranges. */
    public static AddressGuard allowing(CidrList allowed) {
        return new AddressGuard(allowed);
    }

    public Verdict verdict(InetAddress address) {
        return verdict(address.getAddress());
    }

    /** The verdict on an address of 4 or 16 octets. */
    public Verdict verdict(byte[] octets) {
        return verdict(Cidr.ofAddress(octets));
    }

    private Verdict verdict(Cidr address) {
        Optional<String> special = SpecialRanges.find(address);
        if (special.isEmpty()) {
            return Verdict.PUBLIC;
        }
        Verdict blocked = new Verdict.Blocked(special.get());
        Optional<String> listed = allowed.find(address, CLOUD_METADATA.contains(address));
        if (listed.isEmpty()) {
            return blocked;
        }
        boolean leadsToBlocked = SpecialRanges.embeddedV4(address)
                .filter(inner -> verdict(inner).isBlocked())
                .isPresent();
        return leadsToBlocked ? blocked : new Verdict.Allowed(listed.get());
    }

    CidrList allowed() {
        return allowed;
    }
}

package org.decorum.core.ssrf;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Addresses that are not globally reachable: the IANA IPv4 and IPv6 special-purpose address registries (2025-10),
 * multicast, and all of IPv6 outside the one block from which global unicast is allocated, 2000::/3.
 *
 * <p>The longest prefix decides, as in the registries. Prefixes that carry an IPv4 address inside (mapped, NAT64, 6to4,
 * Teredo) are special as a whole, because where they lead depends on a network that we cannot see. Identifier spaces
 * (ORCHIDv2, DRIP) are special although the registry calls them globally reachable: nothing is routed there.
 */
final class SpecialRanges {
    private static final String REACHABLE = "";

    private static final List<Entry> ENTRIES = sorted(new String[][] {
        {"0.0.0.0/8", "this-network"},
        {"10.0.0.0/8", "private-10"},
        {"100.64.0.0/10", "cgnat"},
        {"127.0.0.0/8", "loopback"},
        {"168.63.129.16/32", "azure-wireserver"},
        {"169.254.0.0/16", "link-local"},
        {"172.16.0.0/12", "private-172"},
        {"192.0.0.0/24", "ietf-protocol"},
        {"192.0.0.9/32", REACHABLE},
        {"192.0.0.10/32", REACHABLE},
        {"192.0.2.0/24", "documentation-v4"},
        {"192.80.8.124/32", "cloud-metadata"},
        {"192.88.99.0/24", "6to4-relay"},
        {"192.168.0.0/16", "private-192"},
        {"198.18.0.0/15", "benchmarking-v4"},
        {"198.51.100.0/24", "documentation-v4"},
        {"203.0.113.0/24", "documentation-v4"},
        {"224.0.0.0/4", "multicast-v4"},
        {"240.0.0.0/4", "reserved-v4"},
        {"255.255.255.255/32", "broadcast"},
        {"::/0", "unallocated-v6"},
        {"::/96", "ipv4-compatible"},
        {"::/128", "unspecified"},
        {"::1/128", "loopback-v6"},
        {"::ffff:0:0/96", "ipv4-mapped"},
        {"::ffff:0:0:0/96", "ipv4-translated"},
        {"64:ff9b::/96", "nat64-wkp"},
        {"64:ff9b:1::/48", "nat64-local"},
        {"100::/64", "discard-only"},
        {"100:0:0:1::/64", "dummy-v6"},
        {"2000::/3", REACHABLE},
        {"2001::/23", "ietf-protocol-v6"},
        {"2001::/32", "teredo"},
        {"2001:1::1/128", REACHABLE},
        {"2001:1::2/128", REACHABLE},
        {"2001:1::3/128", REACHABLE},
        {"2001:2::/48", "benchmarking-v6"},
        {"2001:3::/32", REACHABLE},
        {"2001:4:112::/48", REACHABLE},
        {"2001:10::/28", "orchid"},
        {"2001:20::/28", "orchidv2"},
        {"2001:30::/28", "drip"},
        {"2001:db8::/32", "documentation-v6"},
        {"2002::/16", "6to4"},
        {"3fff::/20", "documentation-v6"},
        {"5f00::/16", "srv6-sid"},
        {"fc00::/7", "unique-local"},
        {"fe80::/10", "link-local-v6"},
        {"fec0::/10", "site-local"},
        {"ff00::/8", "multicast-v6"},
    });

    private SpecialRanges() {}

    private static List<Entry> sorted(String[][] table) {
        List<Entry> entries = new ArrayList<>();
        for (String[] row : table) {
            entries.add(new Entry(Cidr.parse(row[0]).orElseThrow(), row[1]));
        }
        entries.sort(Comparator.comparingInt((Entry entry) -> entry.range.prefixLength())
                .reversed());
        return List.copyOf(entries);
    }

    /** The name of the special range that an address lies in, or empty when it is globally reachable. */
    static Optional<String> find(Cidr address) {
        for (Entry entry : ENTRIES) {
            if (entry.range.contains(address)) {
                return entry.name.equals(REACHABLE) ? Optional.empty() : Optional.of(entry.name);
            }
        }
        return Optional.empty();
    }

    /** The IPv4 address to which a translator or tunnel takes an IPv6 address, where the prefix tells. */
    static Optional<Cidr> embeddedV4(Cidr address) {
        return switch (find(address).orElse(REACHABLE)) {
            case "ipv4-compatible", "ipv4-mapped", "ipv4-translated", "nat64-wkp", "nat64-local" ->
                Optional.of(Cidr.ofV4((int) address.low()));
            case "6to4" -> Optional.of(Cidr.ofV4((int) (address.high() >>> 16)));
            case "teredo" -> Optional.of(Cidr.ofV4((int) ~address.low()));
            default -> Optional.empty();
        };
    }

    private record Entry(Cidr range, String name) {}
}

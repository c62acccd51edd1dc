package org.decorum.core.ssrf;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Ranges of addresses, written {@code 127.0.0.0/8, ::1/128}. */
public final class CidrList {
    private static final CidrList EMPTY = new CidrList(List.of());

    private final List<Entry> entries;

    private CidrList(List<Entry> entries) {
        this.entries = List.copyOf(entries);
    }

    public static CidrList empty() {
        return EMPTY;
    }

    /** Reads ranges separated by commas or white space; bits after a prefix must be zero. */
    public static CidrList parse(String text) {
        List<Entry> entries = new ArrayList<>();
        for (String item : Arrays.asList(text.split("[,\\s]+", -1))) {
            if (!item.isEmpty()) {
                Cidr range = Cidr.parse(item)
                        .orElseThrow(() -> new IllegalArgumentException(
                                "address range: " + item + " (expected: a CIDR such as 10.0.0.0/8 or ::1/128)"));
                entries.add(new Entry(item, range));
            }
        }
        return new CidrList(entries);
    }

    public boolean isEmpty() {
        return entries.isEmpty();
    }

    /** The listed range, as it was written, that holds an address of 4 or 16 octets. */
    public Optional<String> rangeOf(byte[] address) {
        return find(Cidr.ofAddress(address), false);
    }

    Optional<String> find(Cidr address, boolean onlyExact) {
        for (Entry entry : entries) {
            if (entry.range.contains(address) && (entry.range.isSingle() || !onlyExact)) {
                return Optional.of(entry.written);
            }
        }
        return Optional.empty();
    }

    @Override
    public String toString() {
        return String.join(", ", entries.stream().map(Entry::written).toList());
    }

    private record Entry(String written, Cidr range) {}
}

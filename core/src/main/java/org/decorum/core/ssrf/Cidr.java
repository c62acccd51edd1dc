package org.decorum.core.ssrf;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.decorum.core.origin.AddressLiteral;

/**
 * A range of addresses: all that share the first {@code prefixLength} bits of {@code high:low}. An IPv4 range keeps its
 * 32 bits at the end of {@code low} and counts the 96 bits before them into the prefix, so one comparison serves both.
 */
record Cidr(boolean isV4, long high, long low, int prefixLength) {
    private static final int V4_OFFSET = 96;
    private static final int BITS = 128;

    /** Reads {@code address/length}; a bare address is a range of one. Bits after the prefix must be zero. */
    static Optional<Cidr> parse(String text) {
        int slash = text.indexOf('/');
        Optional<byte[]> address = AddressLiteral.parse(slash < 0 ? text : text.substring(0, slash));
        if (address.isEmpty()) {
            return Optional.empty();
        }
        Cidr single = ofAddress(address.get());
        if (slash < 0) {
            return Optional.of(single);
        }
        String digits = text.substring(slash + 1);
        if (!digits.matches("[0-9]{1,3}")) {
            return Optional.empty();
        }
        int length = Integer.parseInt(digits) + (single.isV4 ? V4_OFFSET : 0);
        Cidr range = new Cidr(single.isV4, single.high, single.low, Math.min(length, BITS));
        boolean exact = (single.high & ~range.highMask()) == 0 && (single.low & ~range.lowMask()) == 0;
        return length <= BITS && exact ? Optional.of(range) : Optional.empty();
    }

    /** The range that holds one address of 4 or 16 octets. */
    static Cidr ofAddress(byte[] octets) {
        ByteBuffer buffer = ByteBuffer.wrap(octets);
        return switch (octets.length) {
            case Integer.BYTES -> ofV4(buffer.getInt());
            case 2 * Long.BYTES -> new Cidr(false, buffer.getLong(), buffer.getLong(), BITS);
            default -> throw new IllegalArgumentException("address octets: " + octets.length + " (expected: 4 or 16)");
        };
    }

    static Cidr ofV4(int bits) {
        return new Cidr(true, 0, Integer.toUnsignedLong(bits), BITS);
    }

    boolean isSingle() {
        return prefixLength == BITS;
    }

    boolean contains(Cidr address) {
        return isV4 == address.isV4
                && ((high ^ address.high) & highMask()) == 0
                && ((low ^ address.low) & lowMask()) == 0;
    }

    private long highMask() {
        return prefixLength == 0 ? 0 : -1L << Math.max(0, 64 - prefixLength);
    }

    private long lowMask() {
        return prefixLength <= 64 ? 0 : -1L << (BITS - prefixLength);
    }
}

package org.decorum.core.origin;

import java.nio.ByteBuffer;
import java.util.Optional;

/** IP addresses written as text in the form that site keys use; never resolves a name. */
public final class AddressLiteral {
    private AddressLiteral() {}

    /** The 4 or 16 octets of a dotted decimal IPv4 address, or of an IPv6 address with or without brackets. */
    public static Optional<byte[]> parse(String text) {
        if (text.indexOf(':') < 0) {
            return Ipv4Address.parse(text)
                    .filter(address -> address.dotted().equals(text))
                    .map(address -> ByteBuffer.allocate(Integer.BYTES)
                            .putInt(address.bits())
                            .array());
        }
        boolean bracketed = text.startsWith("[") && text.endsWith("]");
        int trim = bracketed ? 1 : 0;
        return Ipv6Address.parse(text, trim, text.length() - trim)
                .map(address -> ByteBuffer.allocate(2 * Long.BYTES)
                        .putLong(address.high())
                        .putLong(address.low())
                        .array());
    }
}

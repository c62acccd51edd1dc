package org.decorum.core.origin;

import java.util.Optional;

/**
 * An IPv4 address as the URL Standard reads it: one to four numbers, decimal, {@code 0} octal or {@code 0x} hexadecimal,
 * the last of which fills the remaining octets.
 */
record Ipv4Address(int bits) {
    private static final int PARTS_MAX = 4;
    private static final long INVALID = -1;

    /** Larger than any number an address can hold; longer digit strings stay there. */
    private static final long HUGE = 1L << 40;

    /** Whether the last label, one root dot aside, is a number, so that the host is an address or nothing. */
    static boolean endsInNumber(String host) {
        int end = withoutRootDot(host);
        int from = host.lastIndexOf('.', end - 1) + 1;
        if (from >= end || host.charAt(from) < '0' || host.charAt(from) > '9') {
            return false;
        }
        for (int i = from; i < end; i++) {
            if (host.charAt(i) < '0' || host.charAt(i) > '9') {
                return number(host, from, end) != INVALID;
            }
        }
        return true;
    }

    static Optional<Ipv4Address> parse(String host) {
        int end = withoutRootDot(host);
        long address = 0;
        int from = 0;
        for (int part = 0; part < PARTS_MAX; part++) {
            int dot = host.indexOf('.', from);
            boolean last = dot < 0 || dot >= end;
            long number = number(host, from, last ? end : dot);
            int bitsLeft = 8 * (PARTS_MAX - part);
            if (number == INVALID || number >= (last ? 1L << bitsLeft : 256)) {
                return Optional.empty();
            }
            if (last) {
                return Optional.of(new Ipv4Address((int) (address << bitsLeft | number)));
            }
            address = address << 8 | number;
            from = dot + 1;
        }
        return Optional.empty();
    }

    private static int withoutRootDot(String host) {
        int length = host.length();
        return length > 1 && host.charAt(length - 1) == '.' ? length - 1 : length;
    }

    private static long number(String text, int from, int to) {
        if (from == to) {
            return INVALID;
        }
        int radix = 10;
        int at = from;
        if (to - from >= 2 && text.charAt(from) == '0') {
            boolean hex = (text.charAt(from + 1) | 0x20) == 'x';
            radix = hex ? 16 : 8;
            at += hex ? 2 : 1;
        }
        long value = 0;
        for (; at < to; at++) {
            int digit = Character.digit(text.charAt(at), radix);
            if (digit < 0) {
                return INVALID;
            }
            value = Math.min(value * radix + digit, HUGE);
        }
        return value;
    }

    String dotted() {
        return (bits >>> 24) + "." + (bits >>> 16 & 0xff) + "." + (bits >>> 8 & 0xff) + "." + (bits & 0xff);
    }
}

package org.decorum.core.origin;

import java.util.Locale;
import java.util.Optional;

/**
 * The host parser of the WHATWG URL Standard for special schemes, followed by the checks of DNS that it leaves out:
 * no empty label after one root dot is removed, labels up to 63 octets, names up to 253.
 *
 * <p>A host of plain ASCII is classified in one pass; only other hosts pay for decoding and UTS-46.
 */
final class HostParser {
    private static final int LABEL_OCTETS_MAX = 63;
    private static final int NAME_OCTETS_MAX = 253;

    /**
     * Punycode costs the square of its input, so a longer name is refused before it is mapped: two UTF-16 units for each
     * octet of the longest name. Only characters that the mapping ignores could make a longer one fit.
     */
    private static final int UNMAPPED_LENGTH_MAX = 2 * NAME_OCTETS_MAX;

    private static final int UPPER = 1;
    private static final int PERCENT = 1 << 1;
    private static final int FORBIDDEN = 1 << 2;
    private static final int NON_ASCII = 1 << 3;
    private static final int ACE_LABEL = 1 << 4;

    /** Forbidden domain code points of the URL Standard, with {@code %} apart because it may still be decoded. */
    private static final byte[] CLASSES = classes();

    private HostParser() {}

    private static byte[] classes() {
        byte[] classes = new byte[128];
        for (int c = 0; c <= ' '; c++) {
            classes[c] = FORBIDDEN;
        }
        for (char c : "#/:<>?@[\\]^|\u007f".toCharArray()) {
            classes[c] = FORBIDDEN;
        }
        for (char c = 'A'; c <= 'Z'; c++) {
            classes[c] = UPPER;
        }
        classes['%'] = PERCENT;
        return classes;
    }

    /** Parses the non-empty host {@code url[from, to)}. */
    static Host parse(String url, int from, int to) {
        if (url.charAt(from) == '[') {
            return ipv6(url, from, to);
        }
        int steps = 0;
        String text = url.substring(from, to);
        int seen = classify(text);
        if ((seen & PERCENT) != 0) {
            text = PercentDecoder.decode(text);
            seen = classify(text);
            steps |= Step.PERCENT_DECODED.bit();
        }
        if ((seen & (NON_ASCII | ACE_LABEL)) != 0) {
            if (text.length() > UNMAPPED_LENGTH_MAX) {
                return Host.failed(Rejection.DNS_NAME_LENGTH, "name over " + NAME_OCTETS_MAX + " octets");
            }
            Optional<String> ascii = Idna.toAscii(text);
            if (ascii.isEmpty()) {
                return Host.failed(Rejection.PARSE, "not a valid internationalised name");
            }
            if (!ascii.get().equals(text)) {
                text = ascii.get();
                steps |= Step.IDNA_MAPPED.bit();
            }
            seen = classify(text);
        } else if ((seen & UPPER) != 0) {
            text = text.toLowerCase(Locale.ROOT);
            steps |= Step.LOWER_CASED.bit();
        }
        if ((seen & (FORBIDDEN | PERCENT)) != 0) {
            return Host.failed(Rejection.PARSE, "character that no host may contain");
        }
        if (text.isEmpty()) {
            return Host.failed(Rejection.PARSE, "empty host");
        }
        return Ipv4Address.endsInNumber(text) ? ipv4(text, steps) : name(text, steps);
    }

    private static int classify(String text) {
        int seen = 0;
        boolean labelStart = true;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 128) {
                seen |= NON_ASCII;
                continue;
            }
            seen |= CLASSES[c];
            if (labelStart && (c | 0x20) == 'x' && text.regionMatches(true, i, "xn--", 0, 4)) {
                seen |= ACE_LABEL;
            }
            labelStart = c == '.';
        }
        return seen;
    }

    private static Host ipv6(String url, int from, int to) {
        if (url.charAt(to - 1) != ']') {
            return Host.failed(Rejection.PARSE, "bracket is not closed");
        }
        String written = url.substring(from, to);
        Optional<Ipv6Address> address = Ipv6Address.parse(url, from + 1, to - 1);
        if (address.isEmpty()) {
            return Host.failed(Rejection.PARSE, "not an IPv6 address");
        }
        return address(address.get().bracketed(), written, 0);
    }

    private static Host ipv4(String text, int steps) {
        Optional<Ipv4Address> address = Ipv4Address.parse(text);
        if (address.isEmpty()) {
            return Host.failed(Rejection.PARSE, "ends in a number but is not an IPv4 address");
        }
        return address(address.get().dotted(), text, steps);
    }

    private static Host address(String canonical, String written, int steps) {
        int normalised = canonical.equals(written) ? 0 : Step.ADDRESS_NORMALISED.bit();
        return new Host.Canonical(canonical, true, steps | normalised);
    }

    private static Host name(String text, int steps) {
        int end = text.length();
        if (text.charAt(end - 1) == '.') {
            end--;
            steps |= Step.ROOT_DOT_REMOVED.bit();
        }
        int labelFrom = 0;
        boolean longLabel = false;
        for (int i = 0; i <= end; i++) {
            if (i < end && text.charAt(i) != '.') {
                continue;
            }
            if (i == labelFrom) {
                return Host.failed(Rejection.EMPTY_LABEL, "empty label in the host name");
            }
            longLabel |= i - labelFrom > LABEL_OCTETS_MAX;
            labelFrom = i + 1;
        }
        if (longLabel) {
            return Host.failed(Rejection.DNS_LABEL_LENGTH, "label over " + LABEL_OCTETS_MAX + " octets");
        }
        if (end > NAME_OCTETS_MAX) {
            return Host.failed(Rejection.DNS_NAME_LENGTH, "name over " + NAME_OCTETS_MAX + " octets");
        }
        return new Host.Canonical(text.substring(0, end), false, steps);
    }
}

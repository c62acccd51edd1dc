package org.decorum.core.origin;

/** Why a URL has no origin. The wire code is printed as {@code REJECT:<code>}. */
public enum Rejection {
    /** Not a URL by the WHATWG URL Standard, or one without a usable host. */
    PARSE("parse"),
    /** A URL, but not of http or https. */
    SCHEME("scheme"),
    /** Two dots in a row, a leading dot, or more than the one root dot: no resolver can look the name up. */
    EMPTY_LABEL("empty-label"),
    /** A label of more than 63 octets (RFC 1035, section 2.3.4). */
    DNS_LABEL_LENGTH("dns-label-length"),
    /** A name of more than 253 octets without its root dot (RFC 1035, section 2.3.4). */
    DNS_NAME_LENGTH("dns-name-length");

    private final String code;

    Rejection(String code) {
        this.code = code;
    }

    public String code() {
        return code;
    }
}

package org.decorum.core.origin;

/** The outcome of parsing the host of a URL. */
sealed interface Host {

    /** A canonical ASCII name without root dot, or an address in its one canonical form. */
    record Canonical(String text, boolean isAddress, int stepBits) implements Host {}

    record Failed(KeyResult.Rejected why) implements Host {}

    static Failed failed(Rejection reason, String detail) {
        return new Failed(new KeyResult.Rejected(reason, detail));
    }
}

package org.decorum.wire.input;

import org.decorum.schema.RejectReason;
import org.decorum.wire.Decoded;

/** Unwinds a parse at its first fault; never leaves this package. */
final class Fault extends Exception {

    private static final long serialVersionUID = 1L;

    private final RejectReason reason;
    private final String detail;

    Fault(RejectReason reason, String detail) {
        super(detail, null, false, false);
        this.reason = reason;
        this.detail = detail;
    }

    static Fault invalid(String field, String found, String expected) {
        return new Fault(RejectReason.INVALID_FIELD, field + ": " + found + " (expected: " + expected + ")");
    }

    <T> Decoded<T> verdict() {
        return Decoded.failed(reason, detail);
    }
}

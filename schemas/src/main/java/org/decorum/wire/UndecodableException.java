package org.decorum.wire;

import org.apache.kafka.common.errors.SerializationException;
import org.decorum.schema.RejectReason;

/** Bytes that are no record of ours; reading them again gives the same answer. */
public final class UndecodableException extends SerializationException {

    private static final long serialVersionUID = 1L;

    private final RejectReason reason;

    public UndecodableException(RejectReason reason, String detail) {
        super(reason + ": " + detail);
        this.reason = reason;
    }

    public RejectReason reason() {
        return reason;
    }
}

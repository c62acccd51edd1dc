package org.decorum.wire.registry;

import org.apache.kafka.common.KafkaException;

/** The registry said no; asking again gives the same answer. The code is Confluent's, see {@link RegistryErrors}. */
public class RegistryException extends KafkaException {

    private static final long serialVersionUID = 1L;

    private final int errorCode;

    public RegistryException(int errorCode, String message) {
        super(message);
        this.errorCode = errorCode;
    }

    public int errorCode() {
        return errorCode;
    }

    /** The HTTP status that goes with the code: its first three digits. */
    public int httpStatus() {
        return errorCode >= 10_000 ? errorCode / 100 : errorCode;
    }
}

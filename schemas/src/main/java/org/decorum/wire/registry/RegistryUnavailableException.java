package org.decorum.wire.registry;

import org.apache.kafka.common.errors.RetriableException;

/** No registry answered. The record at hand may be fine: keep it, and ask again later. */
public final class RegistryUnavailableException extends RetriableException {

    private static final long serialVersionUID = 1L;

    public RegistryUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}

package org.decorum.core.codec;

/** Stored bytes that no version of this program wrote. */
public final class CorruptStateException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public CorruptStateException(String message) {
        super(message);
    }
}

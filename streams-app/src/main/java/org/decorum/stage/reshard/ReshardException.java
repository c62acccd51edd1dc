package org.decorum.stage.reshard;

/** A reshard cannot go on; the message says why and what can be done about it. */
public final class ReshardException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ReshardException(String message) {
        super(message);
    }

    public ReshardException(String message, Throwable cause) {
        super(message, cause);
    }
}

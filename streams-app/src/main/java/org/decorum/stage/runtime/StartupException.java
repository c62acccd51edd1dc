package org.decorum.stage.runtime;

/** A process cannot start; the message is one line that says why and what the user can do about it. */
public final class StartupException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public StartupException(String message) {
        super(message);
    }

    public StartupException(String message, Throwable cause) {
        super(message, cause);
    }
}

package org.decorum.stage.cli;

/** A command cannot do its job; the message is one line that says why and what the user can do about it. */
public final class CliException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public CliException(String message) {
        super(message);
    }

    public CliException(String message, Throwable cause) {
        super(message, cause);
    }
}

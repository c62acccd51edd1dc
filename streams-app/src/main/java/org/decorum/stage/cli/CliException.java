package org.decorum.stage.cli;

/** A command cannot do its job; the message is one line that says why and what the user can do about it. */
public final class CliException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    public CliException(String message) {
        this(ExitCode.FAILED, message);
    }

    public CliException(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    public CliException(String message, Throwable cause) {
        super(message, cause);
        this.exitCode = ExitCode.FAILED;
    }

    public int exitCode() {
        return exitCode;
    }
}

package org.decorum.stage.cli;

/** Exit codes of every command. */
public final class ExitCode {
    public static final int OK = 0;

    /** The job failed. */
    public static final int FAILED = 1;

    /** The command line was wrong; nothing was done. */
    public static final int USAGE = 2;

    private ExitCode() {}
}

package org.decorum.stage.cli;

import org.decorum.stage.error.StopCause;

/** Exit codes of every command; those from 10 on are of a stage that stopped by itself. */
public final class ExitCode {
    public static final int OK = 0;

    /** The job failed. */
    public static final int FAILED = 1;

    /** The command line was wrong; nothing was done. */
    public static final int USAGE = 2;

    public static final int UNAUTHORIZED = 10;
    public static final int UNREADABLE_STATE = 11;
    public static final int FAILING = 12;
    public static final int BROKEN_PROCESS = 13;
    public static final int WITHOUT_TABLES = 14;
    public static final int GENERATION_OVER = 15;

    private ExitCode() {}

    /** Of a stage that stopped by itself. */
    static int of(StopCause cause) {
        return switch (cause) {
            case UNAUTHORIZED -> UNAUTHORIZED;
            case UNREADABLE_STATE -> UNREADABLE_STATE;
            case FAILING -> FAILING;
            case BROKEN_PROCESS -> BROKEN_PROCESS;
            case WITHOUT_TABLES -> WITHOUT_TABLES;
            case GENERATION_OVER -> GENERATION_OVER;
        };
    }
}

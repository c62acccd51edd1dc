package org.decorum.stage.cli;

import java.util.Map;

/**
 * Whether a person looks at standard output and standard error. The launcher asks the shell, which can tell them apart,
 * and passes the answers as system properties; without it nobody looks.
 */
public record Terminal(boolean stdout, boolean stderr, boolean colour) {
    static final String STDOUT_PROPERTY = "decorum.terminal.stdout";
    static final String STDERR_PROPERTY = "decorum.terminal.stderr";

    /** The terminal of this process; {@code NO_COLOR} and {@code TERM=dumb} turn colour off. */
    public static Terminal ofThisProcess() {
        return of(Boolean.getBoolean(STDOUT_PROPERTY), Boolean.getBoolean(STDERR_PROPERTY), System.getenv());
    }

    static Terminal of(boolean stdout, boolean stderr, Map<String, String> environment) {
        boolean wanted = environment.getOrDefault("NO_COLOR", "").isEmpty()
                && !environment.getOrDefault("TERM", "").equals("dumb");
        return new Terminal(stdout, stderr, stdout && wanted);
    }
}

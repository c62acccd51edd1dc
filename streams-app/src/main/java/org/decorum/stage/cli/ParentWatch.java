package org.decorum.stage.cli;

import org.jspecify.annotations.Nullable;

/**
 * Ends this process when the one that started it ends, however that ended. A harness that is killed leaves nobody behind.
 */
final class ParentWatch {

    /** Names the process to watch; nobody is watched where it is missing. */
    static final String PROPERTY = "decorum.parent.pid";

    private ParentWatch() {}

    static void start() {
        @Nullable Long parent = Long.getLong(PROPERTY);
        if (parent == null) {
            return;
        }
        ProcessHandle.of(parent)
                .ifPresentOrElse(
                        running -> {
                            var unused = running.onExit().thenRun(ParentWatch::end);
                        },
                        ParentWatch::end);
    }

    /** Nobody waits for an orderly end, and the files are thrown away. */
    private static void end() {
        Runtime.getRuntime().halt(ExitCode.FAILED);
    }
}

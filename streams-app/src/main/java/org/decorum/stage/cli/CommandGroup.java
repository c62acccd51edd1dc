package org.decorum.stage.cli;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command that does nothing but hold others: by itself it shows its help, and fails as a wrong command line. */
public abstract class CommandGroup implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public final Integer call() {
        if (spec != null) {
            spec.commandLine().usage(spec.commandLine().getErr());
        }
        return ExitCode.USAGE;
    }
}

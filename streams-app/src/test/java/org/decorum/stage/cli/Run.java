package org.decorum.stage.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/** One run of the command line, as a person sees it who does not look at a terminal. */
record Run(int exitCode, String out, String err) {

    static Run of(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine commandLine = Decorum.commandLine(new Terminal(false, false, false))
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true));
        int exitCode = commandLine.execute(arguments);
        return new Run(exitCode, out.toString(), err.toString());
    }
}

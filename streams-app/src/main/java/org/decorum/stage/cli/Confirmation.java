package org.decorum.stage.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.Locale;

/** Asks the person at the terminal, of whom the launcher tells as {@link Terminal} says. */
public final class Confirmation {
    static final String STDIN_PROPERTY = "decorum.terminal.stdin";

    private Confirmation() {}

    public static boolean canBeAskedFor() {
        return Boolean.getBoolean(STDIN_PROPERTY) && Boolean.getBoolean(Terminal.STDOUT_PROPERTY);
    }

    /** Whether the answer begins with y; no answer is none. */
    public static boolean ask(PrintWriter out, String question) throws IOException {
        out.print(question);
        out.flush();
        String answer = new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset())).readLine();
        return answer != null && answer.strip().toLowerCase(Locale.ROOT).startsWith("y");
    }
}

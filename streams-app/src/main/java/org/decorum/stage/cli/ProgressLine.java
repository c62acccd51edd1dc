package org.decorum.stage.cli;

import java.io.PrintWriter;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** One line on a terminal that is drawn over a few times a second; on anything else it does not appear. */
public final class ProgressLine implements AutoCloseable {
    private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final String ERASE = "\r\u001b[K";

    private final PrintWriter out;
    private final boolean terminal;
    private long drawnNanos = System.nanoTime();
    private boolean visible;

    public ProgressLine(PrintWriter out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    /** Draws the text if the last one has stood long enough. */
    public void show(Supplier<String> text) {
        long now = System.nanoTime();
        if (terminal && now - drawnNanos >= PERIOD_NANOS) {
            drawnNanos = now;
            visible = true;
            out.print(ERASE + text.get());
            out.flush();
        }
    }

    /** Takes the line away. */
    @Override
    public void close() {
        if (visible) {
            out.print(ERASE);
            out.flush();
            visible = false;
        }
    }
}

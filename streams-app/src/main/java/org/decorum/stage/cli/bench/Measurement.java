package org.decorum.stage.cli.bench;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.decorum.stage.bench.BenchResult;
import org.decorum.stage.bench.Conditions;
import org.decorum.stage.cli.CliException;
import org.decorum.stage.cli.ProgressLine;
import org.decorum.stage.runtime.DataDirectory;
import org.decorum.stage.runtime.ShutdownRequest;

/** One benchmark under way: where it works, what it says meanwhile, and what it has found. */
final class Measurement {

    private final DataDirectory data;
    private final Conditions conditions;
    private final ShutdownRequest shutdown;
    private final ProgressLine line;
    private final PrintWriter out;
    private final List<BenchResult> found = new ArrayList<>();

    Measurement(
            DataDirectory data, Conditions conditions, ShutdownRequest shutdown, ProgressLine line, PrintWriter out) {
        this.data = data;
        this.conditions = conditions;
        this.shutdown = shutdown;
        this.line = line;
        this.out = out;
    }

    DataDirectory data() {
        return data;
    }

    Conditions conditions() {
        return conditions;
    }

    /** From now on there is something to close when the process is asked to end. */
    ShutdownRequest closeInOrder() {
        shutdown.closeInOrder();
        return shutdown;
    }

    /** Rests for so long; throws when the process is asked to end. */
    void rest(Duration time) throws InterruptedException {
        if (shutdown.await(time)) {
            throw new CliException("stopped before the end");
        }
    }

    /** Shows on a terminal what is done now. */
    void progress(Supplier<String> words) {
        line.show(words);
    }

    /** Takes away what is shown, before somebody else prints. */
    void closeLine() {
        line.close();
    }

    /** Prints a line that stays. */
    void say(String text) {
        closeLine();
        out.println(text);
        out.flush();
    }

    void found(BenchResult result) {
        found.add(result);
    }

    List<BenchResult> found() {
        return List.copyOf(found);
    }
}
